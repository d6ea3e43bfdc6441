import { useWindowVirtualizer } from '@tanstack/react-virtual'

import { useWidth } from '#charts/use-width.ts'
import { useKeptIntents } from '#query/service.tsx'
import { usePageTop } from '#ui/window-rows.tsx'

import { lastStops } from '../stop-state.ts'
import { BotCard } from './bot-card.tsx'
import type { BotsShown } from './listed-bots.tsx'

const CARD = 360
const HEIGHT = 136
const OVERSCAN = 4

/** The same bots as cards, one beside the other as far as they fit; on a phone one a row. */
export function GridBotCards({ bots, selection, stopReason, onStop }: BotsShown) {
  const stops = lastStops(useKeptIntents())
  const [list, width] = useWidth<HTMLDivElement>()
  const top = usePageTop(list)
  const lanes = Math.max(1, Math.floor(width / CARD))
  // Nothing below is memoized by what it returns: the cards take plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(bots.length / lanes),
    estimateSize: () => HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  return (
    <div
      ref={list}
      role="list"
      aria-label="Grid bots"
      className="relative max-sm:-mx-4"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <div
          key={index}
          ref={virtualizer.measureElement}
          data-index={index}
          role="presentation"
          className="absolute inset-x-0 top-0 grid gap-x-8"
          style={{
            transform: `translateY(${start - top}px)`,
            gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))`,
          }}
        >
          {bots.slice(index * lanes, (index + 1) * lanes).map((bot, place) => (
            <BotCard
              key={bot.id ?? `unreadable ${place}`}
              bot={bot}
              stop={bot.id === undefined ? undefined : stops.get(bot.id)}
              position={index * lanes + place + 1}
              count={bots.length}
              selection={selection}
              stopReason={stopReason}
              onStop={onStop}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
