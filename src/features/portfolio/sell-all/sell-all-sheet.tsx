import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type BalanceRow, sellAllToUsd } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { useService } from '#query/service.tsx'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useSend } from '#query/use-send.ts'
import { usePassphraseAgain } from '#session/use-passphrase-again.ts'
import { NotSent } from '#ui/not-sent.tsx'
import { PassphraseAgain } from '#ui/passphrase-again.tsx'

import { balanceTableOf } from '../queries.ts'
import { saleOf, worthMoved } from './sale.ts'
import type { Scope } from '../scopes.ts'
import { SellAllAction } from './sell-all-action.tsx'
import { SellAllOutcome } from './sell-all-outcome.tsx'
import { SellAllReview } from './sell-all-review.tsx'
import { useSaleBlock } from './use-sale-state.ts'
import { useStopping } from './use-stopping.ts'

type SellAllSheetProps = { scope: Scope; onClose: () => void }

const OFTEN = 5_000

/** Everything about selling it all: what it does, the typed phrase, and what became of it. */
export function SellAllSheet({ scope, onClose }: SellAllSheetProps) {
  const { clock } = useService()
  const block = useSaleBlock(scope)
  const request = { params: { id: scope.id } }
  const { send, intent: sale, clear } = useSend(sellAllToUsd, request)
  const end = sale?.outcome.kind
  const isOver = end !== undefined && end !== 'sending'

  const table = useQuery({
    ...balanceTableOf(scope.id),
    refetchOnMount: 'always',
    ...(end === 'unknown' && { refetchInterval: OFTEN }),
  })
  const { stopping, isPending } = useStopping(scope)
  const [typed, setTyped] = useState('')
  const passphrase = usePassphraseAgain()
  const [before, setBefore] = useState<readonly Read<BalanceRow>[]>()
  const plan = table.data && saleOf(table.data)
  const fresh = useFreshFigures({
    figures: {
      now: table.data,
      readAt: table.data && table.dataUpdatedAt + (clock.offset() ?? 0),
      readAgain: async () => (await table.refetch({ throwOnError: true })).data,
    },
    whatMoved: (now) => plan && now && worthMoved(plan, saleOf(now)),
    send(now) {
      setBefore(now)
      send(request)
    },
  })

  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      isHeld={end === 'sending' || fresh.isReading}
      account={scope.label}
      title={
        end === 'placed'
          ? `What remains on ${scope.label}`
          : `Sell everything on ${scope.label} to USD`
      }
      statement={STATEMENTS[end ?? 'nothing']}
      cancelLabel={isOver ? 'Close' : 'Keep everything'}
      action={
        isOver || !plan ? undefined : (
          <SellAllAction
            label={scope.label}
            typed={typed}
            plan={plan}
            block={
              block ??
              (table.isError ? 'The balances could not be read again.' : undefined) ??
              (isPending ? 'What stops is still being read.' : undefined) ??
              (passphrase.isNeeded ? 'Give the passphrase above.' : undefined)
            }
            isSending={end === 'sending' || fresh.isReading}
            onConfirm={fresh.send}
          />
        )
      }
    >
      {sale && isOver ? (
        <SellAllOutcome
          scope={scope}
          sale={sale}
          before={before}
          table={table}
          stopping={stopping}
          onBack={clear}
        />
      ) : (
        <>
          <NotSent because={fresh.isVoid} />
          <SellAllReview
            scope={scope}
            plan={plan}
            table={table}
            stopping={isPending ? undefined : stopping}
            typed={typed}
            onType={setTyped}
          />
          {passphrase.isNeeded && <PassphraseAgain check={passphrase.check} />}
        </>
      )}
    </SendingSheet>
  )
}

const STATEMENTS = {
  nothing: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service answered that it is done.',
  refused: 'The service said no. Nothing was sold.',
  unsent: 'Nothing has been sent from here.',
  unknown: 'No answer came.',
} as const
