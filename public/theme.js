// Runs before the first paint, so that no page flashes in the wrong theme.
{
  const root = document.documentElement
  const prefersLight = matchMedia('(prefers-color-scheme: light)')

  /** What `src/session/settings.ts` keeps; nothing when storage is closed or damaged. */
  const settings = () => {
    try {
      return JSON.parse(localStorage.getItem('quarterdeck.settings')) ?? {}
    } catch {
      return {}
    }
  }
  const oneOf = (words, found) => (words.includes(found) ? found : words[0])

  const apply = () => {
    const { theme, direction, density } = settings()
    const system = prefersLight.matches ? 'light' : 'dark'
    root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : system
    root.dataset.direction = oneOf(['green-up', 'red-up', 'safe'], direction)
    root.dataset.density = oneOf(['standard', 'compact', 'comfortable'], density)
  }

  apply()
  prefersLight.addEventListener('change', apply)
  // Another tab changed it, or this one did and says so.
  addEventListener('storage', apply)
  addEventListener('quarterdeck-theme', apply)
}
