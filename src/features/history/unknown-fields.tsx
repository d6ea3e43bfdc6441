import { rawOf } from '#contract/read.ts'
import { isDecimal } from '#money/decimal.ts'
import { HIDDEN } from '#money/format.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { drawn } from '#ui/drawn.ts'
import { UnknownValue } from '#ui/amount.tsx'

import type { TradeColumn } from './columns.tsx'
import { partsOf, type Trade } from './trades.ts'

/** Maximum shown: a service may send hundreds. */
const MOST = 30

/** Dotted paths, such as "status.reason", of fields that the contract does not know. */
export function unknownFields(trades: readonly Trade[]): string[] {
  const paths = new Set<string>()
  for (const trade of trades) {
    for (const path of beside(rawOf(trade), partsOf(trade))) paths.add(path)
    if (paths.size > MOST) break
  }
  return [...paths].slice(0, MOST)
}

function beside(raw: unknown, read: object): string[] {
  if (!isObject(raw)) return []
  return Object.entries(raw).flatMap(([name, value]) => {
    const known: unknown = Object.hasOwn(read, name) ? Reflect.get(read, name) : undefined
    // Known by the contract, but unreadable.
    if (known === undefined && Object.hasOwn(read, name)) return []
    if (isObject(value))
      return beside(value, isObject(known) ? known : {}).map((path) => `${name}.${path}`)
    const isColumn = !Object.hasOwn(read, name) && !name.includes('.') && isScalar(value)
    return isColumn ? [name] : []
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Scalar = string | number | boolean

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '')

function fieldOf(trade: Trade, path: string): Scalar | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (member, name) =>
        isObject(member) && Object.hasOwn(member, name) ? Reflect.get(member, name) : undefined,
      rawOf(trade),
    )
  return isScalar(value) ? value : undefined
}

export const unknownColumn = (path: string): TradeColumn => ({
  id: path,
  head: path,
  has: (trade) => isScalar(fieldOf(trade, path)),
  cell: (trade) => <FieldText value={fieldOf(trade, path)} />,
})

/** Each may be an amount, so hiding amounts hides every figure. */
const FieldText = drawn(drawField, useDisplayPreferences)

function drawField(
  { value }: { value: Scalar | undefined },
  { areAmountsHidden }: DisplayPreferences,
) {
  if (value === undefined) return <UnknownValue />
  const text = String(value)
  if (areAmountsHidden && typeof value !== 'boolean' && isDecimal(text)) return HIDDEN
  return (
    <span title={text} className="inline-block max-w-44 truncate align-top text-ink-2 tabular-nums">
      {text}
    </span>
  )
}
