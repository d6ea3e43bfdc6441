import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import { ChevronDownIcon } from './icons.tsx'
import { chipInputFrameClass, INPUT_HEIGHTS, INPUT_TEXT, inputFrameClass } from './text-input.tsx'

export type SelectOption<T extends string> = {
  value: T
  label: string
  isOff?: boolean | undefined
}

type SelectProps<T extends string> = Omit<ComponentProps<'select'>, 'size' | 'children'> & {
  options: readonly SelectOption<T>[]
  size?: keyof typeof INPUT_HEIGHTS | undefined
  /** A filter's look: no fill, hairline frame, as wide as its words. */
  isChip?: boolean | undefined
}

/** The browser's own menu: works on every device, and with the page's content policy. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { options, size = 'medium', isChip = false, className, ...rest } = props
  return (
    <div
      className={
        isChip
          ? chipInputFrameClass('relative')
          : inputFrameClass(classNames('relative', INPUT_HEIGHTS[size]))
      }
    >
      <select
        {...rest}
        className={classNames(
          'h-full w-full appearance-none truncate rounded-m bg-transparent pr-8 pl-2.5',
          INPUT_TEXT,
          className,
        )}
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.isOff}
            className="bg-overlay text-ink"
          >
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon className="pointer-events-none absolute right-2.5 text-ink-3" />
    </div>
  )
}

type Option = { value: string; label: string }

type FilterSelectProps = {
  label: string
  /** Text for no filter, such as "All pairs". */
  all: string
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string | undefined) => void
  className?: string | undefined
  /** A panel's field with a label above. */
  isField?: boolean
}

/** A filter's value, or none. Always contains the value in the address. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, all, value, options, onChange, className, isField = false } = props
  const isKnown = value === undefined || options.some((option) => option.value === value)
  const select = (look: Partial<SelectProps<string>>) => (
    <Select
      {...look}
      value={value ?? ''}
      options={[
        { value: '', label: all },
        ...options,
        ...(isKnown ? [] : [{ value, label: `${label} ${value}` }]),
      ]}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  )
  if (!isField) return select({ isChip: true, 'aria-label': label, className })
  return (
    <Field label={label} className="col-span-2">
      {select}
    </Field>
  )
}
