import type { ReactNode } from 'react'

import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Segmented } from '#ui/segmented.tsx'

import { CHOICES, type ChoiceSetting, type Words } from './settings-words.ts'

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
  detail?: string | undefined
  value: T
  /** Each value with its word, in the order shown. */
  options: readonly (readonly [value: T, label: string])[]
  onChange: (next: T) => void
}

/** A choice between a few values, all of them in sight. */
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

/** One of the settings that this browser keeps, chosen from a few values. */
export function SettingChoice({ of }: { of: ChoiceSetting }) {
  const settings = useSettings()
  const changeSettings = useChangeSettings()
  const { name, detail, options }: Words<string | boolean> = CHOICES[of]
  const change = (next: string) => {
    const [value] = options.find(([option]) => String(option) === next) ?? []
    if (value !== undefined) changeSettings({ [of]: value })
  }
  return (
    <Choice
      name={name}
      detail={detail}
      value={String(settings[of])}
      options={options.map(([value, label]) => [String(value), label])}
      onChange={change}
    />
  )
}
