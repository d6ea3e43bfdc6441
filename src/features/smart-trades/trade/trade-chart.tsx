import { type ReactNode, useMemo, useState } from 'react'

import { Chart } from '#charts/chart.tsx'
import { CANDLE_INTERVALS, CANDLE_LENGTHS, listCandles, MAX_CANDLES } from '#contract/market.ts'
import {
  candleAt,
  CandleReadout,
  candleWords,
  type PriceLevel,
  pricePicture,
  priceRows,
  wholeCandles,
} from '#market/candle-figures.tsx'
import { useExchangeOf } from '#market/accounts.ts'
import { type CandleWindow, dayWindow, useCandles } from '#market/candles.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import type { Decimal } from '#money/decimal.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { isWholePair, toSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { entryOf, isClosed, nowOf, stepPrice, stepsOf, stopOf, type Trade } from '../trade-facts.ts'

const SIZE = { height: 200, narrowHeight: 200 }

type TradeChartProps = {
  trade: Trade
  /** What stands there until the candles have come. */
  meanwhile: ReactNode
}

/** The prices of a trade over the candles since it was made, or why there are none. */
export function TradeChart({ trade, meanwhile }: TradeChartProps) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const [opened] = useState(() => clock.now())
  const source = useFiguresSource(trade.account.name)
  const { pair, id } = trade
  const { window, until } = windowOf(trade, opened)
  const exchange = useExchangeOf(trade.account.id)
  const { data, isPending } = useCandles({ pair, exchange }, window)
  const isOffered = useExtension(listCandles)
  const whyNot = useWhyNotOffered(listCandles)
  const candles = useMemo(
    () => wholeCandles(data ?? []).filter(({ at }) => at <= until),
    [data, until],
  )
  const levels = useMemo(() => levelsOf(trade), [trade])
  const picture = useMemo(() => pricePicture({ candles, levels }), [candles, levels])
  if (whyNot !== undefined) {
    return <p className="border-b border-hairline py-2 text-caption text-ink-3">{whyNot}</p>
  }
  if (isPending && isOffered !== false && isWholePair(pair)) return meanwhile
  if (candles.length < 2) return null
  const readoutAt = (at: number | undefined) => <CandleReadout candle={candleAt(candles, at)} />
  const name = toSlashPair(pair)
  return (
    <div className="border-b border-hairline pb-1">
      <Chart
        name={`prices of SmartTrade ${id}`}
        label={`${name} with the prices of the trade: ${levels.map((one) => one.name).join(', ')}`}
        picture={picture}
        size={SIZE}
        exported={() => pricePicture({ candles, levels, isNamed: true })}
        readout={readoutAt}
        describe={(at) => candleWords(candleAt(candles, at), timeZone)}
        file={{
          name: `smart-trade-${fileWord(String(id))}`,
          title: `SmartTrade ${id}, ${name}`,
          source,
          hasAmounts: false,
          rows: () => priceRows(candles, levels),
        }}
      />
    </div>
  )
}

/** As many as have room beside each other in a drawer. */
const WANTED = 80
const DAY = 86_400_000

/** From the trade's start, a day at least, to its end or to now, with a quarter before and after. */
export function windowOf(trade: Trade, now: number): { window: CandleWindow; until: number } {
  const { created_at: created, closed_at: ended } = trade.data
  const end = isClosed(trade) && ended ? Math.min(ended, now) : now
  const span = Math.max(DAY, created ? end - created : 0)
  const from = end - span * (created ? 1.25 : 1)
  const interval = CANDLE_INTERVALS.find(
    (one) =>
      (end - from) / CANDLE_LENGTHS[one] <= WANTED &&
      (now - from) / CANDLE_LENGTHS[one] <= MAX_CANDLES,
  )
  if (interval === undefined) return { window: dayWindow('30m', now), until: now }
  const length = CANDLE_LENGTHS[interval]
  return {
    window: { interval, from: Math.floor(from / length) * length },
    until: end === now ? Number.POSITIVE_INFINITY : end + span / 4,
  }
}

/** Every price of a trade that is known, by the names of its steps. */
export function levelsOf(trade: Trade): PriceLevel[] {
  const level = (
    name: string,
    price: Decimal | undefined,
    look: Omit<PriceLevel, 'name' | 'price'>,
  ): PriceLevel[] => (price ? [{ name, price, ...look }] : [])
  const steps = stepsOf(trade)
  return [
    ...steps.flatMap((step, index) =>
      level(`Target${steps.length === 1 ? '' : ` ${index + 1}`}`, stepPrice(trade, step), {
        tone: 'up',
      }),
    ),
    ...level(trade.skip_enter_step ? 'Held position' : 'Entry', entryOf(trade), { tone: 'text' }),
    ...level('Stop', stopOf(trade), { tone: 'down' }),
    ...level(isClosed(trade) ? 'Average close' : 'Last price', nowOf(trade), {
      tone: 'text-3',
      dash: '1 3',
      isStrong: true,
    }),
  ]
}
