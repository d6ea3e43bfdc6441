/** Below this width the filters may take a second line, and phones have cards. */
const WIDE = '(width >= 80rem)'

/** True if the first rows of a page may be drawn before React: SmartTrades, without a drawer. */
export const hasEarlyRows = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  /^\/smart-trades\/?$/.test(pathname) &&
  !search.includes('trade=') &&
  'shell' in document.documentElement.dataset &&
  matchMedia(WIDE).matches
