import type { ReactNode } from 'react'

import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Segmented } from '#ui/segmented.tsx'

import { CHOICES, type ChoiceSetting, type Words } from './settings-words.ts'

type SettingProps = {
  id?: string | undefined
  name: string
  detail?: string | undefined
  children: ReactNode
}

export function Setting({ id, name, detail, children }: SettingProps) {
  return (
    <div
      id={id}
      className="flex min-h-11 scroll-mt-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2 last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-48">
        <p>{name}</p>
        {detail !== undefined && <p className="text-caption text-ink-3">{detail}</p>}
      </div>
      {children}
    </div>
  )
}

type ChoiceProps<T extends string> = Words<T> & { value: T; onChange: (next: T) => void }

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { name, detail, value, options, onChange } = props
  return (
    <Setting name={name} detail={detail}>
      <Segmented
        label={name}
        value={value}
        options={(Object.keys(options) as T[]).map((one) => ({ value: one, label: options[one] }))}
        onChange={onChange}
      />
    </Setting>
  )
}

export function SettingChoice({ of }: { of: ChoiceSetting }) {
  const value = useSettings()[of]
  const changeSettings = useChangeSettings()
  const words: Words<string> = CHOICES[of]
  return (
    <Choice
      {...words}
      value={String(value)}
      onChange={(next) =>
        changeSettings({ [of]: typeof value === 'boolean' ? next === 'true' : next })
      }
    />
  )
}
