import { currenciesOf } from '#market/pairs.tsx'
import { formatAmount } from '#money/format.ts'

import { isClosed, statusTitle, stepsOf, stopOf, type Trade } from '../trade-facts.ts'

export type Moment = { at: number; words: string }

/** What is known to have happened, newest first: only instants that the service tells. */
export function timelineOf(trade: Trade, areAmountsHidden = false): Moment[] {
  const { data, stop_loss: stop, status } = trade
  const { base = 'units' } = currenciesOf(trade.pair)
  const steps = stepsOf(trade)
  const moments: (Moment | undefined)[] = [
    moment(data?.created_at, 'Created'),
    ...steps.map(({ closed_at, units, price }, index) =>
      moment(
        closed_at,
        [
          `Target ${index + 1} reached`,
          units?.value && !areAmountsHidden && `${formatAmount(units.value)} ${base}`,
          price?.value && `at ${formatAmount(price.value)}`,
        ]
          .filter(Boolean)
          .join(', ')
          .replace(', at ', ' at '),
      ),
    ),
    moment(stop?.closed_at, stopWords(trade)),
    moment(data?.closed_at, `Ended: ${statusTitle(status) ?? 'no status'}`),
    isClosed(trade) ? undefined : moment(data?.updated_at, 'Last change'),
  ]
  return moments.filter((one) => one !== undefined).toSorted((a, b) => b.at - a.at)
}

const moment = (at: number | null | undefined, words: string): Moment | undefined =>
  at === null || at === undefined ? undefined : { at, words }

function stopWords(trade: Trade): string {
  const price = stopOf(trade)
  return price === undefined ? 'Stop hit' : `Stop hit at ${formatAmount(price)}`
}
