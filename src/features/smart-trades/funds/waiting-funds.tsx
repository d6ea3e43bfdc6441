import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { isStepOpen } from '#contract/smart-trade-funds-rules.ts'
import { cancelSmartTradeFunds, fundsStepsOf } from '#contract/smart-trade-funds.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { useExtension } from '#query/service.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'

import { statusLabel, tickPlacesOf, type Trade } from '../trade-facts.ts'
import type { FundsToCancel } from './cancel-funds-sheet.tsx'
import { FUNDS_ORDERS } from './funds-words.ts'

const CancelFundsSheet = lazyPanel(
  async () => (await import('./cancel-funds-sheet.tsx')).CancelFundsSheet,
  {
    onGiveUp: ({ onClose }) => onClose(),
  },
)

/** Unfilled additions and reductions, each with a button to cancel it. */
export function WaitingFunds({ id, trade }: { id: Id; trade: Trade }) {
  const isOffered = useExtension(cancelSmartTradeFunds) === true
  const block = useWriteBlock({ of: cancelSmartTradeFunds, passesPause: true })
  const [opened, setOpened] = useState<FundsToCancel>()
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const waiting = (['add', 'reduce'] as const).flatMap((change) =>
    fundsStepsOf(trade, change).flatMap((step) => (isStepOpen(step) ? { change, step } : [])),
  )
  return (
    <>
      {waiting.length > 0 && (
        <ul aria-label="Additions and reductions that wait" className="mt-1">
          {waiting.map(({ change, step }) => (
            <li key={step.id} className="flex min-h-8 items-center gap-2 py-0.5">
              <span className="min-w-0 flex-1">
                {FUNDS_ORDERS[change]}, <Amount value={step.units.value} unit={base} />
                {step.limit && (
                  <>
                    {' '}
                    at <Price value={step.limit.value} places={tickPlacesOf(trade)} unit={quote} />
                  </>
                )}
                <span className="text-ink-3">
                  , {statusLabel(step.status)}
                  {step.filled_units && (
                    <>
                      , <Amount value={step.filled_units} /> filled
                    </>
                  )}
                </span>
              </span>
              {isOffered && (
                <Button
                  size="small"
                  look="secondary"
                  reason={block}
                  aria-label={`Cancel the ${FUNDS_ORDERS[change].toLowerCase()}`}
                  onClick={() => setOpened({ id, trade, change, step })}
                >
                  Cancel
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened && <CancelFundsSheet of={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
