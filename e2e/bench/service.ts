import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { type PaperService, readyLine } from '../paper-service.ts'
import { type Call, type Load, paced, saturated } from './clients.ts'
import type { Figure } from './report.ts'
import { demoService, read } from './world.ts'

const SECONDS = 10
const WARM_UP = 4
const LIST: Call = {
  method: 'GET',
  path: '/api/v1/smart_trades',
  query: 'per_page=100&status=all',
  body: '',
}

type Key = { api_key: string; secret_key: string }
type Target = { origin: string; key: Key }

/** Goals 18 and 19: reading a hundred trades and writing one, with fifty clients. */
export async function measure(): Promise<Figure[]> {
  const { service, key, account, remove } = await demoService()
  try {
    return await compared(service, key, account)
  } finally {
    await remove()
  }
}

async function compared(service: PaperService, key: Key, account: number): Promise<Figure[]> {
  const ours = { origin: service.origin, key }
  const size = Buffer.byteLength(await read(ours.origin, key, LIST.path, LIST.query))
  const bare = await bareServer(key, size, join(service.data, 'bare.log'))
  try {
    const reads = await both(ours, bare.target, paced, () => LIST)
    const most = await both(ours, bare.target, saturated, () => LIST)
    const writes = await both(ours, bare.target, paced, (n) => aTrade(account, n))
    return [
      {
        ...figure(18, 'GET of 100 trades, p99', reads),
        budget: '≤ 1.5×',
        isMet: reads.ours.p99 <= 1.5 * reads.floor.p99,
      },
      {
        goal: 18,
        metric: 'the same without pauses',
        ours: most.ours.perSecond,
        floor: most.floor.perSecond,
        unit: '/s',
        budget: '≥ 0.8×',
        isMet: most.ours.perSecond >= 0.8 * most.floor.perSecond,
      },
      {
        ...figure(19, 'synced POST, p99', writes),
        budget: '≤ 30 ms',
        isMet: writes.ours.p99 <= 30,
      },
      failures([reads.ours, most.ours, writes.ours]),
    ]
  } finally {
    bare.end()
  }
}

type Both = { ours: Load; floor: Load }

async function both(
  ours: Target,
  floor: Target,
  load: typeof paced,
  call: (n: number) => Call,
): Promise<Both> {
  await load(ours.origin, ours.key, call, WARM_UP)
  await load(floor.origin, floor.key, call, WARM_UP)
  return {
    floor: await load(floor.origin, floor.key, call, SECONDS),
    ours: await load(ours.origin, ours.key, (n) => call(n + 1_000_000), SECONDS),
  }
}

const figure = (goal: number, metric: string, { ours, floor }: Both) => ({
  goal,
  metric,
  ours: ours.p99,
  floor: floor.p99,
  spread: [ours.p50, ours.p99] as const,
  unit: 'ms',
})

const failures = (loads: Load[]): Figure => {
  const failed = loads.reduce((sum, load) => sum + load.failed, 0)
  return {
    goal: 18,
    metric: 'refused or failed among them',
    ours: failed,
    unit: '',
    budget: '0',
    isMet: failed === 0,
  }
}

/** About five dollars, the least that is traded: the account can hold the money for all of them. */
function aTrade(account: number, n: number): Call {
  const price = (5_000 + (n % 100)).toFixed(1)
  const position = {
    type: 'buy',
    order_type: 'limit',
    units: { value: '0.001' },
    price: { value: price },
  }
  return {
    method: 'POST',
    path: '/api/v1/smart_trades',
    query: '',
    body: JSON.stringify({ account_id: account, pair: 'USDT_BTC', position, note: `bench ${n}` }),
  }
}

async function bareServer(key: Key, size: number, file: string) {
  const program = join(import.meta.dirname, 'bare-server.js')
  const child = spawn(process.execPath, [program, key.secret_key, String(size), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = (await readyLine(child)).replace(/\/$/, '')
  return { target: { origin, key }, end: () => child.kill() }
}
