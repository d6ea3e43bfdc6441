/** Below this width the filters may take a second line, and phones have cards. */
const WIDE = '(width >= 80rem)'

export const isPortfolio = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  /^\/(portfolio\/?)?$/.test(pathname)

/** The page that may be drawn before React: SmartTrades without a drawer, or Portfolio. */
export function earlyPage(
  address: Pick<Location, 'pathname' | 'search'>,
): 'rows' | 'figures' | undefined {
  if (!('shell' in document.documentElement.dataset && matchMedia(WIDE).matches)) return undefined
  if (isPortfolio(address)) return 'figures'
  const { pathname, search } = address
  return /^\/smart-trades\/?$/.test(pathname) && !search.includes('trade=') ? 'rows' : undefined
}
