/** The stakes of the laboratory's figures, as they are typed and as they stand in a link. */

/**
 * The bankroll is in Antes, the Ante in dollars.
 * @typedef {{bankroll: string, hands: string, players: string, ante: string}} Stakes
 */

/** @type {Stakes} */
const DEFAULTS = { bankroll: '100', hands: '500', players: '5', ante: '10' };

/** Reads the stakes of a link, which begin with "@". @param {string | undefined} text @returns {Stakes} */
export function stakesOf(text) {
  const stakes = { ...DEFAULTS };
  for (const part of text?.slice(1).split('&') ?? []) {
    const [key, value = ''] = part.split('=');
    if (key in stakes && /^[\d.:]{1,9}$/.test(value))
      stakes[/** @type {keyof Stakes} */ (key)] = value.replace(':', '/');
  }
  return stakes;
}

/** The stakes as a part of a link; empty if they are the default ones. @param {Stakes} stakes */
export function writtenStakes(stakes) {
  const parts = Object.entries(stakes).filter(([key, value]) => value !== DEFAULTS[/** @type {keyof Stakes} */ (key)]);
  if (!parts.length) return '';
  return `/@${parts.map(([key, value]) => `${key}=${encodeURIComponent(value.replace('/', ':'))}`).join('&')}`;
}
