import { CodeBlock } from './code-block.tsx'
import { useDisplayPreferences } from './display-preferences.tsx'

type RawJsonProps = { label: string; value: unknown }

/** What a service sent, to be read and copied; it holds amounts, so it is hidden with them. */
export function RawJson({ label, value }: RawJsonProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  if (areAmountsHidden) return <p className="text-ink-2">Hidden while amounts are hidden.</p>
  return <CodeBlock label={label} text={JSON.stringify(value, null, 2) ?? 'nothing'} canCopy />
}
