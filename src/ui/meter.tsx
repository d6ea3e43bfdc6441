type MeterProps = {
  /** From 0 to 1. */
  value: number
  label: string
  /** Accent for what is covered, neutral for counts and budgets. */
  tone?: 'accent' | 'neutral' | undefined
  height?: 2 | 4 | undefined
}

/** How much of a whole: funds covered, requests used. */
export function Meter({ value, label, tone = 'accent', height = 4 }: MeterProps) {
  const share = Math.min(1, Math.max(0, value))
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="bg-active"
      style={{ height }}
    >
      <div
        className={`h-full ${tone === 'accent' ? 'bg-accent' : 'bg-ink-3'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
