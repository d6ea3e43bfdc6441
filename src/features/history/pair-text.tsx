import { splitPair } from '#trading/pair.ts'
import { UnknownValue } from '#ui/unknown-value.tsx'

/** "BTC" strong, "/USDT" quiet. */
export function PairText({ pair }: { pair: string | undefined }) {
  if (pair === undefined) return <UnknownValue reason="The service does not say." />
  const { base, quote } = splitPair(pair)
  return (
    <span className="font-normal text-ink-3">
      <span className="font-medium text-ink">{base}</span>/{quote}
    </span>
  )
}
