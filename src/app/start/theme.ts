// Part of the inline script: sets theme and frame before the first paint, so that nothing flashes.
{
  const root = document.documentElement
  const prefersLight = matchMedia('(prefers-color-scheme: light)')

  /** Value stored by `src/session`; empty if the storage is forbidden or damaged. */
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

  // Pages without a frame: those that create a connection, and all pages while keys are locked.
  const { connections } = kept('connections')
  const hasKey =
    Array.isArray(connections) &&
    connections.length > 0 &&
    connections.every((one: { storage?: unknown } | null) => one?.storage === 'paper-key')
  if (
    hasKey &&
    !/^\/(connect|pair)\b/.test(location.pathname) &&
    // Static sites have the path in the hash.
    !/^#\/?(connect|pair)/.test(location.hash)
  ) {
    root.dataset['shell'] = ''
  }
  prefersLight.addEventListener('change', apply)
  // Changes in another tab (`storage`) and in this one.
  addEventListener('storage', apply)
  addEventListener('quarterdeck-theme', apply)
}
