// Runs before the first paint, so that no page flashes in the wrong theme.
{
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const prefersLight = matchMedia('(prefers-color-scheme: light)')
  const apply = () => {
    const theme = read('quarterdeck.theme')
    const direction = read('quarterdeck.direction')
    const density = read('quarterdeck.density')
    const followsSystem = theme !== 'light' && theme !== 'dark'
    root.dataset.theme = followsSystem ? (prefersLight.matches ? 'light' : 'dark') : theme
    root.dataset.direction = direction === 'red-up' || direction === 'safe' ? direction : 'green-up'
    root.dataset.density = density === 'compact' || density === 'comfortable' ? density : 'default'
  }
  apply()
  prefersLight.addEventListener('change', apply)
  // Another tab changed it, or this one did and says so.
  addEventListener('storage', apply)
  addEventListener('quarterdeck-theme', apply)
}
