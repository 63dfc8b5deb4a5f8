/** The borders of the page: what a module may import, and where colours, sizes and durations may stand. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const filesIn = (/** @type {string} */ folder, /** @type {string} */ ending) =>
  readdirSync(join(WEB, folder), { recursive: true })
    .map((path) => join(folder, String(path)))
    .filter((path) => path.endsWith(ending));
const read = (/** @type {string} */ path) => readFileSync(join(WEB, path), 'utf8');
const modules = filesIn('js', '.js');
/** Lines without comments. @param {string} source */
const code = (source) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** @param {string} path */
const importsOf = (path) =>
  [...code(read(path)).matchAll(/(?:from|import\() *'(\.[^']+)'/g)].map(([, target]) =>
    normalize(join(dirname(path), target)),
  );

test('there are modules to check', () => assert.ok(modules.length > 60, String(modules.length)));

test('state modules import only state, texts and the types of the engine', () => {
  const allowed = /(^|\/)state\/|^js\/text\/|^js\/engine\/engine\.js$/;
  const wrong = modules
    .filter((path) => path.includes('/state/'))
    .flatMap((path) => importsOf(path).filter((target) => !allowed.test(target)).map((target) => `${path}: ${target}`));
  assert.deepEqual(wrong, []);
});

test('state modules and texts do not touch the document', () => {
  const wrong = modules
    .filter((path) => path.includes('/state/') || path.startsWith('js/text/'))
    .filter((path) => /\bdocument\.|\bwindow\./.test(code(read(path))));
  assert.deepEqual(wrong, []);
});

test('only the card room knows fetch and WebSocket', () => {
  const wrong = modules
    .filter((path) => path !== 'js/engine/card-room.js')
    .filter((path) => /\bfetch\(|\bnew WebSocket\b|'\/api\//.test(code(read(path))));
  assert.deepEqual(wrong, []);
});

test('every imported module exists', () => {
  const wrong = modules.flatMap((path) => importsOf(path).filter((target) => !modules.includes(target)));
  assert.deepEqual(wrong, []);
});

const RAW = /#[0-9a-f]{3,8}\b(?![^{]*\{)|\b(?:rgb|rgba|hsl|hsla)\(|(?<![\w.-])-?(?!0px)[\d.]+(?:m?s|px|r?em)\b/gi;
/** Values of declarations, without addresses and comments. @param {string} source */
const declarations = (source) =>
  [...code(source).replace(/url\([^)]*\)/g, '').matchAll(/[\w-]+\s*:\s*([^;{}]+)[;}]/g)].map(([, value]) => value);

test('colours, sizes and durations stand only in tokens.css', () => {
  const sheets = [...filesIn('css', '.css').filter((path) => path !== 'css/tokens.css'), 'style.css'];
  const wrong = sheets.flatMap((path) =>
    declarations(read(path)).flatMap((value) => (value.match(RAW) ?? []).map((raw) => `${path}: ${raw}`)),
  );
  assert.deepEqual(wrong, []);
});

test('every token is defined and used', () => {
  const sheets = [...filesIn('css', '.css'), 'style.css'].map(read).join('\n');
  const scripts = modules.map(read).join('\n');
  const tokens = [...read('css/tokens.css').matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name);
  const used = [...sheets.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  assert.deepEqual(tokens.filter((name) => !used.includes(name)), [], 'unused');
  const isDefined = (/** @type {string} */ name) => sheets.includes(`${name}:`) || scripts.includes(`'${name}'`);
  assert.deepEqual([...new Set(used)].filter((name) => !isDefined(name)), [], 'undefined');
});

test('every class of the style sheets appears in a module', () => {
  const scripts = modules.map(read).join('\n') + read('index.html');
  // Classes that a module puts together from a prefix and a value.
  const composed = /^(chip|suit|column|count|places)-/;
  const selectors = [...filesIn('css', '.css')].map((path) => code(read(path)).replace(/\{[^{}]*\}/g, '{}')).join('\n');
  const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const appears = (/** @type {string} */ name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(scripts);
  const dead = [...classes].filter((name) => !composed.test(name) && !appears(name));
  assert.deepEqual(dead, []);
});
