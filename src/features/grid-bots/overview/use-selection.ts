import { useMemo, useState } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, type Rows } from '#contract/read.ts'
import type { Selection as TableSelection } from '#ui/data-table.tsx'

export type Selection = TableSelection & {
  /** In list order, without bots that stopped or disappeared meanwhile. */
  ids: readonly Id[]
  clear: () => void
}

/** Selected bots; only those that can be stopped count. */
export function useSelection(bots: Rows<GridBot>, shown: Rows<GridBot>): Selection {
  const [chosen, setChosen] = useState<readonly Id[]>([])
  return useMemo(() => {
    const inSight = stoppable(shown)
    const select = (ids: readonly Id[], isSelected: boolean) =>
      setChosen((before) => [
        ...before.filter((id) => !ids.includes(id)),
        ...(isSelected ? ids : []),
      ])
    const known = new Set(chosen)
    return {
      ids: stoppable(bots).filter((id) => known.has(id)),
      has: (id) => known.has(id),
      select: (id, isSelected) => select([id], isSelected),
      isWhole: inSight.length > 0 && inSight.every((id) => known.has(id)),
      selectShown: (isSelected) => select(inSight, isSelected),
      clear: () => setChosen([]),
    }
  }, [bots, shown, chosen])
}

/** Bots not known to be disabled: an unreadable one may be running. */
export const stoppable = (bots: Rows<GridBot>): Id[] =>
  bots.flatMap((bot) => (isUnreadable(bot) || bot.is_enabled ? (bot.id ?? []) : []))
