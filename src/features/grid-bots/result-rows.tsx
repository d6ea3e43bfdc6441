import type { GridBot } from '#contract/grid-bots.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'

import { gridResult } from './bot-facts.ts'

/** Realised, grid profit as a part of it, open, and their total. */
export function ResultRows({ bot }: { bot: GridBot }) {
  const { realised, open, total, unit, places, reason, ...result } = gridResult(bot)
  const { grid, gridUnit, gridPlaces } = result
  const look = { signed: true, hasUnitSlot: true, places, unit, reason } as const
  return (
    <DefinitionList isTight>
      <Definition term="Realised">
        <Amount value={realised} {...look} />
      </Definition>
      <Definition term="of it grid profit">
        <Amount value={grid} signed hasUnitSlot places={gridPlaces} unit={gridUnit} />
      </Definition>
      <Definition term={bot.is_enabled ? 'Open' : 'Open at the stop'}>
        <Amount value={open} {...look} />
      </Definition>
      <Definition term="Total" isTotal>
        <Amount value={total} {...look} />
      </Definition>
    </DefinitionList>
  )
}
