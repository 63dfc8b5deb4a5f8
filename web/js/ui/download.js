/** Saves what the page has made as a file. */

import { h } from './dom.js';

/** Long enough for the slowest browser to have started the download. */
const REVOKE_AFTER_MS = 10_000;

/**
 * @param {string} name
 * @param {Blob} file
 */
export function download(name, file) {
  const address = URL.createObjectURL(file);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
