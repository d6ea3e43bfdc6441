import type { GridBot } from '#contract/grid-bots.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { compare, type Decimal, negate } from '#money/decimal.ts'
import { matchesPair } from '#trading/pair.ts'
import { inNumbers, inWords, orderBy, type RowOrder } from '#ui/order-by.ts'

import { gridResult, isOutOfRange, rangePosition } from '../bot-facts.ts'
import type { GridBotSearch, Sort } from '../search.ts'

type Bot = GridBot

/** The bots that the filters let through, in the order asked for; unreadable rows stand last. */
export function overviewOf(
  bots: Rows<Bot>,
  { find, state, account, sort, direction }: GridBotSearch,
): Rows<Bot> {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const found = readableRows(bots).filter(
    (bot) =>
      (state === 'all' || bot.is_enabled === (state === 'running')) &&
      (account === undefined || bot.account_id === account) &&
      words.every((word) => textOf(bot).includes(word) || isOfPair(bot, word)),
  )
  // What an unreadable row is like nobody knows: a filter by state or account leaves it out.
  const isNarrowed = state !== 'all' || account !== undefined
  const unread = unreadableRows(bots).filter(
    ({ id }) => !isNarrowed && words.every((word) => String(id ?? '').includes(word)),
  )
  return [...ordered(found, sort, direction), ...unread]
}

/**
 * How many bots each state has under the other filters. Nothing where a row could not be read: nobody
 * knows the state of its bot.
 */
export function stateCounts(
  bots: Rows<Bot>,
  search: GridBotSearch,
): Record<GridBotSearch['state'], number> | undefined {
  if (unreadableRows(bots).length > 0) return undefined
  const countOf = (state: GridBotSearch['state']) => overviewOf(bots, { ...search, state }).length
  return { all: countOf('all'), running: countOf('running'), disabled: countOf('disabled') }
}

const isOfPair = ({ pair }: Bot, word: string): boolean => matchesPair(pair, word)

/** The texts that a search looks through besides the pair. */
const textOf = (bot: Bot): string =>
  [bot.name, bot.id, bot.account_name, bot.note]
    .filter((part) => part != null)
    .join(' ')
    .toLowerCase()

/** How far the price is from leaving the range, in percent; below 0 once it has left. */
export function roomLeft(bot: Bot): Decimal | undefined {
  const position = rangePosition(bot)
  return position && (position.place === 'inside' ? position.distance : negate(position.distance))
}

const byResult = (part: 'total' | 'realised' | 'open') =>
  orderBy<GridBot, Decimal>(
    (bot) => gridResult(bot)[part],
    compare,
    (bot) => gridResult(bot).unit,
  )

const ORDERS: Record<Exclude<Sort, 'service' | 'attention'>, RowOrder<Bot>> = {
  name: orderBy((bot) => bot.name.toLowerCase(), inWords),
  edge: orderBy(roomLeft, compare),
  lines: orderBy((bot) => bot.grids_quantity, inNumbers),
  total: byResult('total'),
  realised: byResult('realised'),
  open: byResult('open'),
  roi: orderBy((bot) => gridResult(bot).roi, compare),
  trips: orderBy((bot) => bot.total_profits_count, inNumbers),
  // Without running times the earliest bot ran longest; a disabled one is unknown.
  runtime: orderBy(
    (bot) =>
      bot.running_seconds ?? (bot.is_enabled && bot.created_at ? -bot.created_at : undefined),
    inNumbers,
  ),
}

/** Bots out of their range first, the farthest on top; disabled ones last; the others as they are sent. */
const byAttention = (bots: Bot[]): Bot[] => {
  const outside = bots.filter(isOutOfRange)
  const rest = bots.filter((bot) => !isOutOfRange(bot))
  return [
    ...outside.toSorted((a, b) => ORDERS.edge(a, b, 1)),
    ...rest.filter(({ is_enabled: isEnabled }) => isEnabled),
    ...rest.filter(({ is_enabled: isEnabled }) => !isEnabled),
  ]
}

function ordered(bots: Bot[], sort: Sort, direction: 'asc' | 'desc'): Bot[] {
  if (sort === 'service') return bots
  if (sort === 'attention') return byAttention(bots)
  const turn = direction === 'asc' ? 1 : -1
  return bots.toSorted((a, b) => ORDERS[sort](a, b, turn))
}
