import { type RangeFill, RangeSparkline } from '#charts/sparkline.tsx'
import type { GridBot } from '#contract/grid-bots.ts'
import { toNumber } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { Amount, NOT_SENT, UnknownValue } from '#ui/amount.tsx'

import { isOutOfRange, placeInRange, rangePosition, rangeWords } from '#trading/grid-range.ts'

export const NO_POSITION = 'The service did not say the range or the last price.'

type PriceRangeProps = {
  bot: GridBot
  /** Since creation, oldest first; `undefined` if the service offers no candles. */
  prices: readonly number[] | undefined
  fills?: readonly RangeFill[] | undefined
  hasBounds?: boolean
  height?: number
  className?: string | undefined
}

/** Prices of a bot's life over its range, or only the last price without them. */
export function PriceRange(props: PriceRangeProps) {
  const { bot, prices = [], hasBounds = false, ...look } = props
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
      isStopped={!bot.is_enabled}
      bounds={
        hasBounds
          ? {
              lower: <Amount value={lower} isPrice minPlaces={widestPlaces([lower, upper])} />,
              upper: <Amount value={upper} isPrice minPlaces={widestPlaces([lower, upper])} />,
            }
          : undefined
      }
      {...look}
    />
  )
}

export function RangeText({ bot }: { bot: GridBot }) {
  const position = rangePosition(bot)
  if (!position) return <UnknownValue reason={NO_POSITION} />
  return (
    <span className={isOutOfRange(bot) ? 'text-caution' : 'text-ink-2'}>
      {placeInRange(bot, position)}
    </span>
  )
}

/** "2,900 – 3,500", both with the decimals of the finer one. */
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
