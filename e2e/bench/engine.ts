import { performance } from 'node:perf_hooks'

import { decimal, multiply, roundToStep } from '../../src/money/decimal.ts'
import type { Engine } from '../../src/paper/engine/engine.ts'
import { openWorld } from '../../src/paper/engine/open-world.ts'
import { deposit } from '../../src/paper/worlds/open-account.ts'
import { memoryStore } from '../../src/testing/memory-store.ts'
import { PROVING_START, provingWorld } from '../../src/testing/proving-world.ts'
import { memoryOverAYear } from './memory.ts'
import type { Figure } from './report.ts'
import { median, spread } from './statistics.ts'

const SECOND = 1_000
/** As often as the market moves. */
const STEP = 60_000
const TICKS = 500
const ROUNDS = 5

/** Goals 20 and 21: the demo world, what idle trades cost a tick, and what a year keeps in memory. */
export async function measure(): Promise<Figure[]> {
  const before = performance.now()
  openWorld(
    { kind: 'demo', seed: 1, madeAt: Date.UTC(2026, 10, 1), user: 'trader' },
    undefined,
    memoryStore().past,
  )
  const demo = (performance.now() - before) / SECOND

  const few = worldWith(100)
  const many = worldWith(10_000)
  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  for (let round = 0; round < ROUNDS; round++) {
    times.few.push(microsecondsATick(few, round))
    times.many.push(microsecondsATick(many, round))
  }
  const ours = median(times.many)
  const floor = median(times.few)
  return [
    {
      goal: 20,
      metric: 'a demo year made by the engine',
      ours: demo,
      unit: 's',
      budget: '< 8 s',
      isMet: demo < 8,
    },
    {
      goal: 21,
      metric: 'a tick with 10,000 idle trades (floor: with 100)',
      ours,
      floor,
      spread: spread(times.many),
      unit: 'µs',
      budget: '≤ 3×',
      isMet: ours <= 3 * floor,
    },
    ...memoryOverAYear(),
  ]
}

/** So many trades that wait far below the market. */
function worldWith(trades: number): Engine {
  const { world, engine } = provingWorld(7)
  const [account] = world.accounts.keys()
  if (account === undefined) throw new Error('The proving world has no account')
  deposit(world, account, 'USDT', decimal('100000000'))
  const market = engine.pairs().find(({ pair }) => pair === 'USDT_BTC')
  if (!market) throw new Error('The proving world has no such pair')
  const { last, tick } = market
  for (let index = 0; index < trades; index++) {
    const share = decimal(`0.${3_000 + (index % 1_000)}`)
    engine.createSmartTrade({
      account_id: account,
      pair: 'USDT_BTC',
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: decimal('0.001') },
        price: { value: roundToStep(multiply(last, share), tick, 'down') },
      },
    })
  }
  engine.takeChanges()
  return engine
}

function microsecondsATick(engine: Engine, round: number): number {
  const start = PROVING_START + (round + 1) * TICKS * STEP
  engine.advance(start)
  engine.takeChanges()
  const before = performance.now()
  for (let tick = 1; tick <= TICKS; tick++) {
    engine.advance(start + tick * STEP)
    engine.takeChanges()
  }
  return ((performance.now() - before) * 1_000) / TICKS
}
