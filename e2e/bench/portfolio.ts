import { chartFigures } from './chart.ts'
import { besideFloor, ready, type Rounds, shiftOf, weight } from './compare.ts'
import type { Figure } from './report.ts'
import { read } from './world.ts'

const PAGE = '/portfolio?range=1y'
// What an amount is exactly stands in its title: a skeleton has none.
const FIGURES = ':is(main, #static-shell) dl dd [title]'
const LINE = ':is(main, #static-shell) figure [role=img] path'
const LIVE_CHART = 'main path.recharts-curve'

/** Goals 6, 10, 11, 14 and 15: a year of balances, until the figures, a line and the live chart are shown. */
export const measure = async (): Promise<Figure[]> => [
  ...(await aYear()),
  ...(await chartFigures()),
]

const kilobytes = ({ ours }: Rounds): number => (ours.at(-1)?.scriptBytes ?? 0) / 1_000

const aYear = (): Promise<Figure[]> =>
  besideFloor(
    ({ service, key }) =>
      read(service.origin, key, '/api/v1/smart_trades', 'page=1&per_page=100&status=all'),
    async ({ take }) => {
      const figures = await take(PAGE, FIGURES, 'slow')
      const line = await take(PAGE, LINE, 'slow')
      const chart = await take(PAGE, LIVE_CHART, 'slow')
      return [
        ready(6, 'Portfolio of a year, slow: figures', figures, 1.5),
        ready(6, 'a line', line, 1.7),
        ready(6, 'the live chart', chart, 2.5),
        weight(3, 'scripts before the figures of Portfolio', kilobytes(figures), 'kB', 65),
        weight(3, 'scripts of Portfolio with its live chart', kilobytes(chart), 'kB', 220),
        weight(14, 'layout shift', shiftOf(chart), '', 0.02),
      ]
    },
  )
