import { useState } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import { type CandleWindow, useCandles, useHasCandles, windowSince } from '#market/candles.ts'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { formatAmount, widestPlaces } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Section } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Time } from '#ui/time.tsx'

import { gridLinesOf, gridLineWords, linesAndMarks } from './grid-lines.ts'
import { type Zoom, ZOOMS } from './picture-view.ts'
import { RangePicture } from './range-picture.tsx'

const EVERY = 60_000

/** The price since the bot was made, drawn over its lines; only where the service sends candles. */
export function PriceInRange({ bot }: { bot: GridBot }) {
  const isOffered = useHasCandles()
  const { clock } = useService()
  const [zoom, setZoom] = useState<Zoom>('1')
  const window = windowSince(bot.created_at, clock.now())
  if (!isOffered || !window || bot.pair === undefined) return null
  return (
    <Section
      title="Price in the range"
      caption={
        <>
          since <Time at={window.from} style="date" />
          {bot.trailing_up_enabled && ', trailing up'}
        </>
      }
      actions={
        <Segmented
          label="Zoom"
          value={zoom}
          options={ZOOMS.map((value) => ({ value, label: `${value}×` }))}
          onChange={setZoom}
        />
      }
    >
      <Prices bot={bot} pair={bot.pair} window={window} zoom={zoom} />
    </Section>
  )
}

type PricesProps = { bot: GridBot; pair: string; window: CandleWindow; zoom: Zoom }

function Prices({ bot, pair, window, zoom }: PricesProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { data, error } = useCandles(pair, window, EVERY)
  if (!data && error) {
    return <p className="text-ink-2">The prices could not be loaded: {error.message}</p>
  }
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (!lower || !upper || !last) {
    return <p className="text-ink-2">The service did not say the range or the last price.</p>
  }
  const points = (data ?? []).flatMap(({ time, close }) =>
    time === undefined || close === undefined ? [] : [{ at: time, value: toNumber(close) }],
  )
  const gridLines = gridLinesOf(bot)
  const places = widestPlaces([lower, upper, last])
  const mark = (price: Decimal) => ({
    price: toNumber(price),
    label: formatAmount(price, { minPlaces: places }),
  })
  // Both ends and the lines a quarter of the way in, as on any axis.
  const quarter = Math.round((gridLines.length - 1) / 4)
  const between = quarter > 0 ? [gridLines[quarter], gridLines.at(-1 - quarter)] : []
  return (
    <RangePicture
      label={`${toSlashPair(pair)} since the bot was made, inside its range from ${formatAmount(lower)} to ${formatAmount(upper)}`}
      points={points}
      lines={linesAndMarks(bot).map((gridLine) => ({
        price: toNumber(gridLine.price),
        state: gridLine.state,
        words: gridLineWords(gridLine, { bot, areAmountsHidden, places }),
      }))}
      zoom={zoom}
      idle="Point at a line or use the arrow keys to read it."
      lower={mark(lower)}
      upper={mark(upper)}
      marks={[
        mark(upper),
        mark(lower),
        ...between.flatMap((gridLine) => (gridLine ? [mark(gridLine.price)] : [])),
      ]}
      last={mark(last)}
    />
  )
}
