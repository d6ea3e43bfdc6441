/** Below this width the filters may take a second line, and phones have cards. */
const WIDE = '(width >= 80rem)'

/** Tells if first rows may be drawn before React: only those of SmartTrades, without a drawer. */
export const hasEarlyRows = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  /^\/smart-trades\/?$/.test(pathname) &&
  !search.includes('trade=') &&
  'shell' in document.documentElement.dataset &&
  matchMedia(WIDE).matches
