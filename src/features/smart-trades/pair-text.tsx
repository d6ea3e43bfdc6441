import { currenciesOf } from './trade-facts.ts'

/** "BTC" strong, "/USDT" quiet. */
export function PairText({ pair }: { pair: string | undefined }) {
  const { base, quote } = currenciesOf(pair)
  if (base === undefined || quote === undefined) return <span>{pair ?? '—'}</span>
  return (
    <span>
      <span className="font-medium text-ink">{base}</span>
      <span className="font-normal text-ink-3">/{quote}</span>
    </span>
  )
}
