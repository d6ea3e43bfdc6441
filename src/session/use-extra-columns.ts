import { useChangeSettings, useSettings } from './use-session.ts'

/** Fields that only this service sends and that were made columns of a table, in this browser. */
export function useExtraColumns(table: 'history') {
  const { extraColumns } = useSettings()
  const changeSettings = useChangeSettings()
  const extra = extraColumns[table] ?? NONE
  const show = (field: string, isShown: boolean) => {
    const others = extra.filter((one) => one !== field)
    const next = isShown ? [...others, field] : others
    changeSettings({ extraColumns: { ...extraColumns, [table]: next } })
  }
  return { extra, show }
}

const NONE: readonly string[] = []
