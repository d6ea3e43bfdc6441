import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type BalanceRow, sellAllToUsd } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { useListedAccounts } from '#market/accounts.ts'
import { marketOn, useListedPairs } from '#market/pairs.tsx'
import { dollarPairOf } from '#market/markets.ts'
import { useService } from '#query/service.tsx'
import { usePrepared, useSending } from '#query/use-sending.ts'
import { usePassphraseAgain } from '#session/use-passphrase-again.ts'

import { balanceTableOf } from '../queries.ts'
import { isEverything, type Scope } from '../scopes.ts'
import { Remains } from './remains.tsx'
import { mayStay, phraseFor, type Sale, saleImpact, saleOf, worthMoved } from './sale.ts'
import { SellAllReview } from './sell-all-review.tsx'
import { useStopping } from './use-stopping.ts'

type SellAllSheetProps = { scope: Scope; onClose: () => void }

const OFTEN = 5_000

/** What the price of selling a coin for dollars depends on, where the service tells it. */
function useBooks(scope: Scope) {
  const { accounts } = useListedAccounts()
  const { pairs = [] } = useListedPairs()
  const exchange = accounts?.find(({ id }) => id === scope.id)?.exchange
  return (code: string) => {
    const pair = dollarPairOf(code, pairs)
    return pair === undefined ? undefined : marketOn(exchange, pair, pairs)
  }
}

/** Everything about selling it all: what it does, the typed phrase, and what became of it. */
export function SellAllSheet({ scope, onClose }: SellAllSheetProps) {
  const { clock } = useService()
  const prepared = usePrepared(sellAllToUsd, { params: { id: scope.id } })
  const sending = useSending(prepared)
  const { intent } = sending
  const kind = intent?.outcome.kind
  const table = useQuery({
    ...balanceTableOf(scope.id),
    refetchOnMount: 'always',
    ...(kind === 'unknown' && { refetchInterval: OFTEN }),
  })
  const { stopping, isPending } = useStopping(scope)
  const passphrase = usePassphraseAgain()
  const [before, setBefore] = useState<readonly Read<BalanceRow>[]>()
  const write = useWrite({
    prepared,
    sending,
    obstacle: isEverything(scope)
      ? 'Choose one account first.'
      : table.isError
        ? 'The balances could not be read again.'
        : isPending || !table.data
          ? 'What is sold and stopped is still being read.'
          : undefined,
    figures: {
      now: table.data,
      readAt: table.data && table.dataUpdatedAt + (clock.offset() ?? 0),
      readAgain: async () => (await table.refetch({ throwOnError: true })).data,
    },
    whatMoved: (reviewed, now) => reviewed && now && worthMoved(saleOf(reviewed), saleOf(now)),
    onSent: (_, now) => setBefore(now),
  })
  const plan = table.data && saleOf(table.data)
  const bookOf = useBooks(scope)
  const remains = { before, table, stopping }
  return (
    <WriteSheet
      write={write}
      account={scope.label}
      title={
        kind === 'placed'
          ? `What remains on ${scope.label}`
          : `Sell everything on ${scope.label} to USD`
      }
      words={{
        act: labelOf(plan),
        leave: 'Keep everything',
        done: 'Sold at',
        accepted: 'The service answered that it is done.',
        refused: 'Nothing was sold and nothing stopped.',
        unknown: 'Do not send it again.',
        asked: `sell everything on ${scope.label}`,
      }}
      confirm={{ phrase: phraseFor(scope.label), passphrase }}
      review={
        <SellAllReview
          plan={plan}
          impact={plan && saleImpact(plan.sold, bookOf)}
          table={table}
          stopping={isPending ? undefined : stopping}
        />
      }
      placed={intent && <Remains {...remains} since={intent.endedAt ?? intent.sentAt} />}
      reading={
        intent && {
          at: table.dataUpdatedAt > intent.sentAt ? table.dataUpdatedAt : undefined,
          words:
            table.dataUpdatedAt > intent.sentAt
              ? 'Balances read again. Compare what is held now with what was held before.'
              : 'The balances are being read.',
        }
      }
      unknown={intent && <Remains {...remains} since={intent.sentAt} />}
      onClose={onClose}
    />
  )
}

/** Says what will happen, and not more than is known. */
function labelOf(plan: Sale | undefined): string {
  const sold = plan?.sold ?? []
  if (sold.length === 0) return plan ? 'Stop everything' : 'Sell everything to USD'
  const most = sold.some(mayStay) ? 'up to ' : ''
  return `Sell ${most}${sold.length} ${sold.length === 1 ? 'asset' : 'assets'} to USD`
}
