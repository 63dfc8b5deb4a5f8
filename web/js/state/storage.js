/** JSON in a browser's storage. A browser that stores nothing still plays; what it forgets starts empty. */

/**
 * A value under a key. `area` is asked for late: reading `localStorage` throws where storage is blocked.
 * @param {() => Storage} area
 * @param {string} key
 */
export function stored(area, key) {
  return {
    /** @returns {any} the value, or null if there is none that can be read */
    read() {
      try {
        return JSON.parse(area().getItem(key) ?? 'null');
      } catch {
        return null;
      }
    },
    /** @param {unknown} value */
    write(value) {
      try {
        area().setItem(key, JSON.stringify(value));
      } catch {
        // Full or blocked: the value lasts as long as the page is open.
      }
    },
  };
}
