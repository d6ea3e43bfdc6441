import { useSyncExternalStore } from 'react'

import { useService } from '#query/service.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'

const PendingSheet = lazyPanel(async () => (await import('./pending-sheet.tsx')).PendingSheet, {
  onGiveUp: ({ onClose }) => onClose(),
})

export function PendingConfirmation() {
  const { sender } = useService()
  const [one] = useSyncExternalStore(sender.pending.subscribe, sender.pending.all)
  if (!one) return null
  return <PendingSheet key={one.id} pending={one} onClose={() => sender.discard(one.id)} />
}
