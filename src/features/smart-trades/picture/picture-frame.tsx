import { type ReactNode, useMemo, useState } from 'react'

import { ChartCursor, type CursorPlot } from '#charts/chart-cursor.tsx'
import { ChartCaption, ChartExport, type ExportedFile } from '#charts/chart-export.tsx'
import { FOOT as CURSOR_FOOT } from '#charts/plot.ts'
import { useWidth } from '#charts/use-width.ts'
import { listCandles } from '#contract/market.ts'
import {
  candleAt,
  CandleReadout,
  candleWords,
  type PriceLevel,
  pricePicture,
  priceRows,
  type WholeCandle,
} from '#market/candle-figures.tsx'
import { toNumber } from '#money/decimal.ts'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { toSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { FOOT, instantAt, placeOf } from './picture-candles.tsx'
import {
  HEIGHT,
  NOW,
  type PictureLine,
  type PicturePlan,
  priceOnAxis,
  WIDTH,
  yOnAxis,
} from './picture-plan.ts'

type PictureFrameProps = {
  plan: PicturePlan
  pair: string
  candles: readonly WholeCandle[]
  nameOf: (line: PictureLine) => string
  /** Whose trade it is, in exported files; without it nothing is exported. */
  source: string | undefined
  children: ReactNode
}

/** Readout and cursor of the candles, and the menu that exports them with the prices of the trade. */
export function PictureFrame(props: PictureFrameProps) {
  const { plan, pair, candles, nameOf, source, children } = props
  const { lines, scale } = plan
  const { height = HEIGHT } = scale
  const reader = useDisplayPreferences()
  const { timeZone } = reader
  const [box, width] = useWidth<HTMLDivElement>()
  const [index, setIndex] = useState<number>()
  const whyNot = useWhyNotOffered(listCandles)
  const stops = useMemo(
    () => ({
      at: Float64Array.from(candles, ({ at }) => at),
      valueAt: (place: number) => {
        const close = candles[place]?.close
        return close && toNumber(close)
      },
    }),
    [candles],
  )
  /** Px of the page for each unit of the drawing. */
  const size = width / WIDTH
  const plot: CursorPlot = {
    plotWidth: NOW * size,
    height: (height - FOOT) * size + CURSOR_FOOT,
    x: (at) => placeOf(candles, at) * size,
    at: (x) => instantAt(candles, x / size),
    y: (price) => yOnAxis(scale, price) * size,
    valueAt: (y) => priceOnAxis(scale, y / size),
  }
  const levels = lines.map((line): PriceLevel => ({
    name: nameOf(line),
    price: line.price,
    tone: TONES[line.kind],
    dash: line.kind === 'break-even' || line.kind === 'liquidation' ? '3 3' : undefined,
  }))
  const readout =
    whyNot === undefined ? (
      <CandleReadout candle={index === undefined ? candles.at(-1) : candles[index]} />
    ) : (
      <span className="text-caption text-ink-3">{whyNot}</span>
    )
  const name = `Prices of the trade, ${toSlashPair(pair)}`
  const fileOf = (of: string): ExportedFile => ({
    name: `trade-${fileWord(pair)}`,
    title: name,
    source: of,
    hasAmounts: false,
    rows: () => priceRows(candles, levels),
  })
  const image = (of: string) => async () => {
    const { chartImage } = await import('#charts/chart-image.ts')
    const range = { low: priceOnAxis(scale, height), high: priceOnAxis(scale, 0) }
    const picture = pricePicture({ candles, levels, range, isNamed: true })
    return chartImage({ picture, file: fileOf(of), reader })
  }
  return (
    <figure className="@container">
      {source === undefined ? (
        <figcaption className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          {readout}
        </figcaption>
      ) : (
        <ChartCaption
          menu={
            <ChartExport
              name="picture of the trade"
              images={{ png: image(source) }}
              file={fileOf(source)}
            />
          }
        >
          {readout}
        </ChartCaption>
      )}
      <div ref={box} className="relative">
        {/* Below the lines, so that each of them is still there to be taken. */}
        {candles.length > 0 && width > 0 && (
          <ChartCursor
            name="candles of the trade"
            plot={plot}
            stops={stops}
            index={index}
            onMove={setIndex}
            describe={(at) => candleWords(candleAt(candles, at), timeZone)}
          />
        )}
        <div className="pointer-events-none relative">{children}</div>
      </div>
    </figure>
  )
}

const TONES: Record<PictureLine['kind'], PriceLevel['tone']> = {
  target: 'up',
  stop: 'down',
  'stop-limit': 'down',
  entry: 'text',
  trigger: 'text-2',
  now: 'text-3',
  ask: 'text-3',
  bid: 'text-3',
  'break-even': 'text-3',
  liquidation: 'caution',
}
