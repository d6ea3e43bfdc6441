import { Time } from './time.tsx'

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
