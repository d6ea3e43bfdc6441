import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { isZero, negate } from '#money/decimal.ts'
import { moneyPlaces } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'

import type { BreakEven } from './position.ts'
import { tickPlacesOf, type Trade } from './trade-facts.ts'

/** Both prices of a break-even stop, and the loss at its current price. */
export function BreakEvenNote({ trade, breakEven }: { trade: Trade; breakEven: BreakEven }) {
  const { quote = '' } = currenciesOf(trade.pair)
  const { state, price, stop, atStop } = breakEven
  const { interest } = trade.data
  const priced = (value: typeof price) => (
    <Price value={value} places={tickPlacesOf(trade)} unit={quote} />
  )
  const money = (value: typeof price | undefined) => (
    <Amount value={value} unit={quote} {...(value && { places: moneyPlaces(quote, value) })} />
  )
  return (
    <p className="mt-1.5 text-caption text-ink-2">
      {state === 'moved' ? (
        <>
          The stop at {priced(stop)} covers break-even, {priced(price)}.
        </>
      ) : (
        <>
          The stop stays at {priced(stop)} until the price is a tick beyond break-even,{' '}
          {priced(price)}. There it would lose {money(atStop && negate(atStop))} after fees.
        </>
      )}
      {interest && !isZero(interest) && (
        <> Interest or funding so far, {money(interest)}, is not part of break-even.</>
      )}
    </p>
  )
}
