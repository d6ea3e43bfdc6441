import { CopyButton } from './button.tsx'
import { useDisplayPreferences } from './display-preferences.tsx'

type CodeBlockProps = {
  /** Exact content, such as the bytes of a request. */
  text: string
  label: string
  canCopy?: boolean | undefined
  /** Scrolls instead of breaking: a break at "--" would change a command. */
  isOneLine?: boolean | undefined
}

export function CodeBlock({ text, label, canCopy = false, isOneLine = false }: CodeBlockProps) {
  return (
    <div className="relative">
      <pre
        aria-label={label}
        tabIndex={0}
        className={`max-h-70 overflow-auto rounded-m bg-field px-2.5 py-2 font-mono text-[0.75rem]/4.5 tracking-normal text-ink-2 inset-ring inset-ring-hairline ${isOneLine ? 'content-center whitespace-pre' : 'wrap-anywhere whitespace-pre-wrap'} ${canCopy ? 'pr-11 coarse:min-h-13 coarse:pr-13' : ''}`}
      >
        {text}
      </pre>
      {canCopy && (
        <div className="absolute top-1 right-1">
          <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} isIcon size="small" />
        </div>
      )}
    </div>
  )
}

/** Original JSON of a service, hidden together with amounts. */
export function RawJson({ label, value }: { label: string; value: unknown }) {
  const { areAmountsHidden } = useDisplayPreferences()
  if (areAmountsHidden) return <p className="text-ink-2">Hidden while amounts are hidden.</p>
  const text = value === undefined ? 'nothing' : JSON.stringify(value, null, 2)
  return <CodeBlock label={label} text={text} canCopy />
}
