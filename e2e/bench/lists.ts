import { besideFloor, ready, shiftOf, weight } from './compare.ts'
import type { Figure } from './report.ts'
import { read } from './world.ts'

const PAGE = '/smart-trades?status=all&per_page=100'
const QUERY = 'order_by=created_at&order_direction=DESC&page=1&per_page=100'
const ROW = 'tbody tr a'

/** Goals 1 to 5 and 14: a hundred SmartTrades until the first row is shown. */
export const measure = (): Promise<Figure[]> =>
  besideFloor(
    ({ service, key }) => read(service.origin, key, '/api/v1/smart_trades', QUERY),
    async ({ take }) => {
      const slow = await take(PAGE, ROW, 'slow')
      const desktop = await take(PAGE, ROW, 'desktop')
      const second = await take(PAGE, ROW, 'slow', false)
      const last = slow.ours.at(-1)
      return [
        ready(1, '100 SmartTrades, cold, slow: ready', slow, 1.5),
        ready(1, 'the same: first paint', slow, 1, 'paint'),
        ready(2, 'the same, desktop', desktop, 1.5),
        weight(3, 'scripts before the first row', (last?.scriptBytes ?? 0) / 1_000, 'kB', 60),
        weight(4, 'requests before the first row', last?.requests ?? 0, '', 8),
        ready(5, 'second visit ever, slow', second, 1.1),
        weight(14, 'layout shift', shiftOf(slow), '', 0.02),
      ]
    },
  )
