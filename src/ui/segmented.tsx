import { type ReactNode, useId, useState } from 'react'

import { classNames } from './class-names.ts'
import { Count } from './count.tsx'

export type Segment<T extends string> = {
  value: T
  label: ReactNode
  /** Number of rows, if known. */
  count?: number | undefined
  /** Buy and Sell: the selected part has its direction's colour and glyph. */
  tone?: 'up' | 'down' | undefined
  reason?: string | undefined
}

type SegmentedProps<T extends string> = {
  /** Label of the group; printed only with `isLabelVisible`. */
  label: string
  isLabelVisible?: boolean | undefined
  value: T
  options: readonly Segment<T>[]
  onChange: (value: T) => void
  /** Tall parts fill a ticket's column. */
  size?: 'medium' | 'tall' | undefined
  isFull?: boolean | undefined
  className?: string | undefined
  /** Name of the form field. */
  name?: string | undefined
}

const TONES = {
  up: 'has-checked:bg-up-soft has-checked:text-up',
  down: 'has-checked:bg-down-soft has-checked:text-down',
  plain: 'has-checked:bg-active has-checked:text-ink',
}

/** A choice of few. Native radios: one tab stop, arrow keys inside. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, isLabelVisible = false, value, options, onChange, size = 'medium' } = props
  const { isFull = false, className } = props
  const ownName = useId()
  // Touch has no hover: a press shows why an option is disabled.
  const [pressed, setPressed] = useState<T>()
  const why = options.find((option) => option.value === pressed)?.reason
  const press = (option: Segment<T>) => {
    setPressed(option.value)
    if (option.reason === undefined) onChange(option.value)
  }
  return (
    <fieldset className={classNames('min-w-0 max-sm:w-full', isFull && 'w-full', className)}>
      <legend className={isLabelVisible ? 'mb-1 text-caption text-ink-2' : 'sr-only'}>
        {label}
      </legend>
      <div
        className={classNames(
          'gap-0.5 rounded-m p-0.5 inset-ring inset-ring-hairline-2 max-sm:flex max-[22.5rem]:overflow-x-auto',
          isFull ? 'flex' : 'inline-flex',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            title={option.reason}
            className={classNames(
              'relative inline-flex items-center justify-center gap-1.5 rounded-s font-medium whitespace-nowrap',
              option.reason === undefined
                ? 'cursor-pointer text-ink-2 transition-colors hover:text-ink'
                : 'cursor-help text-ink-3',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'coarse:h-11 max-sm:flex-auto max-sm:px-2 max-sm:text-[0.875rem] max-[22.5rem]:px-1 max-[22.5rem]:text-[0.8125rem]',
              size === 'tall' ? 'h-7' : 'h-6',
              isFull ? 'flex-auto px-1' : 'px-2.5',
              TONES[option.tone ?? 'plain'],
              option.value === value && option.tone && `glyph-${option.tone}-first`,
            )}
          >
            <input
              type="radio"
              name={props.name ?? ownName}
              value={option.value}
              checked={option.value === value}
              aria-disabled={option.reason !== undefined || undefined}
              onChange={() => press(option)}
              className="absolute inset-0 cursor-[inherit] appearance-none opacity-0"
            />
            {option.label}
            <Count of={option.count} />
            {option.reason !== undefined && <span className="sr-only">, {option.reason}</span>}
          </label>
        ))}
      </div>
      {why !== undefined && (
        <p role="status" className="mt-1 w-0 min-w-full text-caption text-ink-2">
          {why}
        </p>
      )}
    </fieldset>
  )
}
