import type { GridBot } from '#contract/grid-bots.ts'
import { Amount } from '#ui/amount.tsx'
import type { Facts } from '#ui/facts.tsx'

import { gridResult } from './bot-facts.ts'

/** Realised, grid profit as a part of it, open, and their total. */
export function resultFacts(bot: GridBot): Facts {
  const { realised, open, total, unit, places, reason, ...result } = gridResult(bot)
  const { grid, gridUnit, gridPlaces } = result
  const look = { signed: true, hasUnitSlot: true, places, unit, reason } as const
  return {
    Realised: <Amount value={realised} {...look} />,
    'of it grid profit': (
      <Amount value={grid} {...look} places={gridPlaces} unit={gridUnit} reason={undefined} />
    ),
    [bot.is_enabled ? 'Open' : 'Open at the stop']: <Amount value={open} {...look} />,
    Total: <Amount value={total} {...look} />,
  }
}
