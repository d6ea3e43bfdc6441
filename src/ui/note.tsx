import type { ReactNode } from 'react'
import { InfoIcon, WarningIcon } from './icons.tsx'

type NoteProps = {
  /** Caution: real, irreversible or uncertain. */
  tone?: 'caution' | 'plain' | undefined
  /** Announced when it appears. */
  isAnnounced?: boolean | undefined
  action?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Note({
  tone = 'plain',
  isAnnounced = false,
  action,
  className = '',
  children,
}: NoteProps) {
  const isCaution = tone === 'caution'
  return (
    <div
      role={isAnnounced ? 'status' : undefined}
      className={`flex items-start gap-2 rounded-m px-2.5 py-2 ${isCaution ? 'bg-caution-soft' : 'bg-hover'} ${className}`}
    >
      {isCaution ? (
        <WarningIcon size={14} className="mt-0.75 text-caution" />
      ) : (
        <InfoIcon size={14} className="mt-0.75 text-ink-3" />
      )}
      <div className="min-w-0 flex-1 text-pretty text-ink">{children}</div>
      {action !== undefined && <div className="flex-none">{action}</div>}
    </div>
  )
}
