import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'
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

export const AlertSheet = lazyPanel(async () => (await import('./alert-sheet.tsx')).AlertSheet, {
  onGiveUp: ({ onClose }: { onClose: () => void }) => onClose(),
})

type AlertButtonProps = ButtonStyle & { of: AlertSubject; label?: string }

export function AlertButton({ of, label = 'Alert', look = 'quiet', ...style }: AlertButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...style} look={look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <AlertSheet of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
