import type { ReactNode } from 'react'

export type StatusTone = 'working' | 'waiting' | 'stopped' | 'done' | 'failed' | 'unknown'

type StatusTagProps = {
  tone: StatusTone
  /** Tooltip. */
  title?: string | undefined
  children: ReactNode
}

const TAG =
  "inline-flex items-center gap-1.5 align-top whitespace-nowrap before:mx-px before:size-1.5 before:flex-none before:content-['']"

const MARKS: Record<StatusTone, string> = {
  working: 'before:rounded-full before:bg-ink-2',
  waiting: 'before:rounded-full before:inset-ring-[1.5px] before:inset-ring-ink-3',
  stopped: 'before:rounded-[1px] before:bg-ink-3',
  done: 'before:rounded-full before:bg-ink-3',
  failed: 'before:rotate-45 before:bg-caution',
  unknown: 'before:rotate-45 before:inset-ring-[1.5px] before:inset-ring-ink-3',
}

/** The service's word for a state, with a mark; amber for failures. */
export function StatusTag({ tone, title, children }: StatusTagProps) {
  return (
    <span
      title={title}
      className={`${TAG} ${MARKS[tone]} ${tone === 'failed' ? 'text-caution' : 'text-ink-2'}`}
    >
      {children}
      {tone === 'unknown' && <span className="sr-only">, a state not known here</span>}
    </span>
  )
}

/** PAPER or REAL, on every page and sheet. */
export function Badge({ mode }: { mode: 'PAPER' | 'REAL' }) {
  return (
    <span
      className={`inline-flex h-5 flex-none items-center rounded-s px-1.5 align-top text-[0.75rem]/5 font-semibold tracking-[0.02em] whitespace-nowrap ${
        mode === 'REAL'
          ? 'bg-caution-fill text-on-caution inset-ring inset-ring-caution'
          : 'border border-dashed border-edge text-ink-2'
      }`}
    >
      {mode}
    </span>
  )
}
