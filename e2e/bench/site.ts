import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { serveStatic } from '../in-page/serve-static.ts'
import { weight } from './compare.ts'
import type { Figure } from './report.ts'
import { openBrowser, type Sample, sample, type Speed } from './sample.ts'
import { median, spread } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** What an amount is exactly stands in its title: a skeleton has none. */
const FIGURES = 'main dl dd [title]'
const ROWS = 'tbody tr a'

/** The first visit of a site of files, in a browser that has kept nothing: from the address to its figures. */
export async function measure(): Promise<Figure[]> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--mode', 'site', '--logLevel', 'error'], {
    cwd: ROOT,
  })
  const site = await serveStatic(join(ROOT, 'dist/site'), undefined, { zips: true })
  const visits = async (page: string, shown: string, speed: Speed): Promise<Sample[]> => {
    const taken: Sample[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const browser = await openBrowser()
      try {
        taken.push(await sample(browser.context, `${site.url}#${page}`, shown, { speed }))
      } finally {
        await browser.close()
      }
    }
    return taken
  }
  const took = (metric: string, samples: Sample[], what: 'ready' | 'paint', most: number) => {
    const times = samples.map((one) => one[what])
    return { ...weight(22, metric, median(times), 'ms', most), spread: spread(times) }
  }
  try {
    const portfolio = await visits('/portfolio', FIGURES, 'desktop')
    const trades = await visits('/smart-trades', ROWS, 'desktop')
    const slow = await visits('/portfolio', FIGURES, 'slow')
    return [
      took('first visit of a site: figures of Portfolio', portfolio, 'ready', 3_000),
      took('first visit of a site: SmartTrades', trades, 'ready', 3_000),
      took('first visit of a site: first paint', portfolio, 'paint', 1_800),
      took('first visit of a site, slow: figures of Portfolio', slow, 'ready', 15_000),
      took('first visit of a site, slow: first paint', slow, 'paint', 3_000),
      weight(
        22,
        'first visit of a site: layout shift',
        Math.max(...portfolio.map(({ shift }) => shift)),
        '',
        0.1,
      ),
      weight(
        22,
        'first visit of a site: requests',
        Math.max(...portfolio.map(({ requests }) => requests)),
        '',
        30,
      ),
    ]
  } finally {
    await site.close()
  }
}
