import { useChangeSettings, useSettings } from '#session/use-session.ts'

import { Choice } from './choice.tsx'

export function OrderSettings() {
  const { orderRefs } = useSettings()
  const set = useChangeSettings()
  return (
    <Choice
      name="Ref in the note"
      detail="Ends each new SmartTrade’s note with eight digits, so that an order whose answer was lost is found for certain."
      value={orderRefs ? 'on' : 'off'}
      options={[
        ['off', 'Off'],
        ['on', 'On'],
      ]}
      onChange={(next) => set({ orderRefs: next === 'on' })}
    />
  )
}
