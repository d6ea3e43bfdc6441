import type { ReactNode } from 'react'

import { RawJson } from './code-block.tsx'
import { WarningIcon } from './icons.tsx'

type UnreadableTextProps = {
  raw: unknown
  /** Action by the row's id alone. */
  action?: ReactNode
}

/** Original text, and a possible action. */
export const UnreadableText = ({ raw, action }: UnreadableTextProps) => (
  <div className="flex items-start justify-between gap-x-3 gap-y-1.5 max-sm:flex-wrap">
    <details className="min-w-0 max-sm:basis-full">
      <summary className="flex items-center gap-2 text-caution max-sm:py-3">
        <WarningIcon size={14} />
        <span>
          This row could not be read.{' '}
          <span className="link whitespace-nowrap">Show what was sent</span>
        </span>
      </summary>
      <div className="mt-1.5 whitespace-normal">
        <RawJson label="Row as sent" value={raw} />
      </div>
    </details>
    {action}
  </div>
)
