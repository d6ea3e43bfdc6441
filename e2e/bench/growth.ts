import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'

import { openWorld } from '#paper/engine/open-world.ts'
import { openDataDirectory } from '#paper/store/sqlite/data-directory.ts'
import { openSqliteStore } from '#paper/store/sqlite/sqlite-store.ts'
import { TRADER } from '#paper/store/store.ts'
import { storeBigWorld } from '#testing/big-world.ts'

import { freePort, readyLine, START } from '../paper-service.ts'
import { type Call, send } from './clients.ts'
import type { Figure } from './report.ts'
import { median } from './statistics.ts'
import { read } from './world.ts'

const SIZES = [1_000, 10_000, 100_000, 500_000]
const ROUNDS = 30
const TICKS = 300
const ORDERS = ['created_at', 'profit', 'closed_at'] as const
const SECOND = 1_000
const DAY = 86_400_000
const MEGABYTE = 1_000_000

type Sizes = {
  fills: number
  disk: number
  start: number
  memory: number
  chart: number
  tick: number
  list: number
  history: number
  post: number
}
type Key = { api_key: string; secret_key: string; token: string }
type Measure = Exclude<keyof Sizes, 'fills'>

/** Goal 22: what a world of many fills costs, beside one of a thousand. */
const MEASURES: Record<
  Measure,
  { name: string; unit: string; most?: number; grows: 'with the fills' | 'hardly' }
> = {
  disk: { name: 'on disk', unit: 'MB', grows: 'with the fills' },
  start: { name: 'start to first list', unit: 's', most: 10, grows: 'hardly' },
  memory: { name: 'resident memory', unit: 'MB', most: 300, grows: 'hardly' },
  chart: { name: 'first chart of a year', unit: 'ms', most: 1_000, grows: 'hardly' },
  tick: { name: 'tick', unit: 'µs', grows: 'hardly' },
  list: { name: 'GET 100 SmartTrades', unit: 'ms', grows: 'hardly' },
  history: { name: 'GET 100 of history', unit: 'ms', grows: 'hardly' },
  post: { name: 'POST a SmartTrade', unit: 'ms', grows: 'hardly' },
}
const NAMES = Object.keys(MEASURES) as Measure[]

/** The logarithm of 500,000 is twice that of 1,000; as much again for what is measured beside it. */
const MOST_GROWTH = 4

export async function measure(): Promise<Figure[]> {
  const rows: Sizes[] = []
  for (const fills of SIZES) rows.push(await measured(fills))
  printTable(rows)
  const [least, most] = [rows[0], rows.at(-1)]
  if (!least || !most) return []
  return NAMES.map((name) => {
    const { name: metric, unit, most: limit, grows } = MEASURES[name]
    const growth = most[name] <= MOST_GROWTH * least[name]
    const isKept = limit === undefined || most[name] <= limit
    return {
      goal: 22,
      metric: `${metric}, ${most.fills} fills (floor: ${least.fills})`,
      ours: most[name],
      floor: least[name],
      unit,
      budget: `${limit === undefined ? '' : `< ${limit} ${unit}, `}${grows === 'hardly' ? `≤ ${MOST_GROWTH}×` : 'as it is'}`,
      isMet: grows === 'hardly' ? growth && isKept : undefined,
    }
  })
}

async function measured(fills: number): Promise<Sizes> {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-growth-'))
  try {
    const store = openSqliteStore(openDataDirectory(data))
    await storeBigWorld(store, fills, Math.floor(Date.now() / SECOND) * SECOND)
    const tick = await tickIn(store)
    await store.close()
    const disk = statSync(openDataDirectory(data).database).size / MEGABYTE
    return { fills, disk, tick, ...(await served(data)) }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Of the engine over what is stored, with nothing due. */
async function tickIn(store: ReturnType<typeof openSqliteStore>): Promise<number> {
  const user = await store.users.named(TRADER)
  const origin = user && (await store.worlds.originOf(user.id))
  if (!origin) throw new Error('The world is gone')
  const stored = await store.worlds.open(user.id)
  const engine = openWorld({ ...origin, user: TRADER }, stored, store.worlds.past(user.id))
  const times: number[] = []
  const from = engine.now
  for (let tick = 1; tick <= TICKS; tick++) {
    times.push(
      await timed(async () => {
        engine.advance(from + tick * SECOND)
        engine.takeChanges()
      }),
    )
  }
  return median(times) * 1_000
}

/** The product over it, in a process of its own. */
async function served(data: string): Promise<Omit<Sizes, 'fills' | 'disk' | 'tick'>> {
  const run = promisify(execFile)
  const words = ['keys', 'add', '--type', 'hmac', '--json', '--data', data]
  const key = JSON.parse((await run(process.execPath, [START, ...words])).stdout) as Key
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const flags = ['--data', data, '--port', String(port), '--rate-limit', 'off']
  const before = performance.now()
  const child = spawn(process.execPath, [START, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await readyLine(child)
    await read(origin, key, '/api/v1/smart_trades', '')
    const start = (performance.now() - before) / SECOND
    const now = Date.now()
    const year = `date_from=${Math.floor((now - 365 * DAY) / SECOND)}`
    const chart = await timed(() =>
      read(origin, key, '/api/v1/exchanges/summary/balance_chart_data', year),
    )
    const accounts = JSON.parse(await read(origin, key, '/api/v1/exchanges', '')) as {
      account_id: number
    }[]
    const account = accounts[0]?.account_id ?? 0
    const each = async (call: (n: number) => Call): Promise<number> => {
      const times: number[] = []
      for (let n = 1; n <= ROUNDS; n++) {
        times.push(
          await timed(async () => {
            const status = await send(origin, key, call(n))
            if (status >= 400) throw new Error(`${call(n).path} was answered ${status}`)
          }),
        )
      }
      return median(times)
    }
    // Another question each time: what was answered before is not worked out again.
    const list = await each((n) => {
      const order = ORDERS[n % ORDERS.length] ?? 'status'
      return get('/api/v1/smart_trades', `per_page=${100 - (n % 10)}&order_by=${order}`)
    })
    const history = await each((n) =>
      get('/api/v1/terminal/history', `limit=${130 - n}&order_direction=desc`),
    )
    const post = await each((n) => aTrade(account, n))
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(child.pid)])
    return { start, chart, list, history, post, memory: (Number(stdout) * 1_024) / MEGABYTE }
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
  }
}

const get = (path: string, query: string): Call => ({ method: 'GET', path, query, body: '' })

function aTrade(account: number, n: number): Call {
  const position = {
    type: 'buy',
    order_type: 'limit',
    units: { value: '0.001' },
    price: { value: (6_000 + n).toFixed(1) },
  }
  const body = JSON.stringify({ account_id: account, pair: 'USDT_BTC', position })
  return { method: 'POST', path: '/api/v1/smart_trades', query: '', body }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

function printTable(rows: readonly Sizes[]): void {
  const heads = ['fills', ...NAMES.map((name) => `${MEASURES[name].name}, ${MEASURES[name].unit}`)]
  console.log(`\n${heads.join(' | ')}`)
  for (const row of rows) {
    const cells = NAMES.map((name) => row[name].toPrecision(3))
    console.log([String(row.fills), ...cells].join(' | '))
  }
  console.log('')
}
