/**
 * The messages of docs/PROTOCOL.md, as far as the page uses them: all wire types, and nothing else. Amounts are in
 * cents, values in Antes, times end in `_ms`.
 *
 * Tables.
 * @typedef {{id: number, name: string, house_run: boolean}} Player
 * @typedef {{seat: number, player: Player | null, sits_out: boolean, leaves: boolean}} SeatView
 * @typedef {{kind: string, name: string, best: string[]}} HandRank
 * @typedef {'ante' | 'blind' | 'trips' | 'bad_beat' | 'play'} WagerName
 * @typedef {{wager: WagerName, stake: number, outcome: string, net: number, clause: string, step: number,
 *   bank: number}} SettlementLine
 * @typedef {{seat: number, player: number, ante: number, trips: number, bad_beat: number, play: number | null,
 *   awaited: boolean, hole: string[] | null, hand: HandRank | null, verdict: string | null, net: number | null,
 *   wagers: SettlementLine[]}} Hand
 * @typedef {{type: 'house'} | {type: 'player_dealer', seat: number, player: number, wager: number | null}} Banker
 * @typedef {'betting' | 'closed' | 'preflop' | 'flop' | 'river' | 'settled' | 'void'} Stage
 * @typedef {{number: number, deck: 'red' | 'blue', stage: Stage, banker: Banker, commitment: string,
 *   seeds: {seat: number, seed: string}[], revealed: string | null, collection: number | null, hands: Hand[],
 *   board: string[], dealer: string[] | null, dealer_hand: HandRank | null, bank_net: number | null,
 *   void_reason: string | null}} Round
 * @typedef {{type: 'nobody' | 'offered' | 'accepted', seat?: number, until_ms?: number,
 *   player?: number, wager?: number}} Bank
 * @typedef {{table: number, seq: number, standing: string, seats: SeatView[], button: number | null, bank: Bank,
 *   awaits: string, until_ms: number | null, round: Round | null}} View
 * @typedef {{type: 'solo'} | {type: 'clock', betting_ms: number, bank_ms: number}} TableMode
 * @typedef {{book: string, places: number, pay_table: string, minimum: number | null, maximum: number | null,
 *   chip: number, dealing: string, schedule: number | number[][] | null, bad_beat_needs_trips: boolean,
 *   pace: TableMode, decision_ms: number}} Settings
 * @typedef {{table: number, name: string, settings: Settings, open: boolean, players: Player[], places: number,
 *   watchers: number, rounds: number, stage: Stage | null, banker: Player | null, seq: number}} Summary
 * @typedef {{table: number, name: string, closed: boolean}} TableName
 *
 * Rule books.
 * @typedef {{hand: string, pays: number, to: number}} PayRow
 * @typedef {{blind: PayRow[], trips: PayRow[], bad_beat?: PayRow[]}} PayTables
 * @typedef {{schedule: number | null, brackets: {table_action: string, from: number,
 *   player_dealer_collection: number}[], player_collection: number}} CollectionSchedule
 * @typedef {{min: number, max: number}} Range
 * @typedef {{id: string, title: string, bank: string, places: Range, layout: string[], inscription: string | null,
 *   paytables: Record<string, PayTables>, dealings: string[], decks: number,
 *   limits: null | {minimum: Range, maximum: Range}, games_per_person: number | null,
 *   rounds_banked_in_a_row: number | null, settlement: {seats: string, winning_hand: string[], losing_hand: string[],
 *   dealer_not_qualified: string[]}, collection_schedules: CollectionSchedule[]}} Book
 * @typedef {{id: string, document: string, section: string, kind: string, text: string}} Clause
 *
 * Accounts.
 * @typedef {{daily_loss: number | null, later: {daily_loss: number | null, from_ms: number} | null,
 *   excluded_until_ms: number | null}} Limits
 * @typedef {{daily_loss: number} | {no_daily_loss: true} | {exclude_days: number}} LimitsChange
 * @typedef {{id: number, name: string, role: string, guest: boolean, balance: number, limits: Limits}} Account
 * @typedef {{id: number, name: string, created_ms: number}} Token
 *
 * Hands that are over.
 * @typedef {{table: number, round: number, at_ms: number, book: string, seats: number[], banked: boolean,
 *   void: boolean, wagered: number, net: number}} PlayedHand
 * @typedef {{hands: PlayedHand[], next: string | null}} HandsPage
 * @typedef {{table: number, round: number, name: string, settings: Settings, players: Player[],
 *   steps: {events: any[], view: View}[]}} History
 *
 * Advice.
 * @typedef {{action: string, exact: string, value: number, cost: number, cost_exact: string}} ActionValue
 * @typedef {{actions: ActionValue[], best: string, dealer_hands?: {win: number, tie: number, lose: number},
 *   outs?: {makes: string, count: number, cards: string}[]}} Advice
 *
 * A solved game. Shares are parts of one.
 * @typedef {{exact: string, value: number}} Exact
 * @typedef {Exact & {house_edge: number, hit: number, hit_exact: string}} BonusValue
 * @typedef {{hand: string, combos: number, best: string, check: Exact} & Record<string, any>} PreflopRow
 * @typedef {{deals: string, base: Exact & {house_edge: number, element_of_risk: number,
 *   element_of_risk_exact: string, sd: number, average_wager: number, average_wager_exact: string,
 *   actions: Record<string, number>, actions_exact: Record<string, string>},
 *   wagers: {ante: Exact, blind: Exact, play: Exact}, trips: BonusValue, bad_beat: BonusValue, mix: Exact,
 *   game: {mix: {trips: string, bad_beat: string}},
 *   round: {win: number, push: number, lose: number, sd: number,
 *   distribution: {net: string, deals: string, share: number}[]}, preflop: PreflopRow[]}} Solution
 * @typedef {{bankroll: Exact, needed: Exact, hands: number, ruin: number, doubt: number, ahead: number,
 *   left: Record<'5' | '50' | '95', number>, chances: [number, number][]}} Ruin
 * @typedef {{from: number, to_below: number | null, fee: number, covered: 'whole' | 'from' | 'never',
 *   covered_from: Exact | null}} CollectionBracket
 * @typedef {{schedule: number, covered_for_good_from: Exact | null, brackets: CollectionBracket[], collection: number,
 *   left: Exact}} ScheduleValue
 * @typedef {{action: number, gain: Exact, rate: Exact, value: Exact, players: number,
 *   schedules: ScheduleValue[]}} BankValue
 * @typedef {{base: Exact, scenarios: {scenario: string, value: Exact, gain: Exact}[],
 *   neighbours: {players: number, value: number, gain: number, gain_95: [number, number]}[]}} Information
 *
 * The floor.
 * @typedef {{id: number, name: string, role: string, guest: boolean, house_run: boolean, created_ms: number,
 *   balance: number}} Person
 * @typedef {{people: Person[], next: string | null}} PeoplePage
 * @typedef {{seq: number, events: number, at_ms: number, body: string, hash: string}} LogEntry
 * @typedef {{deviations: number, low: number, high: number, inside: boolean}} Band
 * @typedef {{part: string, wagered: number, hold: number, expected: number, bands: Band[]}} TheoryPart
 * @typedef {{of: string, rounds: number, void_rounds: number, hands: number,
 *   wagers: {wager: string, stake: number, hold: number}[], hold: number, collection: number,
 *   theory: {expected: number, deviation: number, bands: Band[], parts: TheoryPart[]}}} ReportRow
 * @typedef {'table' | 'day' | 'month' | 'book'} ReportBy
 * @typedef {{by: ReportBy, rows: ReportRow[], total: ReportRow}} Report
 * @typedef {{banker: number, player: number, rounds: number, wagered: number, net: number}} Flow
 */

export {};
