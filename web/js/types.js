/**
 * The messages of docs/PROTOCOL.md, as far as the page uses them: all wire types, and nothing else. Amounts are in
 * cents, values in Antes, times end in `_ms`.
 *
 * Tables.
 * @typedef {{id: number, name: string, bot: boolean}} NamedPlayer
 * @typedef {{seat: number, player: NamedPlayer | null, sits_out: boolean, leaves: boolean, may_wager: boolean}} SeatView
 * @typedef {{kind: string, name: string, best: string[]}} BestHand
 * @typedef {'ante' | 'blind' | 'play' | 'trips' | 'bad_beat'} Wager
 * @typedef {'win' | 'lose' | 'push' | 'returned' | 'partly_covered'} WagerOutcome
 * @typedef {{wager: Wager, stake: number, outcome: WagerOutcome | null, net: number | null,
 *   odds: {pays: number, to: number} | null, clause: string | null, order: number | null,
 *   bank: number | null}} WagerView
 * @typedef {{type: 'check'} | {type: 'raise', times: number, amount: number} | {type: 'fold'}} LegalAction
 * @typedef {{seat: number, player: number, wagers: WagerView[], play: number | null, awaited: boolean,
 *   actions: LegalAction[], hole: string[] | null, hand: BestHand | null,
 *   result: 'win' | 'lose' | 'push' | 'fold' | null, net: number | null}} HandView
 * @typedef {{type: 'house'} | {type: 'player_dealer', seat: number, player: number, wager: number | null}} Banker
 * @typedef {'betting' | 'closed' | 'preflop' | 'flop' | 'river' | 'settled' | 'void'} Stage
 * @typedef {{number: number, deck: 'red' | 'blue', stage: Stage, banker: Banker, commitment: string,
 *   seeds: {seat: number, seed: string}[], revealed: string | null, collection: number | null, hands: HandView[],
 *   board: string[], dealer: string[] | null, dealer_hand: BestHand | null, bank_net: number | null,
 *   void_reason: string | null}} RoundView
 * @typedef {{type: 'nobody'} | {type: 'offered', seat: number, until_ms: number}
 *   | {type: 'accepted', seat: number, player: number, wager: number}} BankOffer
 * @typedef {{type: 'chosen', minimum: number, maximum: number, step: number} | {type: 'equal_to_ante'}
 *   | {type: 'raised'}} LegalAmount
 * @typedef {{wager: Wager, amount: LegalAmount, requires: Wager | null, pays: PayRow[]}} WagerOffer
 * @typedef {{table: number, seq: number, status: 'open' | 'closing' | 'closed', seats: SeatView[],
 *   offers: WagerOffer[], button: number | null, bank: BankOffer, awaits: 'players' | 'wagers' | 'room' | 'nothing',
 *   until_ms: number | null, round: RoundView | null}} TableView
 * @typedef {{type: 'solo'} | {type: 'clock', betting_ms: number, bank_ms: number}} TableMode
 * @typedef {{book: string, places: number, pay_table: string, minimum: number | null, maximum: number | null,
 *   chip: number, dealing: string, schedule: number | number[][] | null, bad_beat_needs_trips: boolean,
 *   mode: TableMode, decision_ms: number}} TableSettings
 * @typedef {{table: number, name: string, settings: TableSettings, open: boolean, players: NamedPlayer[],
 *   places: number, watchers: number, rounds: number, stage: Stage | null, banker: NamedPlayer | null,
 *   seq: number}} TableSummary
 * @typedef {{table: number, name: string, closed: boolean}} TableName
 *
 * Messages of the socket.
 * @typedef {{seq: number, hash: string}} LogPosition
 * @typedef {{table: number, seq: number, hash: string, at_ms: number}} Receipt
 * @typedef {{type: string} & Record<string, any>} Event
 *
 * Rule books.
 * @typedef {{hand: string, pays: number, to: number}} PayRow
 * @typedef {{blind: PayRow[], trips: PayRow[], bad_beat?: PayRow[]}} PayTables
 * @typedef {{schedule: number | null, brackets: {table_action: string, from: number,
 *   player_dealer_collection: number}[], player_collection: number}} PrintedSchedule
 * @typedef {{min: number, max: number}} Range
 * @typedef {{id: string, title: string, bank: string, places: Range, layout: string[], inscription: string | null,
 *   pay_tables: Record<string, PayTables>, dealings: string[], decks: number,
 *   limits: null | {minimum: Range, maximum: Range}, games_per_person: number | null,
 *   rounds_banked_in_a_row: number | null, settlement: {seats: string, winning_hand: string[], losing_hand: string[],
 *   dealer_not_qualified: string[]}, collection_schedules: PrintedSchedule[]}} RuleBook
 * @typedef {{id: string, document: string, section: string, kind: string, text: string}} Clause
 *
 * Accounts.
 * @typedef {{daily_loss: number | null, later: {daily_loss: number | null, from_ms: number} | null,
 *   excluded_until_ms: number | null}} OwnLimits
 * @typedef {{daily_loss: number} | {no_daily_loss: true} | {exclude_days: number}} LimitsRequest
 * @typedef {{id: number, name: string, role: string, guest: boolean, balance: number, limits: OwnLimits}} Me
 * @typedef {{id: number, name: string, created_ms: number}} Token
 *
 * Hands that are over.
 * @typedef {{table: number, round: number, at_ms: number, book: string, seats: number[], banked: boolean,
 *   void: boolean, wagered: number, net: number}} HandSummary
 * @typedef {{hands: HandSummary[], next: string | null}} HandsPage
 * @typedef {{table: number, round: number, name: string, settings: TableSettings, players: NamedPlayer[],
 *   steps: {events: Event[], view: TableView}[]}} RoundHistory
 *
 * Advice.
 * @typedef {{action: string, exact: string, value: number, cost: number, cost_exact: string}} ActionValue
 * @typedef {{actions: ActionValue[], best: string, dealer_hands?: {win: number, tie: number, lose: number},
 *   outs?: {makes: string, count: number, cards: string}[]}} Advice
 *
 * A solved game. Shares are parts of one.
 * @typedef {{exact: string, value: number}} Exact
 * @typedef {Exact & {house_edge: number, hit: number, hit_exact: string}} BonusValues
 * @typedef {{hand: string, combos: number, best: string, check: Exact} & Record<string, any>} StartingHand
 * @typedef {{deals: string, base: Exact & {house_edge: number, element_of_risk: number,
 *   element_of_risk_exact: string, sd: number, average_wager: number, average_wager_exact: string,
 *   actions: Record<string, number>, actions_exact: Record<string, string>},
 *   wagers: {ante: Exact, blind: Exact, play: Exact}, trips: BonusValues, bad_beat: BonusValues, mix: Exact,
 *   game: {mix: {trips: string, bad_beat: string}},
 *   round: {win: number, push: number, lose: number, sd: number,
 *   distribution: {net: string, deals: string, share: number}[]}, preflop: StartingHand[]}} Solution
 * @typedef {{bankroll: Exact, needed: Exact, hands: number, ruin: number, doubt: number, ahead: number,
 *   left: Record<'5' | '50' | '95', number>, chances: [number, number][]}} RuinResult
 * @typedef {{from: number, to_below: number | null, fee: number, covered: 'whole' | 'from' | 'never',
 *   covered_from: Exact | null}} BankBracket
 * @typedef {{schedule: number, covered_for_good_from: Exact | null, brackets: BankBracket[], collection: number,
 *   left: Exact}} BankSchedule
 * @typedef {{action: number, gain: Exact, rate: Exact, value: Exact, players: number,
 *   schedules: BankSchedule[]}} BankResult
 * @typedef {{base: Exact, scenarios: {scenario: string, value: Exact, gain: Exact}[],
 *   neighbours: {players: number, value: number, gain: number, gain_95: [number, number]}[]}} Information
 *
 * The floor.
 * @typedef {{id: number, name: string, role: string, guest: boolean, bot: boolean, created_ms: number,
 *   balance: number}} Person
 * @typedef {{people: Person[], next: string | null}} PeoplePage
 * @typedef {{seq: number, events: number, at_ms: number, body: string, hash: string}} LogEntry
 * @typedef {{deviations: number, low: number, high: number, inside: boolean}} HoldBand
 * @typedef {{part: string, wagered: number, hold: number, expected: number, bands: HoldBand[]}} HoldPart
 * @typedef {{of: string, rounds: number, void_rounds: number, hands: number,
 *   wagers: {wager: string, stake: number, hold: number}[], hold: number, collection: number,
 *   theory: {expected: number, deviation: number, bands: HoldBand[], parts: HoldPart[]}}} ReportRow
 * @typedef {'table' | 'day' | 'month' | 'book'} GroupBy
 * @typedef {{by: GroupBy, rows: ReportRow[], total: ReportRow}} Report
 * @typedef {{banker: number, player: number, rounds: number, wagered: number, net: number}} Flow
 */

export {};
