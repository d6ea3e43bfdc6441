import { type Decimal, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { formatPrice, tickPlaces } from '#money/price-places.ts'
import type { CsvCell } from '#ui/csv.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { ReadoutItem } from './chart-export.tsx'
import { PRICES, type PriceCandle, type PriceLevel } from './price-data.ts'

const writer = (candle: PriceCandle) => {
  const places = tickPlaces(PRICES.map((name) => candle[name]))
  return (price: Decimal) => formatPrice(price, places)
}

/** The time, the four prices and the volume of a candle, in the line above a chart. */
export function CandleReadout({ candle }: { candle: PriceCandle | undefined }) {
  const { timeZone } = useDisplayPreferences()
  if (candle === undefined) return null
  const write = writer(candle)
  return (
    <>
      <span className="text-caption font-medium whitespace-nowrap tabular-nums">
        {formatInstant(candle.at, 'minute', timeZone)}
      </span>
      {candle.volume && (
        <span className="@min-[34rem]:order-last">
          <ReadoutItem name={<Letter of="volume" />}>
            {formatAmount(candle.volume, { places: 2 })}
          </ReadoutItem>
        </span>
      )}
      <span className="basis-full @min-[34rem]:hidden" />
      {PRICES.map((name) => (
        <ReadoutItem key={name} name={<Letter of={name} />}>
          {write(candle[name])}
        </ReadoutItem>
      ))}
    </>
  )
}

/** Seen as its first letter, heard whole. */
const Letter = ({ of }: { of: string }) => (
  <span>
    {of.slice(0, 1).toUpperCase()}
    <span className="sr-only">{of.slice(1)}</span>
  </span>
)

/** The candle as a sentence, for the keyboard cursor. */
export function candleWords(candle: PriceCandle, timeZone: DisplayPreferences['timeZone']): string {
  const write = writer(candle)
  const prices = PRICES.map((name) => `${name} ${write(candle[name])}`)
  return `${formatInstant(candle.at, 'minute', timeZone)}: ${prices.join(', ')}`
}

/** The levels with a name of their own: "entry 3,052.40, stop 2,960.00". */
export const levelWords = (
  levels: readonly Pick<PriceLevel, 'name' | 'price' | 'isFaint'>[],
  places?: number,
): string =>
  levels
    .filter(({ isFaint }) => !isFaint)
    .map(({ name, price }) => `${name.toLowerCase()} ${formatPrice(price, places)}`)
    .join(', ')

/** Levels and candles as rows of a file, with the exact decimals. */
export const priceRows = (
  candles: readonly PriceCandle[],
  levels: readonly { name: string; price: Decimal }[],
): (readonly CsvCell[])[] => [
  ['row', 'time', ...PRICES, 'volume', 'price'],
  ...levels.map(({ name, price }) => [name, '', '', '', '', '', '', figure(price)]),
  ...candles.map((candle) => [
    'Candle',
    new Date(candle.at).toISOString(),
    ...PRICES.map((name) => figure(candle[name])),
    candle.volume && figure(candle.volume),
    '',
  ]),
]

const figure = (value: Decimal): CsvCell => ({ figure: toText(value) })
