type LegendMarkProps = { of: 'value' | 'comparison' | 'deposits' }

const LINES = {
  value: { stroke: 'var(--accent)', strokeWidth: 2, strokeDasharray: undefined },
  comparison: { stroke: 'var(--text-3)', strokeWidth: 1, strokeDasharray: undefined },
  deposits: { stroke: 'var(--text-3)', strokeWidth: 1, strokeDasharray: '2 3' },
}

/** The short piece of line before a word in a readout. */
export function LegendMark({ of }: LegendMarkProps) {
  return (
    <svg width="14" height="2" aria-hidden="true" className="flex-none">
      <path d="M0 1h14" {...LINES[of]} />
    </svg>
  )
}
