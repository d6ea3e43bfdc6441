import { Segmented } from '#ui/segmented.tsx'

import { Setting } from './setting.tsx'

type ChoiceProps<T extends string> = {
  name: string
  detail?: string
  value: T
  /** Each value with its word, in the order shown. */
  options: readonly (readonly [value: T, label: string])[]
  onChange: (next: T) => void
}

/** A setting with a few values, all of them in sight. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { name, detail, value, options, onChange } = props
  return (
    <Setting name={name} detail={detail}>
      <Segmented
        label={name}
        value={value}
        options={options.map(([option, label]) => ({ value: option, label }))}
        onChange={onChange}
      />
    </Setting>
  )
}
