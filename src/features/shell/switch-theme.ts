import type { SettingsStore } from '#session/settings.ts'

/** The other of dark and light than is shown now, whatever made it so. */
export function switchTheme(settings: SettingsStore): void {
  const shown = document.documentElement.dataset['theme']
  settings.set({ theme: shown === 'light' ? 'dark' : 'light' })
}
