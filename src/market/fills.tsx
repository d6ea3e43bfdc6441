import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'

import type { PriceMarker } from '#charts/price-data.ts'
import { type HistoricalTrade, listHistory, type OrderSource } from '#contract/history.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { compare, type Decimal, isPositive } from '#money/decimal.ts'
import { formatAmount, formatPrice } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useDialectWords } from '#query/why-not-offered.ts'
import { splitPair } from '#trading/pair.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Time } from '#ui/time.tsx'

const PAGE = 100

/** Orders on a pair, newest first. */
export type OrdersRead = {
  rows: readonly HistoricalTrade[]
  /** No older order is missing. */
  isWhole: boolean
}

type OrdersOn = { pair: string; accountId: Id | undefined; isWanted: boolean }

export function useOrdersOn({ pair, accountId, isWanted }: OrdersOn): OrdersRead | undefined {
  // A service with joined lists would need a request per list.
  const { readsMonths } = useDialectWords()
  const { data } = useQuery({
    ...endpointQuery(listHistory, {
      query: {
        pair,
        ...(accountId !== undefined && { account_id: accountId }),
        order_by: 'closed_at',
        order_direction: 'desc',
        limit: PAGE,
        offset: 0,
      },
    }),
    enabled: readsMonths && isWanted,
  })
  return useMemo(() => data && { rows: readableRows(data), isWhole: data.length < PAGE }, [data])
}

type FillsOf = {
  type: OrderSource
  id: Id
  pair: string
  orders: OrdersRead | undefined
  /** Start of the trade, bot or deal: excludes earlier fills. */
  since: number
  /** Decimals of prices. */
  places: number | undefined
  /** Length of a candle in milliseconds. */
  length: number
}

/** Markers of a trade's or bot's fills, merged per candle and side. */
export function useFillMarkers(of: FillsOf): readonly PriceMarker[] {
  const { areAmountsHidden } = useDisplayPreferences()
  const { type, id, pair, orders, since, places, length } = of
  return useMemo(() => {
    const fills = orders ? fillsIn(orders, { type, id, since }) : []
    const base = splitPair(pair).base
    const oldest = orders && oldestRead(orders, since)
    const markers = fillMarkers({ fills, base, areAmountsHidden, places, length })
    return oldest === undefined ? markers : [notRead(oldest), ...markers]
  }, [type, id, pair, orders, since, places, length, areAmountsHidden])
}

export const fillsIn = (
  { rows }: OrdersRead,
  { type, id, since }: Pick<FillsOf, 'type' | 'id' | 'since'>,
): Fill[] =>
  rows.flatMap((row) => {
    const isOwn = row.source?.type === type && row.source.id === String(id)
    return isOwn && (row.closed_at ?? since) >= since ? fillOf(row) : []
  })

/** Time of the oldest order read, unless it is the first since an instant. */
export function oldestRead({ rows, isWhole }: OrdersRead, since: number): number | undefined {
  const oldest = rows.at(-1)?.closed_at
  return !isWhole && oldest !== undefined && oldest > since ? oldest : undefined
}

/** Marks the oldest fill drawn. */
const notRead = (at: number): PriceMarker => ({
  at,
  side: 'below',
  label: 'Older fills not drawn',
  words: 'Fills before this are not drawn',
  details: (
    <>
      Fills before <Time at={at} style="short" /> are not drawn.{' '}
      <Link to="/history" className="link touch">
        Open the history
      </Link>
    </>
  ),
})

type Fill = {
  at: number
  isBuy: boolean
  units: Decimal
  price: Decimal | undefined
  uuid: string | undefined
}

function fillOf({ closed_at: at, filled, order, uuid }: HistoricalTrade): Fill[] {
  const { units, price } = filled
  if (at === undefined || !units || !isPositive(units)) return []
  return [{ at, isBuy: order?.side === 'buy', units, price: price ?? undefined, uuid }]
}

type Style = Pick<FillsOf, 'places' | 'length'> & {
  fills: readonly Fill[]
  base: string
  areAmountsHidden: boolean
}

/** Maximum of listed fills per candle. */
const MOST_LISTED = 5

/** Oldest first. */
export function fillMarkers(style: Style): PriceMarker[] {
  const { fills, base, areAmountsHidden, places, length } = style
  const groups = new Map<string, [Fill, ...Fill[]]>()
  for (const fill of fills) {
    const key = `${fill.isBuy} ${Math.floor(fill.at / length)}`
    const group = groups.get(key)
    if (group) group.push(fill)
    else groups.set(key, [fill])
  }
  const write = (price: Decimal) => formatPrice(price, places)
  const wordsOf = ({ isBuy, units, price }: Fill) => {
    const amount = areAmountsHidden ? '' : ` ${formatAmount(units)} ${base}`
    return `${isBuy ? 'Bought' : 'Sold'}${amount}${price ? ` at ${write(price)}` : ''}`
  }
  const markers = Array.from(groups.values(), (group): PriceMarker => {
    const [newest] = group
    const { at, isBuy, units } = newest
    const did = isBuy ? 'Bought' : 'Sold'
    const isOne = group.length === 1
    const label = `${did}${isOne ? (areAmountsHidden ? '' : ` ${formatAmount(units)}`) : ` ${group.length}×`}`
    const further = group.length - MOST_LISTED
    return {
      at,
      side: isBuy ? 'below' : 'above',
      label,
      words: isOne ? wordsOf(newest) : `${did} ${group.length} times${betweenPrices(group, write)}`,
      details: (
        <ul>
          {group.slice(0, MOST_LISTED).map((fill, index) => (
            <li key={fill.uuid ?? index}>
              {wordsOf(fill)}
              <br />
              <Time at={fill.at} style="short" className="text-ink-3" />{' '}
              {fill.uuid !== undefined && (
                <Link to="/history" search={{ trade: fill.uuid }} className="link touch">
                  Open the order
                </Link>
              )}
            </li>
          ))}
          {further > 0 && <li className="text-ink-3">and {further} more</li>}
        </ul>
      ),
    }
  })
  return markers.toReversed()
}

function betweenPrices(fills: readonly Fill[], write: (price: Decimal) => string): string {
  const prices = fills.flatMap(({ price }) => price ?? []).toSorted(compare)
  const [low, high] = [prices[0], prices.at(-1)]
  if (!low || !high) return ''
  return write(low) === write(high) ? ` at ${write(low)}` : ` at ${write(low)} to ${write(high)}`
}
