import {
  absolute,
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isZero,
  multiply,
  subtract,
  toText,
} from '#money/decimal.ts'

import { type Cell, type Row, type Shown, sumOf, sumOfKnown, valueOf } from './figures.ts'

type Term = Decimal | undefined
const NO_CELL: Cell = { text: '—', exact: [] }

/** A headline, and what the other figures of the same page come to. */
type Rule = { name: string; headline: (shown: Shown) => Cell; recomputed: (shown: Shown) => Term }

const rule = (name: string, headline: Rule['headline'], recomputed: Rule['recomputed']): Rule => ({
  name,
  headline,
  recomputed,
})

type Name = string | RegExp
const figure = (name: Name) => (shown: Shown) => shown.figure(name)
const value = (name: Name) => (shown: Shown) => valueOf(shown.figure(name))
const total = (table: Name, head: Name) => (shown: Shown) => shown.table(table).total(head)
const sumOfColumn = (table: Name, head: Name, where?: (row: Row) => boolean) => (shown: Shown) =>
  sumOf(shown.table(table).column(head, where))

const plus = (a: Term, b: Term): Term => a && b && add(a, b)
const minus = (a: Term, b: Term): Term => a && b && subtract(a, b)
const times = (a: Term, b: Term): Term => a && b && multiply(a, b)
const percentOf = (a: Term, b: Term): Term =>
  a && b && !isZero(b) ? divide(multiply(a, HUNDRED), b, 20, 'half-even') : undefined
const count = (items: readonly unknown[]): Decimal => decimal(String(items.length))

/** Two places of a page for one figure, once both are there. */
const same = (name: string, one: Rule['headline'], other: Rule['headline']): Rule =>
  rule(
    name,
    (shown) => (valueOf(other(shown)) === undefined ? NO_CELL : one(shown)),
    (shown) => valueOf(other(shown)),
  )

/** The number that is printed, with its digits alone. */
const printed = ({ text }: Cell): Cell => ({ text, exact: [] })

/** Compares a sum in headline, column and row of totals, including the printed digits. */
const summed = (name: string, headline: Name, table: string, head: Name): Rule[] => [
  rule(`${name} = sum of its column`, figure(headline), sumOfColumn(table, head)),
  rule(`${name} = total below its column`, figure(headline), (shown) =>
    valueOf(shown.table(table).total(head)),
  ),
  rule(
    `${name} as printed = sum of its column as printed, unless "rounded"`,
    (shown) => printed(shown.table(table).total(head)),
    (shown) => {
      const { column, total: totalOf, totalLabel } = shown.table(table)
      const isRounded = totalLabel.text.includes('rounded')
      return isRounded ? valueOf(totalOf(head)) : sumOf(column(head).map(printed))
    },
  ),
]

const portfolio = [
  same('value = total of the balances', figure('Value'), total('Balances', /^Value/)),
  rule('total = balances shown + small ones hidden', total('Balances', /^Value/), (shown) => {
    const { column, totalLabel } = shown.table('Balances')
    // The label names what has no price; with everything priced, a dash makes the sum unknown.
    const sum = (totalLabel.text.includes('no price') ? sumOfKnown : sumOf)(column(/^Value/))
    return totalLabel.text.includes('hidden') ? plus(sum, valueOf(totalLabel)) : sum
  }),
  rule('shares = 100 %', total('Balances', 'Share'), (shown) =>
    sumOfKnown(shown.table('Balances').column('Share')),
  ),
  rule('profit = end − start − deposits', figure('Profit'), (shown) =>
    minus(
      minus(value('Value at the end')(shown), value('Value at the start')(shown)),
      value('Net deposits')(shown),
    ),
  ),
  same('profit net of deposits = profit of the range', figure(/^Profit net/), figure('Profit')),
  same('value at the end = value', figure('Value at the end'), figure('Value')),
]

const smartTrades = [
  rule('open profit = sum of its column', figure(/^Open profit/), (shown) =>
    sumOfKnown(shown.table('SmartTrades').column(/^Profit/)),
  ),
  rule('open profit = total below its column', figure(/^Open profit/), (shown) =>
    valueOf(shown.table('SmartTrades').total(/^Profit/)),
  ),
]

const gridBots = [
  ...summed('total profit', /^Total profit/, 'Grid bots', /^Total profit/),
  ...['Realised', 'Open'].map((head) =>
    rule(`total of ${head} = sum of its column`, total('Grid bots', head), (shown) =>
      sumOf(shown.table('Grid bots').column(head)),
    ),
  ),
  rule('total profit = realised + open', figure(/^Total profit/), (shown) => {
    const [realised, open] = ['Realised', 'Open'].map((head) => total('Grid bots', head)(shown))
    return realised && open && plus(valueOf(realised), valueOf(open))
  }),
  rule('round trips = sum of their column', total('Grid bots', 'Round trips'), (shown) =>
    sumOf(shown.table('Grid bots').column('Round trips')),
  ),
  rule('bots out of range = rows that say so', figure('Out of range'), (shown) =>
    count(
      shown
        .table('Grid bots')
        .rows.filter(({ cell }) => /(above|below) the range(?!stopped)/.test(cell('Now').text)),
    ),
  ),
]

const LADDER = /^Ladder/
const isOrder = ({ first }: Row) => /^(Buy|Sell)$/.test(first.text)
const isBuy = ({ first }: Row) => first.text === 'Buy'

const gridBot = [
  rule('total profit = realised + open', figure(/^Total profit/), (shown) =>
    plus(value('Realised')(shown), value('Open')(shown)),
  ),
  rule('return = total profit ÷ invested', figure('Return on capital'), (shown) => {
    const invested = shown.names.filter((name) => name.startsWith('Invested in')).map(shown.figure)
    return percentOf(value(/^Total profit/)(shown), sumOf(invested))
  }),
  same('total return = return on capital', figure('Total return'), figure('Return on capital')),
  rule('pending orders = orders of the ladder', figure('Pending orders'), (shown) =>
    count(shown.table(LADDER).rows.filter(isOrder)),
  ),
  rule(
    'total of the ladder = sum of its orders',
    total(LADDER, /^Total/),
    sumOfColumn(LADDER, /^Total/, isOrder),
  ),
  rule('money in orders = sum of the buys', figure(/^Held for \d+ buy/), (shown) =>
    sumOfKnown(shown.table(LADDER).column(/^Total/, isBuy)),
  ),
]

const dcaBots = [
  ...summed('result of open deals', 'Result of open deals', 'DCA bots', 'Open result'),
  ...summed('money in open deals', 'Invested now', 'DCA bots', 'In use of maximum'),
  ...summed('finished profit', 'Realised profit', 'DCA bots', 'Total profit'),
]

const dcaBot = [
  rule('invested = average price × held', figure('Invested'), (shown) =>
    times(value('Average price')(shown), value('Held')(shown)),
  ),
  rule(
    'maximum per deal = sum of its orders',
    figure('Maximum per deal'),
    sumOfColumn(/^Orders of a deal/, /^Size/),
  ),
]

const isTrade = ({ cell }: Row) => cell('Pair').text !== ''

const history = [
  rule('orders = rows', figure('Orders'), (shown) =>
    count(shown.table('Trades').rows.filter(isTrade)),
  ),
  rule('profit = sum of the rows', figure('Realised'), sumOfColumn('Trades', /^Profit/, isTrade)),
  rule('profit = sum of the days', figure('Realised'), (shown) =>
    sumOf(
      shown
        .table('Trades')
        .rows.filter((row) => !isTrade(row))
        .map(dayProfit),
    ),
  ),
  rule('traded = sum of the totals', figure('Traded'), sumOfColumn('Trades', /^Total/, isTrade)),
  rule('fees = sum of the fees', figure('Fees'), sumOfColumn('Trades', /^Fee/, isTrade)),
]

/** The head of a day holds a date as well. */
const dayProfit = ({ first }: Row): Cell => ({
  text: first.exact.length ? '' : 'no profit',
  exact: first.exact,
})

const isCompared = ({ first }: Row) => first.text !== ''

const compareBots: Rule[] = [0, 1, 2, 3, 4, 5].map((place) => {
  const cellOf = (head: string) => (shown: Shown) =>
    shown.table('Figures of the bots compared').column(head, isCompared)[place] ?? {
      text: '—',
      exact: [],
    }
  return rule(
    `return of bot ${place + 1} = realised ÷ capital`,
    cellOf('Return on capital'),
    (shown) => percentOf(valueOf(cellOf('Realised')(shown)), valueOf(cellOf('Capital')(shown))),
  )
})

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const MONTH = /^Profit of each day/
const MONTHS = /^Profit of each month/
const SOURCES = / by source, USD$/

const sumOfDays = ({ cell }: Row): Decimal => sumOfKnown(DAYS.map(cell).filter(hasProfit))

/** A week that is not the sum of its days, or else the first. */
const oddWeek = (shown: Shown): Row | undefined => {
  const weeks = shown.table(MONTH).rows.filter(({ cell }) => hasProfit(cell('Week')))
  return weeks.find((week) => valueOf(week.cell('Week')) !== sumOfDays(week)) ?? weeks[0]
}

const calendar = [
  rule(
    'profit of each week = sum of its days',
    (shown) => oddWeek(shown)?.cell('Week') ?? NO_CELL,
    (shown) => {
      const week = oddWeek(shown)
      return week && sumOfDays(week)
    },
  ),
  rule('profit = sum of the weeks', figure('Realised'), (shown) =>
    sumOfKnown(shown.table(MONTH).column('Week').filter(hasProfit)),
  ),
  rule('profit = sum of the sources', figure('Realised'), sumOfColumn(SOURCES, 'Profit')),
  same('total of the sources = profit', total(SOURCES, 'Profit'), figure('Realised')),
]

const year = [
  rule('profit = sum of the months', figure('Realised'), sumOfColumn(MONTHS, /^Profit/)),
  rule('profit = sum of the sources', figure('Realised'), sumOfColumn(SOURCES, 'Profit')),
]

/** A day without a closing order shows its date alone. */
const hasProfit = ({ exact }: Cell): boolean => exact.length > 0

export const RULES = {
  portfolio,
  smartTrades,
  gridBots,
  gridBot,
  dcaBots,
  dcaBot,
  history,
  calendar,
  year,
  compareBots,
}
export type RuledPage = keyof typeof RULES

/** The rules of a page in one state: broken ones with both numbers, and the ones that could be judged. */
export function judged(page: RuledPage, state: string, shown: Shown) {
  const broken: string[] = []
  const shownRules: string[] = []
  for (const { name, headline, recomputed } of RULES[page]) {
    const cell = headline(shown)
    const said = valueOf(cell)
    // A dash is never wrong.
    if (said === undefined) continue
    shownRules.push(`${page}: ${name}`)
    const expected = recomputed(shown)
    if (expected === undefined || !isSame(said, expected, cell.text)) {
      const comesTo = expected ? toText(expected) : '—'
      broken.push(`${page}, ${state}: ${name}: shows ${toText(said)}, its parts are ${comesTo}`)
    }
  }
  return { broken, shown: shownRules }
}

/** Equal to less than one unit of the last decimal that is shown. */
export function isSame(said: Decimal, expected: Decimal, text: string): boolean {
  const places = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  const unit = decimal(places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`)
  return compare(absolute(subtract(said, expected)), unit) < 0
}

/** One figure as one place shows it; the same `key` elsewhere has to be the same figure. */
export type Fact = { key: string; place: string; cell: Cell }

const idIn = ({ link = '' }: Cell, list: string): string | undefined =>
  new RegExp(`/${list}/([^?]+)`).exec(link)?.[1]

/** A figure that was worked out here, as a cell. */
export const cellOfSum = (sum: Decimal): Cell => ({ text: toText(sum), exact: [toText(sum)] })

/** Figures of bots that other pages show as well. `ids` are the bots on this page, in order. */
export function factsOf(page: RuledPage, shown: Shown, ids: readonly string[]): Fact[] {
  const fact = (key: string, cell: Cell): Fact => ({ key, place: page, cell })
  const ofRows = (table: string, list: string, heads: Record<string, Name>) =>
    shown.table(table).rows.flatMap(({ cell }) => {
      const id = idIn(cell('Bot'), list)
      const facts = Object.entries(heads)
      return id === undefined
        ? []
        : facts.map(([name, head]) => fact(`${name} of ${id}`, cell(head)))
    })
  switch (page) {
    case 'gridBots':
      return ofRows('Grid bots', 'grid-bots', { profit: /^Realised/, ends: 'Round trips' })
    case 'dcaBots':
      return ofRows('DCA bots', 'dca-bots', { profit: 'Total profit', ends: 'Finished deals' })
    case 'gridBot':
      return ids.flatMap((id) => {
        const profit = shown.figure('Realised')
        // A bot that ended may have kept coins whose gain no order has realised.
        const hasOrders = shown.figure('Pending orders').text !== '0'
        const own = fact(`profit of ${id}`, profit)
        return hasOrders ? [own, fact(`profit by the orders of ${id}`, profit)] : [own]
      })
    case 'dcaBot':
      return ids.flatMap((id) =>
        ['profit', 'profit by the orders'].map((name) =>
          fact(`${name} of ${id}`, shown.figure('Total profit')),
        ),
      )
    case 'compareBots':
      return shown
        .table('Figures of the bots compared')
        .rows.filter(isCompared)
        .flatMap(({ cell }, at) => [
          fact(`profit of ${ids[at]}`, cell('Realised')),
          fact(`ends of ${ids[at]}`, cell('Finished')),
        ])
    default:
      return []
  }
}

/** The figures that two places do not agree on, each with both. */
export function disagreements(state: string, facts: readonly Fact[]): string[] {
  const first = new Map<string, Fact>()
  return facts.flatMap((fact) => {
    const value = valueOf(fact.cell)
    const before = first.get(fact.key)
    if (value === undefined) return []
    if (!before) first.set(fact.key, fact)
    const known = before && valueOf(before.cell)
    return known === undefined || isSame(value, known, fact.cell.text)
      ? []
      : [
          `${fact.key}, ${state}: ${fact.place} shows ${toText(value)}, ${before?.place} ${toText(known)}`,
        ]
  })
}
