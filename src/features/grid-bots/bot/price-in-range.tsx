import { useState } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import { listCandles } from '#contract/market.ts'
import { useExchangeOf } from '#market/accounts.ts'
import { type CandleWindow, useCandles, useHasCandles, windowSince } from '#market/candles.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { accountOf } from '#market/names.tsx'
import { type Decimal, toNumber, toText } from '#money/decimal.ts'
import { formatAmount, widestPlaces } from '#money/format.ts'
import { shortPrice } from '#money/price-places.ts'
import { useService } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { toSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Section } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Time } from '#ui/time.tsx'

import { gridLineWords, linesAndMarks } from './grid-lines.ts'
import { type Zoom, ZOOMS } from './picture-view.ts'
import { RangePicture } from './range-picture.tsx'

const EVERY = 60_000

/** The price since the bot was made, drawn over its lines; or why it cannot be. */
export function PriceInRange({ bot }: { bot: GridBot }) {
  const isOffered = useHasCandles()
  const whyNot = useWhyNotOffered(listCandles)
  const { clock } = useService()
  const [zoom, setZoom] = useState<Zoom>('1')
  const window = windowSince(bot.created_at, clock.now())
  if (whyNot !== undefined) {
    return (
      <Section title="Price in the range">
        <p className="text-ink-2">{whyNot}</p>
      </Section>
    )
  }
  if (!isOffered || !window) return null
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
  const source = useFiguresSource(accountOf(bot))
  const exchange = useExchangeOf(bot.account_id)
  const { data, error } = useCandles({ pair, exchange }, window, EVERY)
  if (!data && error) {
    return <p className="text-ink-2">The prices could not be loaded: {error.message}</p>
  }
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (!lower || !upper || !last) {
    return <p className="text-ink-2">The service did not say the range or the last price.</p>
  }
  const points = (data ?? []).flatMap(({ time, close }) =>
    close ? [{ at: time, value: toNumber(close) }] : [],
  )
  const places = widestPlaces([lower, upper, last])
  const mark = (price: Decimal) => ({
    price: toNumber(price),
    label: shortPrice(price, places),
  })
  const label = `${toSlashPair(pair)} since the bot was created, inside its range from ${formatAmount(lower)} to ${formatAmount(upper)}`
  return (
    <RangePicture
      label={label}
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
      last={mark(last)}
      file={{
        name: `grid-bot-prices-${fileWord(pair)}`,
        title: `${label}, last price ${formatAmount(last)}`,
        source,
        hasAmounts: false,
        rows: () => [
          ['row', 'time', 'price'],
          ['Lower limit', '', { figure: toText(lower) }],
          ['Upper limit', '', { figure: toText(upper) }],
          ['Last price', '', { figure: toText(last) }],
          ...linesAndMarks(bot).map(({ price, state }) => [
            `Line, ${state}`,
            '',
            { figure: toText(price) },
          ]),
          ...(data ?? []).flatMap(({ time, close }) =>
            close ? [['Close', new Date(time).toISOString(), { figure: toText(close) }]] : [],
          ),
        ],
      }}
    />
  )
}
