import { Suspense, useSyncExternalStore } from 'react'

import { useService } from '#query/service.tsx'
import { later } from '#ui/later.tsx'

const HeldSheet = later(() => import('./held-sheet.tsx').then((module) => module.HeldSheet), {
  onGiveUp: ({ onClose }) => onClose(),
})

/** Asks before the same bytes go out a second time; it stands over whatever page wanted them sent. */
export function HeldBack() {
  const { door } = useService()
  const [one] = useSyncExternalStore(door.held.subscribe, door.held.all)
  if (!one) return null
  return (
    <Suspense>
      <HeldSheet key={one.id} held={one} onClose={() => door.letGo(one.id)} />
    </Suspense>
  )
}
