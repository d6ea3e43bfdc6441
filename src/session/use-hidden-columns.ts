import { useChangeSettings, useSettings } from './use-session.ts'

/** Tables whose columns can be put away; the settings keep which were. */
type Table = 'balances' | 'grid-bots' | 'history'

/** What was put away of a table in this browser, and how to change it. */
export function useHiddenColumns(table: Table) {
  const { hiddenColumns } = useSettings()
  const changeSettings = useChangeSettings()
  const hidden = hiddenColumns[table] ?? NONE
  const show = (id: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== id)
    const next = isShown ? others : [...others, id]
    changeSettings({ hiddenColumns: { ...hiddenColumns, [table]: next } })
  }
  return { hidden, show }
}

const NONE: readonly string[] = []
