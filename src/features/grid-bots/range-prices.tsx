import type { GridBot } from '#contract/grid-bots.ts'
import { widestPlaces } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'

/** "2,900 – 3,500", both with as many decimals as the finer one. */
export function RangePrices({ bot }: { bot: GridBot }) {
  const minPlaces = widestPlaces([bot.lower_price, bot.upper_price])
  return (
    <span className="whitespace-nowrap">
      <Amount value={bot.lower_price} isPrice minPlaces={minPlaces} />
      <span className="text-ink-3"> – </span>
      <Amount value={bot.upper_price} isPrice minPlaces={minPlaces} />
    </span>
  )
}
