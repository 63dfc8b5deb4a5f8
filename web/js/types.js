/**
 * What the card room says, as far as the page uses it. docs/PROTOCOL.md has all of it.
 *
 * @typedef {{id: number, name: string, house_run: boolean}} Player
 * @typedef {{seat: number, player: Player | null, sits_out: boolean, leaves: boolean}} Chair
 * @typedef {{kind: string, name: string, best: string[]}} Best
 * @typedef {{wager: WagerName, stake: number, outcome: string, net: number, clause: string, step: number,
 *   bank: number}} Line
 * @typedef {'ante' | 'blind' | 'trips' | 'bad_beat' | 'play'} WagerName
 * @typedef {{seat: number, player: number, ante: number, trips: number, bad_beat: number, play: number | null,
 *   awaited: boolean, hole: string[] | null, hand: Best | null, verdict: string | null, net: number | null,
 *   wagers: Line[]}} Hand
 * @typedef {{type: 'house'} | {type: 'player_dealer', seat: number, player: number, wager: number | null}} Banker
 * @typedef {{number: number, deck: 'red' | 'blue', stage: Stage, banker: Banker, commitment: string,
 *   seeds: {seat: number, seed: string}[], revealed: string | null, collection: number | null, hands: Hand[],
 *   board: string[], dealer: string[] | null, dealer_hand: Best | null, bank_net: number | null,
 *   void_reason: string | null}} Round
 * @typedef {'betting' | 'closed' | 'preflop' | 'flop' | 'river' | 'settled' | 'void'} Stage
 * @typedef {{type: 'nobody' | 'offered' | 'accepted', seat?: number, until_ms?: number,
 *   player?: number, wager?: number}} Bank
 * @typedef {{table: number, seq: number, standing: string, seats: Chair[], button: number | null, bank: Bank,
 *   awaits: string, until_ms: number | null, round: Round | null}} View
 * @typedef {{type: 'solo'} | {type: 'clock', betting_ms: number, bank_ms: number}} Pace
 * @typedef {{book: string, places: number, pay_table: string, minimum: number | null, maximum: number | null,
 *   chip: number, dealing: string, schedule: number | number[][] | null, bad_beat_needs_trips: boolean, pace: Pace,
 *   decision_ms: number}} Settings
 * @typedef {{table: number, name: string, settings: Settings, open: boolean, players: Player[], places: number,
 *   watchers: number, rounds: number, stage: Stage | null, banker: Player | null, seq: number}} Summary
 * @typedef {{hand: string, pays: number, to: number}} PayRow
 * @typedef {{id: string, title: string, bank: string, places: {min: number, max: number}, layout: string[],
 *   inscription: string | null, paytables: Record<string, {blind: PayRow[], trips: PayRow[], bad_beat?: PayRow[]}>,
 *   dealings: string[], decks: number, limits: null | {minimum: {min: number, max: number},
 *   maximum: {min: number, max: number}}, games_per_person: number | null, rounds_banked_in_a_row: number | null,
 *   settlement: {seats: string, winning_hand: string[], losing_hand: string[], dealer_not_qualified: string[]},
 *   collection_schedules: {schedule: number | null, brackets: {table_action: string, from: number,
 *   player_dealer_collection: number}[], player_collection: number}[]}} Book
 * @typedef {{id: string, document: string, section: string, kind: string, text: string}} Clause
 * @typedef {{daily_loss: number | null, later: {daily_loss: number | null, from_ms: number} | null,
 *   excluded_until_ms: number | null}} OwnLimits
 * @typedef {{id: number, name: string, role: string, guest: boolean, balance: number, limits: OwnLimits}} Me
 * @typedef {{action: string, exact: string, value: number, cost: number, cost_exact: string}} ActionValue
 * @typedef {{actions: ActionValue[], best: string, dealer_hands?: {win: number, tie: number, lose: number},
 *   outs?: {makes: string, count: number, cards: string}[]}} Advice
 *
 * A game, solved; shares are of one, values in Antes.
 * @typedef {{exact: string, value: number}} Exact
 * @typedef {Exact & {house_edge: number, hit: number, hit_exact: string}} BonusValue
 * @typedef {{hand: string, combos: number, best: string, check: Exact} & Record<string, any>} Start
 * @typedef {{deals: string, base: Exact & {house_edge: number, element_of_risk: number,
 *   element_of_risk_exact: string, sd: number, average_wager: number, average_wager_exact: string,
 *   actions: Record<string, number>, actions_exact: Record<string, string>},
 *   wagers: {ante: Exact, blind: Exact, play: Exact}, trips: BonusValue, bad_beat: BonusValue, mix: Exact,
 *   game: {mix: {trips: string, bad_beat: string}},
 *   round: {win: number, push: number, lose: number, sd: number,
 *   distribution: {net: string, deals: string, share: number}[]}, preflop: Start[]}} Solution
 *
 * What of a view has been shown so far.
 * @typedef {{round: number, holes: boolean, board: number, dealer: boolean, result: boolean}} Shown
 *
 * A table as it is presented.
 * @typedef {{view: View, shown: Shown, settings: Settings, name: string, book: Book,
 *   me: Me | null, seat: number | null,
 *   busy: boolean}} Scene
 *
 * A decision that was graded.
 * @typedef {{table: number, round: number, hole: string[], board: string[], action: string,
 *   ante: number, advice: Advice, cost: number}} Graded
 */

export {};
