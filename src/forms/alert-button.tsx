import { useState } from 'react'

import { type Alert, listAlerts } from '#contract/alerts.ts'
import type { Id } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'
import { useExtension } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import type { ButtonStyle } from '#ui/button-class.ts'
import { lazyPanel } from '#ui/lazy-panel.tsx'

export type AlertSubject =
  | {
      kind: 'price'
      pair: string | undefined
      exchange?: string | undefined
      last?: Decimal | undefined
    }
  | { kind: 'stop_distance'; tradeId: Id; name: string }
  | { kind: 'out_of_range'; botId: Id; name: string }
  | { kind: 'drawdown' }
  | {
      kind: 'trade_events'
      name: string
      scope: Partial<Pick<Alert, 'trade_id' | 'bot_id' | 'dca_bot_id' | 'account_id'>>
    }

export const AlertSheet = lazyPanel(async () => (await import('./alert-sheet.tsx')).AlertSheet, {
  onGiveUp: ({ onClose }: { onClose: () => void }) => onClose(),
})

type AlertButtonProps = ButtonStyle & { of: AlertSubject; label?: string }

/** A browser sees no trade events, so their button needs a service that keeps alerts. */
export function AlertButton({ of, label = 'Alert', look = 'quiet', ...style }: AlertButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isKept = useExtension(listAlerts) === true
  if (of.kind === 'trade_events' && !isKept) return null
  return (
    <>
      <Button {...style} look={look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <AlertSheet of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
