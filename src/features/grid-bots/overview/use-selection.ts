import { useCallback, useMemo, useState } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, type Rows } from '#contract/read.ts'

export type Selection = {
  /** In the order of the list; bots that meanwhile stopped or went away are not among them. */
  ids: readonly Id[]
  has: (id: Id) => boolean
  select: (id: Id, isSelected: boolean) => void
  /** Whether every bot shown that can be stopped is selected. */
  isWhole: boolean
  selectShown: (isSelected: boolean) => void
  clear: () => void
}

/** The bots that the trader has picked out; only such as can be stopped. */
export function useSelection(bots: Rows<GridBot>, shown: Rows<GridBot>): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set())
  const select = useCallback(
    (id: Id, isSelected: boolean) =>
      setChosen((before) => {
        const after = new Set(before)
        if (isSelected) after.add(id)
        else after.delete(id)
        return after
      }),
    [],
  )
  return useMemo(() => {
    const inSight = stoppable(shown)
    return {
      ids: stoppable(bots).filter((id) => chosen.has(id)),
      has: (id) => chosen.has(id),
      select,
      isWhole: inSight.length > 0 && inSight.every((id) => chosen.has(id)),
      selectShown: (isSelected) =>
        setChosen((before) => {
          const after = new Set(before)
          for (const id of inSight) {
            if (isSelected) after.add(id)
            else after.delete(id)
          }
          return after
        }),
      clear: () => setChosen(new Set()),
    }
  }, [bots, shown, chosen, select])
}

/** The bots that are not known to be disabled: one that could not be read may well run. */
export const stoppable = (bots: Rows<GridBot>): Id[] =>
  bots.flatMap((bot) => (isUnreadable(bot) || bot.is_enabled ? (bot.id ?? []) : []))
