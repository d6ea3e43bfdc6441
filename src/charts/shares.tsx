import type { ReactNode } from 'react'

export type Share = {
  name: string
  /** From 0 to 1, for the bar only. */
  share: number
  value: ReactNode
  percent: ReactNode
}

/** Accent strength in percent, from the largest part down. */
const STRENGTHS = [100, 72, 48, 32, 20]

const fill = (index: number): string => {
  const strength = STRENGTHS[Math.min(index, STRENGTHS.length - 1)] ?? 20
  return `color-mix(in srgb, var(--accent) ${strength}%, var(--canvas))`
}

/** Parts of a whole, as a bar and a list with figures. Use at most five parts. */
export function Shares({ label, parts }: { label: string; parts: readonly Share[] }) {
  return (
    <div>
      <div aria-hidden="true" className="mb-2.5 flex h-2 gap-0.5">
        {parts.map((part, index) => (
          <div
            key={part.name}
            className="min-w-0.5"
            style={{ flexGrow: part.share, flexBasis: 0, background: fill(index) }}
          />
        ))}
      </div>
      <ul aria-label={label}>
        {parts.map((part, index) => (
          <li
            key={part.name}
            className="flex min-h-6 items-center gap-2 tabular-nums max-sm:min-h-8"
          >
            <span
              aria-hidden="true"
              className="size-2 flex-none"
              style={{ background: fill(index) }}
            />
            <span className="min-w-0 flex-1 truncate text-ink-2">{part.name}</span>
            <span>{part.value}</span>
            <span className="min-w-14 text-right text-ink-3">{part.percent}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
