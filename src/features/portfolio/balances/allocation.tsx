import { useMemo } from 'react'

import { Shares } from '#charts/shares.tsx'
import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import {
  type Decimal,
  HUNDRED,
  isNegative,
  isPositive,
  subtract,
  sum,
  toNumber,
} from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Unit } from '#trading/balance-flow.ts'

import { type Asset, assetsOf, sorted } from './assets.ts'
import { sharesOf } from './shares.ts'
import { UNIT_PLACES } from '../unit.ts'

/** The room the parts will take. */
export const AllocationSkeleton = () => (
  <Section title="Allocation">
    <div className="mb-2.5 h-2 bg-active" />
    {Array.from({ length: NAMED + 1 }, (_, part) => (
      <div key={part} className="flex min-h-6 items-center justify-between max-sm:min-h-8">
        <Skeleton />
        <Skeleton width={104} />
      </div>
    ))}
  </Section>
)

type AllocationProps = { rows: Rows<BalanceRow>; unit: Unit }

type Part = { name: string; value: Decimal; share: Decimal }

/** More parts cannot be told apart by their shade. */
const NAMED = 4

/** What the whole is made of, the largest parts by name. */
export function Allocation({ rows, unit }: AllocationProps) {
  const { parts, left } = useMemo(() => partsOf(assetsOf(rows, unit)), [rows, unit])
  if (parts.length === 0) return null
  return (
    <Section title="Allocation">
      <Shares
        label="Allocation"
        parts={parts.map(({ name, value, share }) => ({
          name,
          share: toNumber(share) / 100,
          value: <Amount value={value} places={UNIT_PLACES[unit]} mainPlaces={UNIT_PLACES[unit]} />,
          percent: <Percent value={share} />,
        }))}
      />
      {left > 0 && (
        <p className="mt-1 text-caption text-ink-3">
          Without {left} {left === 1 ? 'asset that has' : 'assets that have'} no value above zero.
        </p>
      )}
    </Section>
  )
}

/** The parts of all that has a value above zero, and how many assets have none. */
export function partsOf(all: readonly Asset[]): { parts: Part[]; left: number } {
  const assets = sorted(all, { by: 'value', direction: 'descending' })
  const priced = assets.flatMap(({ code, value }) =>
    value && isPositive(value) ? [{ name: code ?? '—', value }] : [],
  )
  const shares = sharesOf(priced.map(({ value }) => value))
  const parts = priced.flatMap((part, index) => {
    const share = shares[index]
    return share ? [{ ...part, share }] : []
  })
  const left = all.filter(({ value }) => value === undefined || isNegative(value)).length
  if (parts.length <= NAMED + 1) return { parts, left }
  const named = parts.slice(0, NAMED)
  const rest = parts.slice(NAMED)
  const others = {
    name: `${rest.length} others`,
    value: sum(rest.map(({ value }) => value)),
    share: subtract(HUNDRED, sum(named.map(({ share }) => share))),
  }
  return { parts: [...named, others], left }
}
