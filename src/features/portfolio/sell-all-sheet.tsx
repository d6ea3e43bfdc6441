import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type BalanceRow, sellAllToUsd } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'
import { useMode } from '#query/use-mode.ts'
import { useSend } from '#query/use-send.ts'
import { usePassphraseAgain } from '#session/use-passphrase-again.ts'
import { Badge } from '#ui/badge.tsx'
import { PassphraseAgain } from '#ui/passphrase-again.tsx'
import { Sheet } from '#ui/sheet.tsx'

import { balanceTableOf } from './queries.ts'
import { saleOf } from './sale.ts'
import type { Scope } from './scopes.ts'
import { SellAllAction } from './sell-all-action.tsx'
import { SellAllOutcome } from './sell-all-outcome.tsx'
import { SellAllReview } from './sell-all-review.tsx'
import { useSaleBlock } from './use-sale-state.ts'
import { useStopping } from './use-stopping.ts'

type SellAllSheetProps = { scope: Scope; onClose: () => void }

const OFTEN = 5_000

/** Everything about selling it all: what it does, the typed phrase, and what became of it. */
export function SellAllSheet({ scope, onClose }: SellAllSheetProps) {
  const mode = useMode()
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
  const sellAll = () => {
    setBefore(table.data)
    send(request)
  }
  const plan = table.data && saleOf(table.data)

  return (
    <Sheet
      isOpen
      onClose={onClose}
      isReal={mode === 'REAL'}
      isHeld={end === 'sending'}
      context={
        <>
          <Badge mode={mode === 'REAL' ? 'real' : 'paper'} />
          <span className="truncate">{scope.label}</span>
        </>
      }
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
            isSending={end === 'sending'}
            onConfirm={sellAll}
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
    </Sheet>
  )
}

const STATEMENTS = {
  nothing: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service answered that it is done.',
  refused: 'The service said no. Nothing was sold.',
  unknown: 'No answer came.',
} as const
