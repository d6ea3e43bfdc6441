import { pageLocation } from '#in-page/own-address.ts'

/** Below this width the filters may take a second line, and phones have cards. */
const WIDE = '(width >= 80rem)'

const isPortfolio = (): boolean => /^\/(portfolio\/?)?$/.test(pageLocation(location).pathname)

/** The page that may be drawn before React: SmartTrades without a drawer, or Portfolio. */
export function earlyPage(): 'rows' | 'figures' | undefined {
  if (!('shell' in document.documentElement.dataset && matchMedia(WIDE).matches)) return undefined
  if (isPortfolio()) return 'figures'
  const { pathname, search } = pageLocation(location)
  return /^\/smart-trades\/?$/.test(pathname) && !search.includes('trade=') ? 'rows' : undefined
}

/** Fetches the files of a chunk, which the build names in the page. Resolves when they have loaded. */
export const fetchChunk = (chunk: string): Promise<unknown> =>
  Promise.all(
    Array.from(
      document.querySelectorAll<HTMLLinkElement>(`link[data-code~="${chunk}"]:not([rel])`),
      async (link) => {
        link.rel = 'modulepreload'
        await new Promise((resolve) => link.addEventListener('load', resolve))
      },
    ),
  )

/** Fetches the code that React draws the page with, and afterwards that of its chart. */
export async function fetchPage(): Promise<void> {
  const page = isPortfolio() ? '_connected.portfolio' : 'first'
  await fetchChunk(page)
  if (page !== 'first') await fetchChunk('time-chart-drawing')
}
