import { useMemo } from 'react'

import { Chart } from '#charts/chart.tsx'
import type { Picture } from '#charts/picture.ts'
import {
  candleAt,
  CandleReadout,
  candleWords,
  drawnOf,
  priceRows,
  type WholeCandle,
  wholeCandles,
} from '#market/candle-figures.tsx'
import { latestWindow, useCandles } from '#market/candles.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { Price } from '#market/price.tsx'
import { toNumber } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { fromSlashPair, splitPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Section } from '#ui/page.tsx'

import type { DealEstimate } from '../ladder.ts'
import type { KnownOfBot } from './create-bot.tsx'

const CANDLES = { interval: '2h', count: 84 } as const
const SIZE = { height: 200, narrowHeight: 160 }

type PairNowProps = { pair: string; known: KnownOfBot; estimate: DealEstimate | undefined }

/** What the pair costs, how that went for a week, and the orders of a deal over it. */
export function PairNow({ pair, known, estimate }: PairNowProps) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const source = useFiguresSource(known.account?.name ?? 'No account')
  const window = latestWindow(CANDLES.interval, CANDLES.count, clock.now())
  const { data } = useCandles(
    { pair: fromSlashPair(pair), exchange: known.account?.exchange },
    window,
  )
  const { quote } = splitPair(pair)
  const { price } = known.figures.now
  const candles = useMemo(() => wholeCandles(data), [data])
  const picture = useMemo(() => pictureOf(candles, estimate), [candles, estimate])
  const readoutAt = (instant: number | undefined) =>
    instant === undefined ? (
      <>
        <span className="min-w-28 font-medium tabular-nums">Last price</span>
        <Price value={price} unit={quote} reason="The service gives no price." />
      </>
    ) : (
      <CandleReadout candle={candleAt(candles, instant)} />
    )
  return (
    <Section
      title={pair}
      caption={
        <>
          Free balance{' '}
          <Amount
            value={known.means.free}
            currency={quote}
            unit={quote}
            reason="Choose an account, or the service does not say its balance."
          />
        </>
      }
    >
      {candles.length > 1 ? (
        <Chart
          name={`price of ${pair}`}
          label={`${pair}, the last seven days by two hours${estimate ? ', with the orders of a deal' : ''}`}
          picture={picture}
          size={SIZE}
          describe={(instant) => candleWords(candleAt(candles, instant), timeZone)}
          readout={readoutAt}
          file={{
            name: `price-${pair.replace('/', '-').toLowerCase()}`,
            title: `Price of ${pair} by two hours`,
            source,
            hasAmounts: false,
            rows: () => priceRows(candles, []),
          }}
        />
      ) : (
        <p className="text-ink-2">
          Last price <Price value={price} unit={quote} reason="The service gives no price." />
        </p>
      )}
    </Section>
  )
}

/** Safety orders as lines under, or over, the price, and where the first order would close. */
function pictureOf(candles: readonly WholeCandle[], estimate: DealEstimate | undefined): Picture {
  const steps = estimate?.counted === 'price' ? estimate.steps : []
  const [base] = steps
  return {
    along: 'time',
    format: { isAmount: false },
    series: [{ kind: 'candles', name: 'Price', candles: candles.map(drawnOf) }],
    levels: [
      ...steps.map(({ price }, index) => ({
        value: toNumber(price),
        tone: 'accent' as const,
        ...(index > 0 && { dash: '3 3' }),
      })),
      ...(base ? [{ value: toNumber(base.takeProfit), tone: 'up' as const, label: 'Target' }] : []),
    ],
  }
}
