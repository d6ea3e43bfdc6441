import { COLOUR } from './plot.ts'

const SIZE = { width: 64, height: 20 }

/** The shape of a few values, without scale or words: a figure beside it says what it comes to. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const line = values.map((value, index) => {
    const x = (index / (values.length - 1)) * SIZE.width
    const y = 1 + (1 - (value - low) / span) * (SIZE.height - 2)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return (
    <svg {...SIZE} aria-hidden="true" className="inline-block align-middle">
      <path d={`M${line.join('L')}`} fill="none" stroke={COLOUR.comparison} strokeWidth={1.25} />
    </svg>
  )
}
