import type { ReactNode } from 'react'

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
