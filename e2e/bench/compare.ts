import { floorSite } from './floor-site.ts'
import type { Figure } from './report.ts'
import { openBrowser, type Sample, sample, type Speed } from './sample.ts'
import { median, spread } from './statistics.ts'
import { demoService } from './world.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const FLOOR_ROW = 'tbody tr'

export type Rounds = { ours: Sample[]; floor: Sample[] }

export type Ground = {
  /**
   * A page of ours and what has to be shown on it, in turn with the floor. Not cold, it is the second
   * visit ever: the first one began with the pairing link and lasted until all was loaded.
   */
  take: (path: string, shown: string, speed: Speed, isCold?: boolean) => Promise<Rounds>
}

type Demo = Awaited<ReturnType<typeof demoService>>

/** The product and a floor that shows `data` with React alone, for as long as `work` takes. */
export async function besideFloor(
  dataOf: (demo: Demo) => Promise<string>,
  work: (ground: Ground) => Promise<Figure[]>,
): Promise<Figure[]> {
  const demo = await demoService()
  const { service } = demo
  try {
    const floor = await floorSite(await dataOf(demo))
    const take: Ground['take'] = async (path, shown, speed, isCold = true) => {
      const found: Rounds = { ours: [], floor: [] }
      for (let round = 0; round < ROUNDS; round++) {
        const link = (await service.command('pair')).trim()
        const browser = await openBrowser(link, { stays: !isCold })
        const url = `${service.origin}${path}`
        const how = { speed, isCold }
        try {
          if (!isCold) {
            await sample(browser.context, floor.origin, FLOOR_ROW, { speed: 'desktop', isCold })
          }
          found.floor.push(await sample(browser.context, floor.origin, FLOOR_ROW, how))
          found.ours.push(await sample(browser.context, url, shown, how))
        } finally {
          await browser.close()
        }
      }
      return found
    }
    try {
      return await work({ take })
    } finally {
      floor.close()
    }
  } finally {
    await demo.remove()
  }
}

/** Ready times, ours beside the floor's; or those of the first paint. */
export function ready(
  goal: number,
  metric: string,
  { ours, floor }: Rounds,
  times: number,
  what: 'ready' | 'paint' = 'ready',
): Figure {
  const own = ours.map((one) => one[what])
  const least = median(floor.map((one) => one[what]))
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

/** A figure that has a most and no floor. */
export const weight = (
  goal: number,
  metric: string,
  ours: number,
  unit: string,
  most: number,
): Figure => ({ goal, metric, ours, unit, budget: `≤ ${most} ${unit}`.trim(), isMet: ours <= most })

export const shiftOf = ({ ours }: Rounds): number => Math.max(...ours.map(({ shift }) => shift))
