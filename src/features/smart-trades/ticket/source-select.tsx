import { useId } from 'react'

import { ChevronDownIcon } from '#ui/icons.tsx'

import { useTicket } from './ticket-context.ts'

type SourceSelectProps = {
  name:
    | 'position.conditional.price.type'
    | 'take_profit.price_type'
    | 'stop_loss.conditional.price.type'
  label: string
}

const SOURCES = [
  ['last', 'last price'],
  ['bid', 'bid price'],
  ['ask', 'ask price'],
] as const

/** Which of the market's prices is watched. */
export function SourceSelect({ name, label }: SourceSelectProps) {
  const { form } = useTicket()
  return <LineSelect label={label} options={SOURCES} {...form.register(name)} />
}

type LineSelectProps = React.ComponentProps<'select'> & {
  label: string
  options: readonly (readonly [value: string, words: string])[]
}

/** A line of the ticket whose right end is a choice. */
export function LineSelect({ label, options, ...select }: LineSelectProps) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 max-sm:min-h-11">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <span className="relative flex items-center">
        <select
          {...select}
          id={id}
          className="h-8 appearance-none rounded-s bg-transparent pr-5 text-right text-ink max-sm:h-11"
        >
          {options.map(([value, words]) => (
            <option key={value} value={value} className="bg-overlay text-ink">
              {words}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute right-0 text-ink-3" />
      </span>
    </div>
  )
}
