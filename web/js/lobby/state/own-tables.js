/** The tables at which a player has a seat. */

/** @typedef {import('../../protocol.gen.js').LobbyEntry} LobbyEntry */

/** Stages in which a hand is being played. */
const RUNNING = ['closed', 'preflop', 'flop', 'river'];

/** Whether a hand is being played at a table. @param {LobbyEntry} table */
export const isRunning = ({ stage }) => stage !== null && RUNNING.includes(stage);

/**
 * The tables where a player sits; those with a running hand first.
 * @param {LobbyEntry[]} tables
 * @param {number | undefined} player
 */
export const ownTables = (tables, player) =>
  tables
    .filter(({ players }) => players.some(({ id }) => id === player))
    .sort((one, other) => Number(isRunning(other)) - Number(isRunning(one)) || other.table - one.table);
