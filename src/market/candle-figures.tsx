import { ReadoutItem } from '#charts/chart-export.tsx'
import type { Candle as DrawnCandle, Level, Picture } from '#charts/picture.ts'
import type { Candle } from '#contract/market.ts'
import { type Decimal, toNumber, toText } from '#money/decimal.ts'
import { formatPrice, shortPrice, tickPlaces } from '#money/price-places.ts'
import type { CsvCell } from '#ui/csv.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

const PRICES = ['open', 'high', 'low', 'close'] as const

/** A candle of which every price is known, exactly as the service sent it. */
export type WholeCandle = Readonly<{ at: number } & Record<(typeof PRICES)[number], Decimal>>

export const wholeCandles = (candles: readonly Candle[] = []): WholeCandle[] =>
  candles.flatMap(({ time: at, open, high, low, close }) =>
    !open || !high || !low || !close ? [] : [{ at, open, high, low, close }],
  )

export const drawnOf = ({ at, open, high, low, close }: WholeCandle): DrawnCandle => ({
  at,
  open: toNumber(open),
  high: toNumber(high),
  low: toNumber(low),
  close: toNumber(close),
})

/** The candle that an instant belongs to; the last one without an instant. */
export const candleAt = (
  candles: readonly WholeCandle[],
  at = Number.POSITIVE_INFINITY,
): WholeCandle | undefined => candles.findLast((one) => one.at <= at) ?? candles[0]

const writer = (candle: WholeCandle) => {
  const places = tickPlaces(PRICES.map((name) => candle[name]))
  return (price: Decimal) => formatPrice(price, places)
}

/** The time and the four prices of a candle, in the line above a picture. */
export function CandleReadout({ candle }: { candle: WholeCandle | undefined }) {
  const { timeZone } = useDisplayPreferences()
  if (candle === undefined) return null
  const write = writer(candle)
  return (
    <>
      <span className="text-caption font-medium whitespace-nowrap tabular-nums">
        {formatInstant(candle.at, 'minute', timeZone)}
      </span>
      {PRICES.map((name) => (
        <ReadoutItem key={name} name={<PriceName name={name} />}>
          {write(candle[name])}
        </ReadoutItem>
      ))}
    </>
  )
}

/** Its first letter alone where four prices would take three lines. */
const PriceName = ({ name }: { name: string }) => (
  <span>
    {name.slice(0, 1).toUpperCase()}
    <span className="@max-[26rem]:sr-only">{name.slice(1)}</span>
  </span>
)

/** The same as a sentence, for the keyboard cursor. */
export function candleWords(
  candle: WholeCandle | undefined,
  timeZone: DisplayPreferences['timeZone'],
): string {
  if (candle === undefined) return ''
  const write = writer(candle)
  const prices = PRICES.map((name) => `${name} ${write(candle[name])}`)
  return `${formatInstant(candle.at, 'minute', timeZone)}: ${prices.join(', ')}`
}

/** A price that is drawn across the candles, with its name. */
export type PriceLevel = Pick<Level, 'tone' | 'dash' | 'isStrong'> & {
  name: string
  price: Decimal
}

type PricePicture = {
  candles: readonly WholeCandle[]
  levels: readonly PriceLevel[]
  /** The lowest and the highest price that is shown; all of them without. */
  range?: { low: number; high: number } | undefined
  /** Whether a level's label names it, where there is room for more than its price. */
  isNamed?: boolean | undefined
}

/** Candles and levels, as the frame of every picture draws them. */
export function pricePicture({ candles, levels, range, isNamed }: PricePicture): Picture {
  const [first, last] = [candles[0], candles.at(-1)]
  const places = tickPlaces(levels.map(({ price }) => price))
  const label = ({ name, price }: PriceLevel) => {
    const text = shortPrice(price, places)
    return isNamed ? `${name} ${text}` : text
  }
  const half = first && last ? (last.at - first.at) / Math.max(1, candles.length - 1) / 2 : 0
  return {
    along: first && last ? 'time' : [''],
    format: { isAmount: false },
    view:
      first && last && range ? { from: first.at - half, to: last.at + half, ...range } : undefined,
    series: [{ kind: 'candles', candles: candles.map(drawnOf) }],
    levels: levels.map((level) => ({
      value: toNumber(level.price),
      tone: level.tone,
      dash: level.dash,
      isStrong: level.isStrong,
      label: label(level),
    })),
  }
}

/** Levels and candles as rows of a file, with the exact decimals. */
export const priceRows = (
  candles: readonly WholeCandle[],
  levels: readonly Pick<PriceLevel, 'name' | 'price'>[],
): (readonly CsvCell[])[] => [
  ['row', 'time', ...PRICES, 'price'],
  ...levels.map(({ name, price }) => [name, '', '', '', '', '', { figure: toText(price) }]),
  ...candles.map((candle) => [
    'Candle',
    new Date(candle.at).toISOString(),
    ...PRICES.map((name) => ({ figure: toText(candle[name]) })),
    '',
  ]),
]
