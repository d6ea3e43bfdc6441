import { Suspense, useMemo, useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'

import { ChartExport } from './chart-export.tsx'
import type { PriceCanvas } from './price-canvas.ts'
import { candleAt, type PriceChartProps, type PriceHistory } from './price-data.ts'
import { CandleReadout, indicatorValues, priceRows } from './price-figures.tsx'

const PricePlot = lazyPanel(async () => (await import('./price-plot.tsx')).PricePlot, {
  hasOwnWait: true,
})

/**
 * Candles and volume with zoom, pan, crosshair and intervals, and the prices that matter across them.
 * It draws what it is given and computes no figure. Hand it the same arrays while nothing has changed.
 *
 * ```tsx
 * const history = usePriceHistory({ pair, exchange }, { since: trade.data.created_at })
 * const levels = useMemo(() => levelAt('Stop', stop, 'down'), [stop])
 * <PriceChart
 *   name="prices of SmartTrade 12"
 *   label="ETH/USDT with the prices of the trade"
 *   history={history}
 *   levels={levels}
 *   height={280}
 * />
 * ```
 */
export function PriceChart(props: PriceChartProps) {
  const { name, history, levels, indicators = [], height, file } = props
  const { candles, whyNone } = history
  const [at, setAt] = useState<number>()
  const [canvas, setCanvas] = useState<PriceCanvas>()
  const pointed = useMemo(
    () => (at === undefined ? candles.at(-1) : candleAt(candles, at)),
    [candles, at],
  )
  const room = <div style={{ height }} />
  return (
    <figure className="price-chart @container">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
        <IntervalChoice name={name} history={history} />
        {whyNone === undefined && (
          <Button
            look="quiet"
            size="small"
            aria-label={`Fit ${name}`}
            onClick={() => canvas?.fit()}
          >
            Fit
          </Button>
        )}
        {file && (
          <ChartExport
            name={name}
            images={{
              png: () => canvas?.image(file) ?? Promise.reject(new Error('It is not drawn yet.')),
            }}
            file={{ ...file, hasAmounts: false, rows: () => priceRows(candles, levels) }}
          />
        )}
      </div>
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-0.5 contain-layout @max-[34rem]:min-h-11 @max-[34rem]:gap-x-2 @max-[34rem]:*:gap-1">
        {whyNone === undefined ? (
          <>
            <CandleReadout
              candle={pointed}
              values={pointed ? indicatorValues(indicators, candles.indexOf(pointed), pointed) : []}
            />
            <ReadingState history={history} />
          </>
        ) : (
          <span className="text-caption text-ink-3">{whyNone}</span>
        )}
      </figcaption>
      <Deferred meanwhile={room}>
        <Suspense fallback={room}>
          <PricePlot {...props} canvas={canvas} onCanvas={setCanvas} onPoint={setAt} />
        </Suspense>
      </Deferred>
    </figure>
  )
}

/** Segments if there is space, else a native select. */
function IntervalChoice({ name, history }: { name: string; history: PriceHistory }) {
  const { interval, intervals, onInterval, whyNone } = history
  if (whyNone !== undefined) return null
  const label = `Length of the candles, ${name}`
  const options = intervals.map((one) => ({ value: one, label: one }))
  return (
    <>
      <div className="@max-[34rem]:hidden">
        <Segmented label={label} value={interval} options={options} onChange={onInterval} />
      </div>
      <div className="@min-[34rem]:hidden">
        <Select
          isChip
          aria-label={label}
          value={interval}
          options={options}
          onChange={({ target }) => onInterval(target.value)}
        />
      </div>
    </>
  )
}

/** Shown above the drawing, which keeps its levels. */
function ReadingState({ history: { candles, state, retry } }: { history: PriceHistory }) {
  const words =
    state === 'failed'
      ? 'The candles could not be read.'
      : candles.length > 0 || state === 'none'
        ? undefined
        : state === 'reading'
          ? 'Reading candles'
          : 'No candles of this pair are known.'
  if (words === undefined) return null
  return (
    <span role="status" className="flex gap-2 text-caption text-ink-3">
      <span className={state === 'reading' ? 'appear-late' : undefined}>{words}</span>
      {state === 'failed' && (
        <button type="button" className="link touch" onClick={retry}>
          Try again
        </button>
      )}
    </span>
  )
}
