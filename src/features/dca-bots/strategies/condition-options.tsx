import type { DealStartCondition } from '#contract/dca-strategies.ts'
import { rawOf } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyButton } from '#ui/button.tsx'

type ConditionOptionsProps = { condition: DealStartCondition; baseUrl: string }

export function ConditionOptions({ condition, baseUrl }: ConditionOptionsProps) {
  const options = optionsOf(condition)
  return options.length === 0 ? (
    <p className="text-caption text-ink-3">No options.</p>
  ) : (
    <dl className="tabular-nums">
      {options.map((option) => (
        <Option key={option.field} option={option} baseUrl={baseUrl} />
      ))}
    </dl>
  )
}

function Option({ option, baseUrl }: { option: StrategyOption; baseUrl: string }) {
  const { value, term, field } = option
  const isTall = value.kind !== 'text'
  return (
    <div className={`min-h-6 py-0.5 ${isTall ? '' : 'flex justify-between gap-4'}`}>
      <dt className="text-ink-2" title={field}>
        {term}
      </dt>
      <dd className={isTall ? 'pt-1' : 'text-right'}>
        {value.kind === 'text' && value.text}
        {value.kind === 'words' && (
          <Words words={value.words} canCopy={field === 'supported_actions'} />
        )}
        {value.kind === 'address' && (
          <CodeBlock label="Webhook address" text={webhookAddress(value.path, baseUrl)} canCopy />
        )}
      </dd>
    </div>
  )
}

function Words({ words, canCopy }: { words: readonly string[]; canCopy: boolean }) {
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {words.map((word) => (
        <li
          key={word}
          className="flex h-6 items-center gap-1 rounded-s px-1.5 text-ink-2 inset-ring inset-ring-hairline-2"
        >
          <code className="text-[0.75rem]/4.5 tracking-normal">{word}</code>
          {canCopy && (
            <span className="-mr-1.5">
              <CopyButton text={word} label={`Copy ${word}`} isIcon size="small" />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

type StrategyOption = {
  field: string
  term: string
  value:
    | { kind: 'text'; text: string }
    | { kind: 'words'; words: string[] }
    | { kind: 'address'; path: string }
}

const TERMS: Readonly<Record<string, string>> = {
  webhook_url: 'Webhook address',
  supported_actions: 'Actions',
  timeframes: 'Timeframes',
  default_period: 'Period (default)',
  default_oversold: 'Oversold below (default)',
  default_overbought: 'Overbought above (default)',
  default_deviation: 'Deviation (default)',
  fast_period: 'Fast period',
  slow_period: 'Slow period',
  signal_period: 'Signal period',
}

export function optionsOf(condition: DealStartCondition): StrategyOption[] {
  const sent = (rawOf(condition) as { options?: unknown } | undefined)?.options
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).map(([field, value]) => ({
    field,
    term: valueOfWord(TERMS, field, field.replaceAll('_', ' ')),
    value: readable(field, value),
  }))
}

function readable(field: string, value: unknown): StrategyOption['value'] {
  if (field === 'webhook_url' && typeof value === 'string') return { kind: 'address', path: value }
  if (Array.isArray(value)) return { kind: 'words', words: value.map(String) }
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** Webhook address: the service's path under the connection's base URL. */
export function webhookAddress(path: string, baseUrl: string): string {
  return URL.canParse(path) ? path : `${baseUrl.replace(/\/+$/, '')}${path}`
}
