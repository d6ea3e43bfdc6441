import { Select } from './select.tsx'

type Option = { value: string; label: string }

type FilterSelectProps = {
  label: string
  /** The words for no filter, such as "All pairs". */
  all: string
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string | undefined) => void
  className?: string | undefined
}

/** One of a filter's values, or none. What the address asks for is always there to be seen. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, all, value, options, onChange, className } = props
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      isChip
      aria-label={label}
      className={className}
      value={value ?? ''}
      options={[
        { value: '', label: all },
        ...options,
        ...(isKnown ? [] : [{ value, label: `${label} ${value}` }]),
      ]}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  )
}
