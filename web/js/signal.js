/** A value that tells when it changes. */

/**
 * @template T
 * @param {T} first
 */
export function signal(first) {
  let value = first;
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    /** @param {T} next */
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener(value);
    },
    /**
     * Tells the listener now and at every change, until the returned function is called.
     * @param {(value: T) => void} listener
     */
    on(listener) {
      listeners.add(listener);
      listener(value);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
