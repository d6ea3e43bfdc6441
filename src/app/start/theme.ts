// The page's one inline script, built into `index.html`: it runs before the first paint, so that no
// page flashes in the wrong theme. It imports nothing.
{
  const root = document.documentElement
  const prefersLight = matchMedia('(prefers-color-scheme: light)')

  /** What `src/session/settings.ts` keeps; nothing when storage is closed or damaged. */
  const settings = (): Partial<Record<'theme' | 'direction' | 'density', unknown>> => {
    try {
      return (JSON.parse(localStorage.getItem('quarterdeck.settings') ?? '{}') ?? {}) as object
    } catch {
      return {}
    }
  }
  const oneOf = (first: string, others: readonly string[], found: unknown) =>
    others.find((other) => other === found) ?? first

  const apply = () => {
    const { theme, direction, density } = settings()
    root.dataset['theme'] = oneOf(prefersLight.matches ? 'light' : 'dark', ['light', 'dark'], theme)
    root.dataset['direction'] = oneOf('green-up', ['red-up', 'safe'], direction)
    root.dataset['density'] = oneOf('standard', ['compact', 'comfortable'], density)
  }

  apply()
  prefersLight.addEventListener('change', apply)
  // Another tab changed it, or this one did and says so.
  addEventListener('storage', apply)
  addEventListener('quarterdeck-theme', apply)
}
