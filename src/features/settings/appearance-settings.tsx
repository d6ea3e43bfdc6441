import { sessionHome } from '#session/home.ts'
import { useSettings } from '#session/use-session.ts'
import { Segmented } from '#ui/segmented.tsx'

import { Setting } from './setting.tsx'

export function AppearanceSettings() {
  const { theme, direction, density } = useSettings()
  const { set } = sessionHome().settings
  return (
    <>
      <Setting name="Theme">
        <Segmented
          label="Theme"
          value={theme}
          options={[
            { value: 'system', label: 'System' },
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
          onChange={(next) => set({ theme: next })}
        />
      </Setting>
      <Setting name="Gain and loss" detail="Sign and glyph say it too, whatever the colours.">
        <Segmented
          label="Gain and loss"
          value={direction}
          options={[
            { value: 'green-up', label: 'Green up' },
            { value: 'red-up', label: 'Red up' },
            { value: 'safe', label: 'Blue up' },
          ]}
          onChange={(next) => set({ direction: next })}
        />
      </Setting>
      <Setting name="Density">
        <Segmented
          label="Density"
          value={density}
          options={[
            { value: 'compact', label: 'Compact' },
            { value: 'standard', label: 'Standard' },
            { value: 'comfortable', label: 'Comfortable' },
          ]}
          onChange={(next) => set({ density: next })}
        />
      </Setting>
    </>
  )
}
