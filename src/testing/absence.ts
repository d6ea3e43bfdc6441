import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

import type { Instant } from '#contract/primitives.ts'
import { decimal, divide, multiply, roundToStep } from '#money/decimal.ts'
import { createEngine } from '#paper/engine/engine.ts'
import { newMarket, seededMarket } from '#paper/engine/market/market.ts'
import { beginWorld } from '#paper/engine/open-world.ts'
import { createWorld } from '#paper/engine/world.ts'
import type { OpenWorld } from '#paper/engine/open-world.ts'
import { type PaperProcess, openPaperProcess } from '#paper/paper-process.ts'
import { openDatabase } from '#paper/store/sqlite/database.ts'
import { openAccount } from '#paper/worlds/open-account.ts'

const LEFT = Date.UTC(2026, 0, 5)
const DAY = 86_400_000
const LOOK = 10

type Wishes = { openWorld?: OpenWorld; world?: 'untidy' | 'empty' }

const processAt = (
  data: string,
  now: Instant,
  { openWorld = beginWorld, world = 'empty' }: Wishes = {},
) =>
  openPaperProcess(
    {
      data,
      seed: 3,
      world,
      strict: false,
      allowedOrigins: new Set(),
      rateLimit: 'off',
    },
    {
      openWorld,
      now: () => now,
      steady: () => performance.now(),
      report: ({ error }) => process.stderr.write(`${String(error)}\n`),
      say: () => undefined,
      show: () => undefined,
    },
  )

/** A world with so many running grids, which somebody leaves. */
export async function leaveWorld(data: string, grids: number, lines: number): Promise<void> {
  const rich: OpenWorld = ({ seed, user }, _stored, past) => {
    const meta = {
      seed,
      user,
      firstDay: LEFT,
      market: newMarket(LEFT),
      now: LEFT,
      mode: 'paper' as const,
      nextId: 1,
      nextOrder: 1,
    }
    const world = createWorld(meta, seededMarket(meta))
    openAccount(world, {
      exchange: 'harbour',
      exchangeName: 'Harbour',
      marketType: 'spot',
      label: 'Harbour spot',
      mode: 'paper',
      balances: { USDT: '10000000' },
    })
    return { engine: createEngine(world, past) }
  }
  const paper = await processAt(data, LEFT, { openWorld: rich })
  await paper.openWorlds()
  await paper.worlds.command(1, (engine) => {
    const [connection] = engine.exchanges()
    const pairs = engine.pairs()
    for (let made = 0; made < grids; made += 1) {
      const row = pairs[made % pairs.length]
      if (!row || !connection) throw new Error('There is nothing to trade on')
      const { pair, last, tick, lot } = row
      const at = (share: string) => roundToStep(multiply(last, decimal(share)), tick, 'down')
      engine.createGridBot({
        account_id: connection.account_id,
        pair,
        lower_price: at('0.7'),
        upper_price: at('1.3'),
        grids_quantity: lines,
        grid_type: 'geometric',
        quantity_per_grid: roundToStep(divide(decimal('20'), last, 8, 'up'), lot, 'up'),
      })
    }
  })
  await paper.close()
}

/** Comes back after so many days; says how far the world is while it catches up, and how it went. */
export const comeBack = async (data: string, days: number): Promise<void> =>
  watch(await processAt(data, LEFT + days * DAY))

/** Makes a world with a past: the one that takes the least time. */
export const makeWorld = async (data: string): Promise<void> =>
  watch(await processAt(data, LEFT, { world: 'untidy' }))

async function watch(paper: PaperProcess): Promise<void> {
  const started = performance.now()
  const look = setInterval(() => {
    const progress = paper.worlds.progressOf(1)
    if (progress !== undefined) process.stdout.write(`${progress}\n`)
  }, LOOK)
  await paper.openWorlds()
  await paper.worlds.caughtUp(1)
  clearInterval(look)
  await paper.close()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(`done ${JSON.stringify({ seconds, megabytes })}\n`)
}

const TABLES = [
  'things',
  'balances',
  'ledger',
  'history',
  'events',
  'flows',
  'owned',
  'ended_trades',
]

/** Digest of all stored rows, without the time at which a slice ended. */
export function storedDigest(file: string): string {
  const database = openDatabase(file)
  const hash = createHash('sha256')
  for (const table of TABLES) {
    for (const row of database.prepare(`SELECT * FROM ${table}`).iterate()) {
      const text = JSON.stringify(row)
      hash.update(table === 'things' ? text.replace(/\\"now\\":\d+/, '') : text)
    }
  }
  database.close()
  return hash.digest('hex')
}
