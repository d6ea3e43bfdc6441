import type { GridBot } from '#contract/grid-bots.ts'
import { widestPlaces } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { dotLayer, lineLayer, ringLayer, tickLayer } from '#ui/progress-bar.tsx'

import { type RangePosition, rangeWords } from './bot-facts.ts'

type RangeBarProps = { position: RangePosition | undefined; isWide?: boolean | undefined }

const DOT = 8

/** Where the last price stands between the lower price at the left and the upper at the right. */
export function RangeBar({ position, isWide = false }: RangeBarProps) {
  const background = [
    ...(position ? [dotOf(position)] : []),
    tickLayer(0, 'var(--edge)', 1),
    tickLayer(1, 'var(--edge)', 1),
    lineLayer(0, 1, 'var(--hairline-2)'),
  ].join(', ')
  return (
    <span
      role="img"
      aria-label={
        position
          ? `Price in the range: ${rangeWords(position)}`
          : 'The place in the range is unknown'
      }
      className={`-mx-1 inline-block h-3 px-1 align-middle ${isWide ? 'w-[calc(100%+0.5rem)]' : 'w-18'}`}
      style={{ background }}
    />
  )
}

const dotOf = ({ place, share }: RangePosition): string =>
  place === 'inside' ? dotLayer(share, 'var(--text)', DOT) : ringLayer(share, 'var(--text-2)', DOT)

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
