import { useMemo } from 'react'

import { useChoice, useSessionStore } from '#session/use-session.ts'

import { TRADE_COLUMNS } from './trade-columns.tsx'

const NAME = 'smart-trade-columns'

/** The columns to show; those shown at first where nothing, or nothing readable, was chosen. */
export function columnsOf(chosen: unknown): typeof TRADE_COLUMNS {
  if (!Array.isArray(chosen)) return TRADE_COLUMNS.filter(({ isExtra }) => !isExtra)
  return TRADE_COLUMNS.filter(({ id, isFixed }) => isFixed || chosen.includes(id))
}

export function useTradeColumns() {
  const chosen = useChoice(NAME)
  const columns = useMemo(() => columnsOf(chosen), [chosen])
  const { choices } = useSessionStore()
  return {
    columns,
    isStandard: chosen === undefined || chosen === null,
    show: (id: string, isShown: boolean) => {
      const others = columns.map((column) => column.id).filter((one) => one !== id)
      choices.set(NAME, isShown ? [...others, id] : others)
    },
    reset: () => choices.set(NAME, null),
  }
}
