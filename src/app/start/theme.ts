// The page's one inline script, built into `index.html`: it runs before the first paint, so that no
// page flashes in the wrong theme, or within a shell that it will not have. It imports nothing.
{
  const root = document.documentElement
  const prefersLight = matchMedia('(prefers-color-scheme: light)')

  /** What `src/session` keeps under a name; nothing when storage is closed or damaged. */
  const kept = (name: string): Readonly<Record<string, unknown>> => {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(`quarterdeck.${name}`) ?? '{}')
      return (found ?? {}) as Record<string, unknown>
    } catch {
      return {}
    }
  }
  const oneOf = (first: string, others: readonly string[], found: unknown) =>
    others.find((other) => other === found) ?? first

  const apply = () => {
    const { theme, direction, density } = kept('settings')
    root.dataset['theme'] = oneOf(prefersLight.matches ? 'light' : 'dark', ['light', 'dark'], theme)
    root.dataset['direction'] = oneOf('green-up', ['red-up', 'safe'], direction)
    root.dataset['density'] = oneOf('standard', ['compact', 'comfortable'], density)
  }

  apply()

  // Pages around which nothing stands: those that make a connection, and all where its key is locked.
  const { connections } = kept('connections')
  const hasKey =
    Array.isArray(connections) &&
    connections.length > 0 &&
    connections.every((one: { storage?: unknown } | null) => one?.storage === 'paper-key')
  if (
    hasKey &&
    !/^\/(connect|pair)\b/.test(location.pathname) &&
    // Of a site of files the page stands behind the `#`.
    !/^#\/?(connect|pair)/.test(location.hash)
  ) {
    root.dataset['shell'] = ''
  }
  prefersLight.addEventListener('change', apply)
  // Another tab changed it, or this one did and says so.
  addEventListener('storage', apply)
  addEventListener('quarterdeck-theme', apply)
}
