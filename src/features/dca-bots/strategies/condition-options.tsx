import type { DealStartCondition } from '#contract/dca-bots.ts'
import { CopyButton } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'

import { optionsOf, type StrategyOption, webhookAddress } from './strategy-options.ts'

type ConditionOptionsProps = { condition: DealStartCondition; baseUrl: string }

/** Every option of a start condition with what it is by default. */
export function ConditionOptions({ condition, baseUrl }: ConditionOptionsProps) {
  const options = optionsOf(condition)
  return options.length === 0 ? (
    <p className="pt-1.5 text-caption text-ink-3">No options.</p>
  ) : (
    <dl className="mt-1.5 border-t border-hairline tabular-nums">
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
    <div
      className={`border-b border-hairline py-1.5 ${isTall ? '' : 'flex justify-between gap-4'}`}
    >
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
