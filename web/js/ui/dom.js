/**
 * Elements, each made in one expression.
 *
 * A part of the page that changes is a class with an `element` and `update(props)`; a part that does not change is a
 * function that returns its element.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. `on…` are listeners, `vars` custom properties, everything else attributes; attributes that are
 * false or missing are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  setProps(element, props ?? {});
  put(element, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, props, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  setProps(element, props ?? {});
  put(element, children);
  return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, any>} props
 */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'vars') for (const [key, each] of Object.entries(value)) setVariable(element, key, each);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {unknown} value
 */
export function setVariable(element, name, value) {
  element.style.setProperty(name, String(value));
}

/**
 * Appends children to an element; false and missing ones are left out.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function put(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, children);
}

/**
 * Sets a text only where it differs, so that screen readers do not read it twice.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Creates a button.
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(label, onclick, props) {
  return h('button', { type: 'button', onclick, ...props }, label);
}
