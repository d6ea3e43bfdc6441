import { sessionHome } from '#session/home.ts'

/** The other of dark and light than is shown now, whatever made it so. */
export function switchTheme(): void {
  const shown = document.documentElement.dataset['theme']
  sessionHome().settings.set({ theme: shown === 'light' ? 'dark' : 'light' })
}
