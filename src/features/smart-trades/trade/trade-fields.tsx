import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

type Field = { path: string; value: string }

/** Every member of an answer by its dotted path, unknown ones too, written as the service sent it. */
export function fieldsOf(raw: unknown, path = ''): Field[] {
  if (Array.isArray(raw)) {
    if (raw.length === 0) return [{ path, value: 'empty list' }]
    return raw.flatMap((item, index) => fieldsOf(item, `${path}.${index + 1}`))
  }
  if (typeof raw === 'object' && raw !== null) {
    const members = Object.entries(raw)
    if (members.length === 0) return [{ path, value: 'empty' }]
    return members.flatMap(([name, value]) =>
      fieldsOf(value, path === '' ? name : `${path}.${name}`),
    )
  }
  return [{ path, value: raw === '' ? 'empty text' : String(raw) }]
}

export function TradeFields({ raw }: { raw: unknown }) {
  const { areAmountsHidden } = useDisplayPreferences()
  if (areAmountsHidden) return <p className="pt-3 text-ink-2">Hidden while amounts are hidden.</p>
  return (
    <DefinitionList isLined isTight className="pt-2">
      {fieldsOf(raw).map(({ path, value }) => (
        <Definition key={path} term={<span className="text-caption break-all">{path}</span>}>
          {value}
        </Definition>
      ))}
    </DefinitionList>
  )
}
