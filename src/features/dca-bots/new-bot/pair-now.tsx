import type { Place } from '#forms/place-fields.tsx'
import { Price } from '#market/price.tsx'
import { splitPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Section } from '#ui/page.tsx'

import { PlanPicture } from '../deal-picture.tsx'
import type { DealEstimate, DealPlan } from '../ladder.ts'

type PairNowProps = {
  pair: string
  place: Place
  bot: DealPlan | undefined
  estimate: DealEstimate | undefined
}

export function PairNow({ pair, place, bot, estimate }: PairNowProps) {
  const { quote } = splitPair(pair)
  const { price, free } = place.figures.now
  return (
    <Section
      title={pair}
      caption={
        <>
          Last price <Price value={price} reason="The service gives no price." />, free balance{' '}
          <Amount
            value={free.quote}
            currency={quote}
            unit={quote}
            reason="Choose an account, or the service does not say its balance."
          />
        </>
      }
    >
      <PlanPicture
        key={pair}
        pair={pair}
        exchange={place.account?.exchange}
        whose={place.account?.name ?? 'No account'}
        bot={bot}
        estimate={estimate}
        last={price}
      />
    </Section>
  )
}
