import { type Decimal, fromNumber } from '#money/decimal.ts'
import { formatAmount, formatPrice, tickPlaces } from '#money/format.ts'
import { type CsvCell, csvFigure } from '#ui/csv.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { ReadoutItem } from './chart-export.tsx'
import { PRICES, type PriceCandle, type PriceIndicator, type PriceLevel } from './price-data.ts'

const placesIn = (candle: PriceCandle) => tickPlaces(PRICES.map((name) => candle[name]))

const writer = (candle: PriceCandle) => {
  const places = placesIn(candle)
  return (price: Decimal) => formatPrice(price, places)
}

export const valueText = (value: number, places: number): string =>
  formatAmount(fromNumber(Number(value.toPrecision(12))), { places })

type NamedValue = { name: string; text: string }

/** Values of indicators at a candle; a dash with too few candles before. */
export const indicatorValues = (
  indicators: readonly PriceIndicator[],
  index: number,
  candle: PriceCandle,
): NamedValue[] =>
  indicators.flatMap(({ series, places = placesIn(candle) ?? 2 }) =>
    series.map(({ name, values }) => {
      const value = values[index]
      return { name, text: value === undefined ? '—' : valueText(value, places) }
    }),
  )

type CandleReadoutProps = { candle: PriceCandle | undefined; values: readonly NamedValue[] }

export function CandleReadout({ candle, values }: CandleReadoutProps) {
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
        <ReadoutItem key={name} name={<Letter of={name} />} className="@max-[21rem]:min-w-[45%]">
          {write(candle[name])}
        </ReadoutItem>
      ))}
      {values.length > 0 && (
        <span className="order-last flex basis-full flex-wrap gap-x-4 @max-[34rem]:gap-x-2.5">
          {values.map(({ name, text }) => (
            <ReadoutItem key={name} name={name}>
              {text}
            </ReadoutItem>
          ))}
        </span>
      )}
    </>
  )
}

const Letter = ({ of }: { of: string }) => (
  <>
    <span aria-hidden="true">{of.slice(0, 1).toUpperCase()}</span>
    <span className="sr-only">{of}</span>
  </>
)

export function candleWords(
  candle: PriceCandle,
  timeZone: DisplayPreferences['timeZone'],
  values: readonly NamedValue[],
): string {
  const write = writer(candle)
  const words = [
    ...PRICES.map((name) => `${name} ${write(candle[name])}`),
    ...values.map(({ name, text }) => `${name} ${text === '—' ? 'unknown' : text}`),
  ]
  return `${formatInstant(candle.at, 'minute', timeZone)}: ${words.join(', ')}`
}

/** Named levels: "entry 3,052.40, stop 2,960.00". */
export const levelWords = (levels: readonly PriceLevel[]): string =>
  levels
    .filter(({ isFaint }) => !isFaint)
    .map(({ name, price }) => `${name.toLowerCase()} ${formatPrice(price)}`)
    .join(', ')

export const priceRows = (
  candles: readonly PriceCandle[],
  levels: readonly { name: string; price: Decimal }[],
): (readonly CsvCell[])[] => [
  ['row', 'time', ...PRICES, 'volume', 'price'],
  ...levels.map(({ name, price }) => [name, '', '', '', '', '', '', csvFigure(price)]),
  ...candles.map((candle) => [
    'Candle',
    new Date(candle.at).toISOString(),
    ...PRICES.map((name) => csvFigure(candle[name])),
    csvFigure(candle.volume),
    '',
  ]),
]
