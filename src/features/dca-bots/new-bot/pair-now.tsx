import { useMemo } from 'react'

import { Chart } from '#charts/chart.tsx'
import type { Candle as Drawn, Picture } from '#charts/picture.ts'
import type { Candle } from '#contract/market.ts'
import { latestWindow, useCandles } from '#market/candles.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { Price, pricePlaces } from '#market/price.tsx'
import { type Decimal, fromNumber, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { fromSlashPair, splitSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'

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
  const { data } = useCandles(fromSlashPair(pair), window)
  const { quote } = splitSlashPair(pair)
  const { price } = known.figures.now
  const candles = useMemo(() => drawnOf(data ?? []), [data])
  const picture = useMemo(() => pictureOf(candles, estimate), [candles, estimate])
  const at = (instant: number | undefined) =>
    candles.findLast((one) => one.at <= (instant ?? Number.POSITIVE_INFINITY)) ?? candles.at(-1)
  const readoutAt = (instant: number | undefined) => (
    <>
      <span className="min-w-28 font-medium tabular-nums">
        {instant === undefined ? 'Last price' : <Time at={at(instant)?.at} style="minute" />}
      </span>
      <Price
        value={instant === undefined ? price : closeOf(at(instant))}
        unit={quote}
        reason="The service gives no price."
      />
    </>
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
          describe={(instant) =>
            `${formatInstant(instant, 'minute', timeZone)}: ${written(closeOf(at(instant)))} ${quote}`
          }
          readout={readoutAt}
          file={{
            name: `price-${pair.replace('/', '-').toLowerCase()}`,
            title: `Price of ${pair} by two hours`,
            source,
            hasAmounts: false,
            rows: () => [
              ['Time', 'Open', 'High', 'Low', 'Close'],
              ...candles.map(({ at: start, open, high, low, close }) => [
                new Date(start).toISOString(),
                ...[open, high, low, close].map(String),
              ]),
            ],
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

const closeOf = (candle: Drawn | undefined): Decimal | undefined =>
  candle && fromNumber(candle.close)

const written = (value: Decimal | undefined): string =>
  value === undefined ? 'unknown' : formatAmount(value, { places: pricePlaces(value) })

const drawnOf = (candles: readonly Candle[]): Drawn[] =>
  candles.flatMap(({ time: at, open, high, low, close }) =>
    at === undefined || !open || !high || !low || !close
      ? []
      : [
          {
            at,
            open: toNumber(open),
            high: toNumber(high),
            low: toNumber(low),
            close: toNumber(close),
          },
        ],
  )

/** Safety orders as lines under, or over, the price, and where the first order would close. */
function pictureOf(candles: readonly Drawn[], estimate: DealEstimate | undefined): Picture {
  const steps = estimate?.counted === 'price' ? estimate.steps : []
  const [base] = steps
  return {
    along: 'time',
    format: { isAmount: false },
    series: [{ kind: 'candles', name: 'Price', candles }],
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
