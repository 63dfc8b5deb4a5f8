/**
 * The engine: whatever answers the protocol of docs/PROTOCOL.md. Today that is a card room over HTTP and WebSocket
 * (`card-room.js`); the same messages can be answered by a worker in this browser. The rest of the page knows only what
 * is declared here.
 *
 * @typedef {import('../types.js').Me} AccountView
 * @typedef {import('../types.js').TableSettings} TableSettings
 * @typedef {import('../types.js').TableView} TableView
 *
 * A table as it is now, and what happened since the update before.
 * @typedef {{seq: number, name: string, settings: TableSettings, view: TableView, events: import('../types.js').Event[]}} TableUpdate
 *
 * How a command ended. A command that could succeed later is repeated and not reported.
 * @typedef {{done: true, receipt: import('../types.js').Receipt} | {done: false, code: string, reason: string}} CommandResult
 *
 * Whether the engine can be reached; null until the first attempt.
 * @typedef {'open' | 'lost' | null} ConnectionState
 *
 * @typedef {object} Engine
 *
 * Live tables.
 * @property {import('../state/signal.js').Signal<ConnectionState>} connection
 * @property {(listener: (balance: number) => void) => void} onBalance
 * @property {() => number} now_ms the engine's clock
 * @property {(table: number, onUpdate: (update: TableUpdate) => void, onFailure: (reason: string) => void) =>
 *   () => void} watch returns a function that ends it
 * @property {(table: number, command: object, seen?: number) => Promise<CommandResult>} command
 * @property {() => void} reconnect as the account that is signed in now
 *
 * The account of this browser.
 * @property {() => Promise<AccountView>} account
 * @property {() => Promise<AccountView>} createGuest
 * @property {(values: Record<string, string>) => Promise<AccountView>} signIn
 * @property {() => Promise<void>} signOut
 * @property {(values: Record<string, string>) => Promise<AccountView>} nameAccount
 * @property {(values: Record<string, string>) => Promise<AccountView>} changePassword
 * @property {(change: Partial<import('../types.js').LimitsRequest>) => Promise<AccountView>} changeLimits
 * @property {(code: string) => Promise<AccountView>} redeemFloorCode
 * @property {() => Promise<import('../types.js').Token[]>} tokens
 * @property {(values: Record<string, string>) => Promise<{token: string}>} createToken
 * @property {(id: number) => Promise<void>} revokeToken
 *
 * Rules and tables. What cannot change while the page is open is asked for once.
 * @property {() => Promise<import('../types.js').RuleBook[]>} books
 * @property {() => Promise<import('../types.js').Clause[]>} clauses
 * @property {() => Promise<import('../types.js').TableSummary[]>} tables
 * @property {() => Promise<import('../types.js').TableName[]>} allTables including closed ones
 * @property {() => Promise<{table: number}>} openSoloTable
 *
 * Hands. A page of a list names the cursor of the next one.
 * @property {(table: number | string, round: number | string) => Promise<import('../types.js').RoundHistory>} history
 * @property {(cursor: string) => Promise<import('../types.js').HandsPage>} hands
 * @property {(player: number, cursor: string) => Promise<import('../types.js').HandsPage>} handsOf
 *
 * Exact mathematics.
 * @property {(hole: string[], board: string[]) => Promise<import('../types.js').Advice>} advise
 * @property {(points: {hole: string[], board: string[]}[]) => Promise<{reached: boolean, gap: number}[]>} rateDrills
 * @property {(game: object) => Promise<import('../types.js').Solution>} solve
 * @property {(game: object) => Promise<Blob>} solveReport
 * @property {(question: object) => Promise<import('../types.js').RuinResult>} ruin
 * @property {(question: object) => Promise<import('../types.js').BankResult>} bankValue
 * @property {() => Promise<import('../types.js').Information>} information
 *
 * The floor.
 * @property {(request: object) => Promise<{id: number}>} openTable
 * @property {(act: 'void' | 'close', table: number, request: {reason: string, id: string}) => Promise<void>} floorAct
 * @property {(request: {player: number, role: string, reason: string}) => Promise<void>} giveRole
 * @property {(query: Record<string, string>) => Promise<import('../types.js').PeoplePage>} people
 * @property {(log: number) => Promise<{seq: number, hash: string}>} logHead
 * @property {(log: number, after: number, limit: number) => Promise<import('../types.js').LogEntry[]>} logEntries
 * @property {(query: string) => Promise<import('../types.js').Report>} report
 * @property {(query: string) => Promise<import('../types.js').Flow[]>} flows
 *
 * Addresses of files to download.
 * @property {{history: (table: number, round: number) => string, hands: (format: string) => string,
 *   handsOf: (player: number, format: string) => string, log: (log: number) => string,
 *   report: (query: string) => string}} files
 */

/** A request that the engine refused, or that did not reach it. */
export class EngineError extends Error {
  /**
   * @param {number} status the HTTP status, or 0 where there was no answer
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
