import { floorSite } from './floor-site.ts'
import type { Figure } from './report.ts'
import { openBrowser, type Sample, sample, type Speed } from './sample.ts'
import { median, spread } from './statistics.ts'
import { demoService, read } from './world.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const LIST = '/smart-trades?status=all&per_page=100'
const OUR_ROW = 'tbody tr a'
const ROW = 'tbody tr'

type Rounds = { ours: Sample[]; floor: Sample[] }

/** Goals 1 to 5 and 14: a hundred SmartTrades until the first row is shown. */
export async function measure(): Promise<Figure[]> {
  const { service, key, remove } = await demoService()
  const data = await read(
    service.origin,
    key,
    '/api/v1/smart_trades',
    'order_by=created_at&order_direction=DESC&page=1&per_page=100',
  )
  const floor = await floorSite(data)
  try {
    const take = (speed: Speed, isCold: boolean) =>
      rounds(service, `${service.origin}${LIST}`, floor.origin, speed, isCold)
    const slow = await take('slow', true)
    const desktop = await take('desktop', true)
    const second = await take('slow', false)
    const last = slow.ours.at(-1)
    return [
      compared(1, '100 SmartTrades, cold, slow: ready', slow, 1.5),
      compared(2, 'the same, desktop', desktop, 1.5),
      weight(3, 'scripts before the first row', (last?.scriptBytes ?? 0) / 1_000, 'kB', 125),
      weight(4, 'requests before the first row', last?.requests ?? 0, '', 8),
      compared(5, 'second visit, slow', second, 1.1),
      weight(14, 'layout shift', Math.max(...slow.ours.map(({ shift }) => shift)), '', 0.02),
    ]
  } finally {
    floor.close()
    await remove()
  }
}

async function rounds(
  service: { link: string; command(...words: string[]): Promise<string> },
  ourUrl: string,
  floorUrl: string,
  speed: Speed,
  isCold: boolean,
): Promise<Rounds> {
  const found: Rounds = { ours: [], floor: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const browser = await openBrowser((await service.command('pair')).trim())
    try {
      const how = { speed, isCold }
      if (!isCold) {
        await sample(browser.context, floorUrl, ROW, { speed: 'desktop' })
        await sample(browser.context, ourUrl, OUR_ROW, { speed: 'desktop' })
      }
      found.floor.push(await sample(browser.context, floorUrl, ROW, how))
      found.ours.push(await sample(browser.context, ourUrl, OUR_ROW, how))
    } finally {
      await browser.close()
    }
  }
  return found
}

function compared(goal: number, metric: string, { ours, floor }: Rounds, times: number): Figure {
  const own = ours.map(({ ready }) => ready)
  const least = median(floor.map(({ ready }) => ready))
  return {
    goal,
    metric,
    ours: median(own),
    floor: least,
    spread: spread(own),
    unit: 'ms',
    budget: `≤ ${times}×`,
    isMet: median(own) <= times * least,
  }
}

const weight = (
  goal: number,
  metric: string,
  ours: number,
  unit: string,
  most: number,
): Figure => ({ goal, metric, ours, unit, budget: `≤ ${most} ${unit}`.trim(), isMet: ours <= most })
