import { useChangeSettings, useSettings } from '#session/use-session.ts'

import { Choice } from './choice.tsx'

export function AppearanceSettings() {
  const { theme, direction, density } = useSettings()
  const set = useChangeSettings()
  return (
    <>
      <Choice
        name="Theme"
        value={theme}
        options={[
          ['system', 'System'],
          ['dark', 'Dark'],
          ['light', 'Light'],
        ]}
        onChange={(next) => set({ theme: next })}
      />
      <Choice
        name="Gain and loss"
        detail="Sign and glyph say it too, whatever the colours."
        value={direction}
        options={[
          ['green-up', 'Green up'],
          ['red-up', 'Red up'],
          ['safe', 'Blue up'],
        ]}
        onChange={(next) => set({ direction: next })}
      />
      <Choice
        name="Density"
        value={density}
        options={[
          ['compact', 'Compact'],
          ['standard', 'Standard'],
          ['comfortable', 'Comfortable'],
        ]}
        onChange={(next) => set({ density: next })}
      />
    </>
  )
}
