type BadgeProps = { mode: 'PAPER' | 'REAL' }

/** PAPER or REAL: the word that stands on every page and in every sheet. */
export function Badge({ mode }: BadgeProps) {
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
