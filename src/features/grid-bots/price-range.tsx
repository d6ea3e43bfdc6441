import { RangeSparkline } from '#charts/sparkline.tsx'
import type { GridBot } from '#contract/grid-bots.ts'
import { toNumber } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { NOT_SENT, UnknownValue } from '#ui/unknown-value.tsx'

import { isOutOfRange, rangePosition, rangeWords } from '#trading/grid-range.ts'

export const NO_POSITION = 'The service did not say the range or the last price.'

type PriceRangeProps = {
  bot: GridBot
  /** The last week's, the oldest first, where the service offers candles. */
  prices: readonly number[] | undefined
  className?: string | undefined
}

/** The last week's prices over the range; the range and the last price alone where there are none. */
export function PriceRange({ bot, prices = [], className }: PriceRangeProps) {
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  const position = rangePosition(bot)
  if (!position || !lower || !upper || !last) return null
  return (
    <RangeSparkline
      label={`Price in the range: ${rangeWords(position)}`}
      values={prices}
      lower={toNumber(lower)}
      upper={toNumber(upper)}
      last={toNumber(last)}
      isCaution={isOutOfRange(bot)}
      className={className}
    />
  )
}

/** How far the price is from the nearer end of the range; amber once it has left it. */
export function RangeText({ bot }: { bot: GridBot }) {
  const position = rangePosition(bot)
  if (!position) return <UnknownValue reason={NO_POSITION} />
  return (
    <span className={isOutOfRange(bot) ? 'text-caution' : 'text-ink-2'}>
      {rangeWords(position)}
    </span>
  )
}

/** "2,900 – 3,500", both with as many decimals as the finer one. */
export function RangePrices({ bot: { lower_price: lower, upper_price: upper } }: { bot: GridBot }) {
  const look = { isPrice: true, minPlaces: widestPlaces([lower, upper]), reason: NOT_SENT }
  return (
    <span className="whitespace-nowrap">
      <Amount value={lower} {...look} />
      <span className="text-ink-3"> – </span>
      <Amount value={upper} {...look} />
    </span>
  )
}
