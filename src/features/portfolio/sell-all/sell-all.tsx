import { useQuery } from '@tanstack/react-query'

import { sellAllToUsd } from '#contract/exchanges.ts'
import { useFigures } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { useListedAccounts } from '#market/accounts.ts'
import { dollarPairOf } from '#market/markets.ts'
import { marketOn, useListedPairs } from '#market/pairs.tsx'

import { balanceTableOf } from '../queries.ts'
import { isEverything, type Scope } from '../scopes.ts'
import { Remains } from './remains.tsx'
import { mayStay, phraseFor, type Sale, saleImpact, saleOf, worthMoved } from './sale.ts'
import { SellAllReview } from './sell-all-review.tsx'
import { useStopping } from './use-stopping.ts'

export const sellAll = writeAction(sellAllToUsd, {
  label: 'Review sell-all',
  request: ({ id }: Scope) => ({ params: { id } }),
  obstacle: (scope) => (isEverything(scope) ? 'Choose one account first.' : undefined),
  useFacts({ of: scope, intent }) {
    const table = useQuery({
      ...balanceTableOf(scope.id),
      refetchOnMount: 'always',
      ...(intent?.outcome.kind === 'unknown' && { refetchInterval: OFTEN }),
    })
    const { stopping, isPending } = useStopping(scope)
    const plan = table.data && saleOf(table.data)
    const bookOf = useBooks(scope)
    return {
      table,
      plan,
      impact: plan && saleImpact(plan.sold, bookOf),
      stopping,
      isPending,
      figures: useFigures(table),
      obstacle: table.isError
        ? 'The balances could not be read again.'
        : isPending || !table.data
          ? 'What is sold and stopped is still being read.'
          : undefined,
    }
  },
  whatMoved: (reviewed, now) => worthMoved(saleOf(reviewed), saleOf(now)),
  phrase: ({ label }) => phraseFor(label),
  width: 'review',
  account: ({ of }) => of.label,
  title: ({ of: { label }, answer }) =>
    answer ? `What remains on ${label}` : `Sell everything on ${label} to USD`,
  words: ({ of: { label }, facts }) => ({
    act: labelOf(facts.plan),
    leave: 'Keep everything',
    done: 'Sold at',
    accepted: 'The service answered that it is done.',
    refused: 'Nothing was sold and nothing stopped.',
    unknown: 'Do not send it again.',
    asked: `sell everything on ${label}`,
  }),
  review: ({ facts: { stopping, isPending, ...facts } }) => (
    <SellAllReview {...facts} stopping={isPending ? undefined : stopping} />
  ),
  placed: ({ intent, facts, sentBy }) =>
    intent && <Remains {...facts} before={sentBy} since={intent.endedAt ?? intent.sentAt} />,
  unknown: ({ intent, facts, sentBy }) =>
    intent && <Remains {...facts} before={sentBy} since={intent.sentAt} />,
  reading({ intent, facts: { table } }) {
    if (!intent) return undefined
    return table.dataUpdatedAt > intent.sentAt
      ? {
          at: table.dataUpdatedAt,
          words: 'Balances read again. Compare what is held now with what was held before.',
        }
      : { at: undefined, words: 'The balances are being read.' }
  },
})

const OFTEN = 5_000

/** What the price of selling a coin for dollars depends on, where the service says it. */
function useBooks(scope: Scope) {
  const { accounts } = useListedAccounts()
  const { pairs = [] } = useListedPairs()
  const exchange = accounts?.find(({ id }) => id === scope.id)?.exchange
  return (code: string) => {
    const pair = dollarPairOf(code, pairs)
    return pair === undefined ? undefined : marketOn(exchange, pair, pairs)
  }
}

/** Says what will happen, and not more than is known. */
function labelOf(plan: Sale | undefined): string {
  const sold = plan?.sold ?? []
  if (sold.length === 0) return plan ? 'Stop everything' : 'Sell everything to USD'
  const most = sold.some(mayStay) ? 'up to ' : ''
  return `Sell ${most}${sold.length} ${sold.length === 1 ? 'asset' : 'assets'} to USD`
}
