/** A value that tells its listeners when it changes. */

/**
 * @template T
 * @typedef {{get: () => T, set: (next: T) => void, on: (listener: (value: T) => void) => () => void}} Signal
 */

/**
 * @template T
 * @param {T} initial
 * @returns {Signal<T>}
 */
export function signal(initial) {
  let value = initial;
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    set(next) {
      value = next;
      // A copy, because a listener may remove itself or others while it is called.
      for (const listener of [...listeners]) listener(value);
    },
    /** Calls the listener now and at every change, until the returned function is called. */
    on(listener) {
      listeners.add(listener);
      listener(value);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
