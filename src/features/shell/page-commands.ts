import { useSessionStore, useSettings } from '#session/use-session.ts'
import type { Command } from './command-palette.tsx'
import { switchTheme } from './switch-theme.ts'

/** What the top bar's buttons do, by name. */
export function usePageCommands(): Command[] {
  const { settings, connections } = useSessionStore()
  const { hideAmounts } = useSettings()
  return [
    { name: 'Dark or light', detail: 'theme', run: () => switchTheme(settings) },
    {
      name: hideAmounts ? 'Show amounts' : 'Hide amounts',
      detail: 'on every page',
      run: () => settings.set({ hideAmounts: !hideAmounts }),
    },
    ...(connections.canLock()
      ? [{ name: 'Lock all tabs', detail: 'forgets the keys', run: () => connections.lock() }]
      : []),
  ]
}
