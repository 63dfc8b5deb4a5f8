/**
 * The engine: whatever answers the protocol of docs/PROTOCOL.md. Today that is a card room over HTTP and WebSocket
 * (`card-room.js`); the same messages can be answered by a worker in this browser. The rest of the page knows only what
 * is declared here.
 *
 * @typedef {import('../protocol.gen.js').Advice} Advice
 * @typedef {import('../protocol.gen.js').BankRequest} BankRequest
 * @typedef {import('../protocol.gen.js').BankingReport} BankingReport
 * @typedef {import('../protocol.gen.js').BankResult} BankResult
 * @typedef {import('../protocol.gen.js').Clause} Clause
 * @typedef {import('../protocol.gen.js').ClientCommand} ClientCommand
 * @typedef {import('../protocol.gen.js').DrillValue} DrillValue
 * @typedef {import('../protocol.gen.js').Event} Event
 * @typedef {import('../protocol.gen.js').FloorRequest} FloorRequest
 * @typedef {import('../protocol.gen.js').Flow} Flow
 * @typedef {import('../protocol.gen.js').HandsPage} HandsPage
 * @typedef {import('../protocol.gen.js').Information} Information
 * @typedef {import('../protocol.gen.js').LimitsRequest} LimitsRequest
 * @typedef {import('../protocol.gen.js').LobbyEntry} LobbyEntry
 * @typedef {import('../protocol.gen.js').LogEntry} LogEntry
 * @typedef {import('../protocol.gen.js').LogPosition} LogPosition
 * @typedef {import('../protocol.gen.js').Me} Me
 * @typedef {import('../protocol.gen.js').NewSecondFactor} NewSecondFactor
 * @typedef {import('../protocol.gen.js').NewToken} NewToken
 * @typedef {import('../protocol.gen.js').OpenTableRequest} OpenTableRequest
 * @typedef {import('../protocol.gen.js').OpenedTable} OpenedTable
 * @typedef {import('../protocol.gen.js').PeoplePage} PeoplePage
 * @typedef {import('../protocol.gen.js').Receipt} Receipt
 * @typedef {import('../protocol.gen.js').RecoveryCodes} RecoveryCodes
 * @typedef {import('../protocol.gen.js').Report} Report
 * @typedef {import('../protocol.gen.js').RoleRequest} RoleRequest
 * @typedef {import('../protocol.gen.js').RotationLog} RotationLog
 * @typedef {import('../protocol.gen.js').RoundHistory} RoundHistory
 * @typedef {import('../protocol.gen.js').RoundSplit} RoundSplit
 * @typedef {import('../protocol.gen.js').RuinRequest} RuinRequest
 * @typedef {import('../protocol.gen.js').RuinResult} RuinResult
 * @typedef {import('../protocol.gen.js').RuleBook} RuleBook
 * @typedef {import('../protocol.gen.js').SeatTaken} SeatTaken
 * @typedef {import('../protocol.gen.js').Solution} Solution
 * @typedef {import('../protocol.gen.js').SplitReport} SplitReport
 * @typedef {import('../protocol.gen.js').TableName} TableName
 * @typedef {import('../protocol.gen.js').TableSettings} TableSettings
 * @typedef {import('../protocol.gen.js').TableView} TableView
 * @typedef {import('../protocol.gen.js').Token} Token
 * @typedef {import('../protocol.gen.js').TokenRequest} TokenRequest
 * @typedef {import('../protocol.gen.js').VoidsReport} VoidsReport
 *
 * A game; what is left out is as in the standard game.
 * @typedef {Partial<import('../protocol.gen.js').GameRequest>} Game
 *
 * A table as it is now, and what happened since the update before.
 * @typedef {{seq: number, name: string, settings: TableSettings, view: TableView, events: Event[]}} TableUpdate
 *
 * How a command ended. A command that could succeed later is repeated and not reported.
 * Why a table cannot be watched. The engine has forgotten what it told or confirmed if the last receipt comes with it.
 * @typedef {(reason: string, forgotten: {receipt: Receipt | null} | null) => void} OnFailure
 *
 * @typedef {{done: true, receipt: Receipt} | {done: false, code: string, reason: string}} CommandResult
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
 * @property {(table: number, onUpdate: (update: TableUpdate) => void, onFailure: OnFailure) => () => void} watch
 *   returns a function that ends it
 * @property {(table: number) => void} startOver watches a table anew, although the engine has forgotten something
 * @property {(table: number, command: ClientCommand, seen?: number) => Promise<CommandResult>} command
 * @property {(isKept: boolean) => void} keepConnected also while no table is watched
 * @property {() => void} reconnect as the account that is signed in now
 *
 * The account of this browser.
 * @property {() => Promise<Me>} account
 * @property {() => Promise<Me>} createGuest
 * @property {() => Promise<Me>} takeChips fills the wallet of a player who has nothing left
 * @property {(values: Record<string, string>) => Promise<Me>} signIn
 * @property {() => Promise<void>} signOut
 * @property {() => Promise<void>} signOutEverywhere ends all sessions and tokens
 * @property {(current: string) => Promise<RecoveryCodes>} makeRecoveryCodes
 * @property {() => Promise<NewSecondFactor>} makeSecondFactor
 * @property {(values: Record<string, string>) => Promise<Me>} enrolSecondFactor
 * @property {(values: Record<string, string>) => Promise<void>} removeSecondFactor
 * @property {(values: Record<string, string>) => Promise<Me>} nameAccount
 * @property {(values: Record<string, string>) => Promise<Me>} changePassword
 * @property {(change: Partial<LimitsRequest>) => Promise<Me>} changeLimits
 * @property {(code: string) => Promise<Me>} redeemFloorCode
 * @property {() => Promise<Token[]>} tokens
 * @property {(values: TokenRequest) => Promise<NewToken>} createToken
 * @property {(id: number) => Promise<void>} revokeToken
 *
 * Rules and tables. What cannot change while the page is open is asked for once.
 * @property {() => Promise<RuleBook[]>} books
 * @property {() => Promise<Clause[]>} clauses
 * @property {() => Promise<LobbyEntry[]>} tables
 * @property {() => Promise<TableName[]>} allTables including closed ones
 * @property {() => Promise<SeatTaken>} openSoloTable
 *
 * Hands. A page of a list names the cursor of the next one.
 * @property {(table: number | string, round: number | string) => Promise<RoundHistory>} history
 * @property {(cursor: string) => Promise<HandsPage>} hands
 * @property {(player: number, cursor: string) => Promise<HandsPage>} handsOf
 * @property {(table: number | string, round: number | string) => Promise<RoundSplit>} split
 * @property {() => Promise<BankingReport>} banking
 * @property {() => Promise<SplitReport>} splits of the last hands, by session and together
 *
 * Exact mathematics.
 * @property {(question: import('../coach/state/advice.js').Question) => Promise<Advice>} advise
 * @property {(points: {hole: string[], board: string[]}[]) => Promise<DrillValue[]>} rateDrills
 * @property {(game: Game) => Promise<Solution>} solve
 * @property {(game: Game) => Promise<Blob>} solveReport
 * @property {(question: Omit<RuinRequest, 'game'> & {game: Game}) =>
 *   Promise<RuinResult>} ruin
 * @property {(question: Omit<BankRequest, 'game'> & {game: Game}) =>
 *   Promise<BankResult>} bankValue
 * @property {() => Promise<Information>} information
 *
 * The floor.
 * @property {(request: OpenTableRequest) => Promise<OpenedTable>} openTable
 * @property {(act: 'void' | 'close', table: number, request: FloorRequest) =>
 *   Promise<Receipt>} floorAct
 * @property {(request: RoleRequest) => Promise<void>} giveRole
 * @property {(query: Record<string, string>) => Promise<PeoplePage>} people
 * @property {(log: number) => Promise<LogPosition>} logHead
 * @property {(log: number, after: number, limit: number) => Promise<LogEntry[]>} logEntries
 * @property {(query: string) => Promise<Report>} report
 * @property {(query: string) => Promise<Flow[]>} flows
 * @property {(query: string) => Promise<RotationLog>} rotation
 * @property {(query: string) => Promise<VoidsReport>} voids
 *
 * Addresses of files to download.
 * @property {{history: (table: number, round: number) => string, hands: (format: string) => string,
 *   handsOf: (player: number, format: string) => string, log: (log: number) => string,
 *   report: (query: string) => string, rotation: (query: string) => string,
 *   rotationLog: (query: string) => string,
 *   voids: (query: string) => string, voidsExport: (query: string) => string}} files
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
