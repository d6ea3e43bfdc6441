import type { ReactNode } from 'react'

import { Segmented } from '#ui/segmented.tsx'

type SettingProps = {
  /** Where a link leads. */
  id?: string | undefined
  name: string
  detail?: string | undefined
  children: ReactNode
}

/** One setting: its name and what it does on the left, the choice on the right. */
export function Setting({ id, name, detail, children }: SettingProps) {
  return (
    <div
      id={id}
      className="flex min-h-11 scroll-mt-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2 last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p>{name}</p>
        {detail !== undefined && <p className="text-caption text-ink-3">{detail}</p>}
      </div>
      {children}
    </div>
  )
}

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
