import { add, compare, type Decimal, divide, isZero, multiply } from '#money/decimal.ts'
import { toSlashPair } from '#trading/pair.ts'
import { tagsOf } from '#trading/tags.ts'

import type { GroupKind, HistorySearch } from './search.ts'
import { partsOf, type Trade } from './trades.ts'
import { roleWords, sourceWords } from './words.ts'

/** Filters on loaded rows, which no service supports. */
export type Narrowing = Pick<HistorySearch, 'source' | 'side' | 'role' | 'tag'>

type Said = Pick<Trade, 'pair' | 'source' | 'order' | 'kind'>

/** One bot as `grid_bot:12`, else the kind; '' if unknown. */
export function sourceOf({ source }: Said): string {
  const { type = '', id } = source ?? {}
  return id && BOTS.has(type) ? `${type}:${id}` : type
}

const BOTS = new Set(['grid_bot', 'dca_bot'])

const tagsOfTrade = ({ source }: Said): string[] => tagsOf(source?.note ?? '')

const roleOf = ({ order, kind }: Said): string => (order === null ? kind : order?.role) ?? ''

/** Groups of a row, several if its note has several tags; '' is unknown. */
export function groupsOf(row: Said, kind: GroupKind): readonly string[] {
  if (kind === 'pair') return [row.pair ?? '']
  if (kind === 'source') return [sourceOf(row)]
  if (kind === 'role') return [roleOf(row)]
  const tags = tagsOfTrade(row)
  return tags.length === 0 ? [''] : tags
}

export const isNarrowing = (wanted: Narrowing): boolean =>
  Object.values(wanted).some((one) => one !== undefined)

/** Rows that match; an unreadable row is matched by its readable fields. */
export function narrowed(trades: readonly Trade[], wanted: Narrowing): readonly Trade[] {
  const { source, side, role, tag } = wanted
  if (!isNarrowing(wanted)) return trades
  return trades.filter((trade) => {
    const said = partsOf(trade)
    const own = sourceOf(said)
    return (
      (source === undefined || own === source || own.startsWith(`${source}:`)) &&
      (side === undefined || said.order?.side === side) &&
      (role === undefined || roleOf(said) === role) &&
      (tag === undefined || tagsOfTrade(said).includes(tag.toLowerCase()))
    )
  })
}

/** Decimals of an amount converted to USD. */
const USD_PLACES = 8

/** Profit before fees in USD, at the profit's own rate; unknown without profit or rate. */
export function beforeFees(trade: Trade): Trade {
  const { profit } = trade
  if (!profit) return trade
  const { amount, fees, usd } = profit
  const gross = amount && fees && add(amount, fees)
  const inDollars = gross && dollars(gross, amount, usd)
  return { ...trade, profit: { ...profit, amount: gross, usd: inDollars } }
}

function dollars(
  gross: Decimal,
  amount: Decimal,
  usd: Decimal | null | undefined,
): Decimal | null | undefined {
  if (!usd) return usd
  // No rate follows from a zero amount.
  if (isZero(amount)) return isZero(gross) ? usd : undefined
  if (compare(amount, usd) === 0) return gross
  return divide(multiply(gross, usd), amount, USD_PLACES, 'half-even')
}

export function groupNames(rows: readonly Said[], kind: GroupKind): (group: string) => string {
  if (kind === 'role') return (role) => (role === '' ? 'Purpose unknown' : roleWords(role))
  if (kind === 'tag') return (tag) => (tag === '' ? 'No tag' : tag)
  if (kind === 'pair') {
    return (pair) => (pair === '' ? 'Pair unknown' : toSlashPair(pair))
  }
  const names = new Map<string, string>()
  for (const row of rows) {
    const name = row.source?.name
    if (name) names.set(sourceOf(row), name)
  }
  const counts = new Map<string, number>()
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (key) => {
    const [type = '', id] = key.split(':')
    const name = names.get(key)
    if (name !== undefined) return counts.get(name) === 1 ? name : `${name}, ${shortId(id)}`
    if (type === '') return 'Source unknown'
    return id === undefined ? pluralSource(type) : `${sourceWords(type)} ${shortId(id)}`
  }
}

/** Beginning of a UUID, enough to tell bots apart. */
const shortId = (id = ''): string => id.slice(0, 8)

const pluralSource = (type: string): string =>
  type === 'smart_trade' || BOTS.has(type) ? `${sourceWords(type)}s` : sourceWords(type)

export function choicesOf(
  rows: readonly Trade[],
  kind: GroupKind,
): { value: string; label: string }[] {
  const said = rows.map(partsOf)
  const values = new Set(said.flatMap((row) => groupsOf(row, kind)))
  if (kind === 'source') {
    for (const value of values) values.add(value.split(':', 1)[0] ?? value)
  }
  values.delete('')
  const nameOf = groupNames(said, kind)
  return [...values]
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
