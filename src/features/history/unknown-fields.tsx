import { rawOf } from '#contract/read.ts'
import { isDecimal } from '#money/decimal.ts'
import { HIDDEN } from '#money/format.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import type { TradeColumn } from './columns.tsx'
import { UNTOLD } from './trade-cells.tsx'
import type { Trade } from './trades.ts'

/** A careless service may send hundreds. */
const MOST = 30

/**
 * What the service says of its orders beside what the contract knows, by dotted path, such as
 * "status.reason": texts, numbers and truths, of which one can make a column.
 */
export function unknownFields(trades: readonly Trade[]): string[] {
  const paths = new Set<string>()
  for (const trade of trades) {
    for (const path of beside(rawOf(trade), trade)) paths.add(path)
    if (paths.size > MOST) break
  }
  return [...paths].slice(0, MOST)
}

function beside(raw: unknown, read: object): string[] {
  if (!isObject(raw)) return []
  return Object.entries(raw).flatMap(([name, value]) => {
    const known: unknown = Object.hasOwn(read, name) ? Reflect.get(read, name) : undefined
    if (isObject(value))
      return beside(value, isObject(known) ? known : {}).map((path) => `${name}.${path}`)
    const isColumn = !Object.hasOwn(read, name) && !name.includes('.') && isTold(value)
    return isColumn ? [name] : []
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Told = string | number | boolean

const isTold = (value: unknown): value is Told =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '')

/** What a row says of a field, as it was sent. */
function toldOf(trade: Trade, path: string): Told | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (member, name) =>
        isObject(member) && Object.hasOwn(member, name) ? Reflect.get(member, name) : undefined,
      rawOf(trade),
    )
  return isTold(value) ? value : undefined
}

/** The column of such a field, headed by its own name. */
export const unknownColumn = (path: string): TradeColumn => ({
  id: path,
  head: path,
  has: (trade) => toldOf(trade, path) !== undefined,
  cell: (trade) => <ToldText told={toldOf(trade, path)} />,
})

/** Nobody knows which of them are amounts, so with those every figure is hidden. */
function ToldText({ told }: { told: Told | undefined }) {
  const { areAmountsHidden } = useDisplayPreferences()
  if (told === undefined) return <UnknownValue reason={UNTOLD} />
  const text = String(told)
  if (areAmountsHidden && typeof told !== 'boolean' && isDecimal(text)) return HIDDEN
  return (
    <span title={text} className="inline-block max-w-44 truncate align-top text-ink-2 tabular-nums">
      {text}
    </span>
  )
}
