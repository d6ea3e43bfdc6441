import { type PairParts, splitPair } from '#trading/pair.ts'
import { UnknownValue } from '#ui/amount.tsx'

/** Both currencies of `USDT_BTC`; `undefined` if it is no pair. */
export function currenciesOf(pair: string | undefined): Partial<PairParts> {
  const parts = pair === undefined ? undefined : splitPair(pair)
  return parts === undefined || parts.quote === '' ? {} : parts
}

/** "BTC" strong, "/USDT" quiet. */
export function PairText({ pair }: { pair: string | undefined }) {
  const { base, quote } = currenciesOf(pair)
  if (pair === undefined) return <UnknownValue reason="The service does not say." />
  if (base === undefined) return <span>{pair}</span>
  return (
    <span
      title={`${base}/${quote}`}
      className="inline-block max-w-40 truncate align-bottom font-medium text-ink"
    >
      {base}
      <span className="font-normal text-ink-3">/{quote}</span>
    </span>
  )
}
