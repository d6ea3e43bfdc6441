import type { ReactNode } from 'react'

import { Time } from './time.tsx'

export type StatusTone = 'working' | 'waiting' | 'stopped' | 'done' | 'failed' | 'unknown'

type StatusTagProps = {
  tone: StatusTone
  /** What more there is to say, on hover. */
  title?: string | undefined
  children: ReactNode
}

const MARKS: Record<StatusTone, string> = {
  working: 'rounded-full bg-ink-2',
  waiting: 'rounded-full inset-ring-[1.5px] inset-ring-ink-3',
  stopped: 'rounded-[1px] bg-ink-3',
  done: 'rounded-full bg-ink-3',
  failed: 'rotate-45 bg-caution',
  unknown: 'rotate-45 inset-ring-[1.5px] inset-ring-ink-3',
}

/**
 * The service's own word for a state, with a neutral mark; only a failure is amber. A word that is
 * not known here is marked as such.
 */
export function StatusTag({ tone, title, children }: StatusTagProps) {
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1.5 align-top whitespace-nowrap ${
        tone === 'failed' ? 'text-caution' : 'text-ink-2'
      }`}
    >
      <span aria-hidden="true" className={`mx-px size-1.5 flex-none ${MARKS[tone]}`} />
      {children}
      {tone === 'unknown' && <span className="sr-only">, a state not known here</span>}
    </span>
  )
}

type BadgeProps = {
  mode: 'PAPER' | 'REAL'
  /** When it was last confirmed, for a mode that cannot be confirmed now. */
  asOf?: number | undefined
}

/** PAPER or REAL: the word that stands on every page and in every sheet. */
export function Badge({ mode, asOf }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-5 flex-none items-center rounded-s px-1.5 align-top text-[0.75rem]/5 font-semibold tracking-[0.02em] whitespace-nowrap ${
        mode === 'REAL'
          ? 'bg-caution-fill text-on-caution inset-ring inset-ring-caution'
          : 'border border-dashed border-edge text-ink-2'
      }`}
    >
      {mode}
      {asOf !== undefined && (
        <span className="font-normal tracking-normal tabular-nums">
          , as of <Time at={asOf} style="clock" />
        </span>
      )}
    </span>
  )
}
