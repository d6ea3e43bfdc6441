import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { eventLog } from '#testing/event-log.ts'
import { proofSize } from '#testing/proof-size.ts'
import { PROVING_START, provingWorld, reopened } from '#testing/proving-world.ts'
import { referenceBalancePoints } from '#testing/reference-balance-points.ts'
import { aDraft } from '#testing/scripted-world.ts'

import { deposit } from '../../worlds/open-account.ts'
import { OWNED_STEP } from '../past.ts'

const MINUTE = 60_000
const SEED = 11
const DAYS = proofSize(2, 4)

const store = await eventLog({ seed: SEED, ticks: DAYS * 86_400, stride: 300 })
const { world, engine } = reopened(store)
engine.setMode('paper')
const rows = store.all()
const connections = engine
  .exchanges()
  .map(({ id, account_id }) => ({ id, accounts: [Number(account_id)] }))
const summary = { id: 'summary', accounts: connections.flatMap(({ accounts }) => accounts) }

/** On the grid and beside it, before the first day and after now, for each of the three grids. */
const moments = fc
  .integer({ min: -30, max: DAYS * 1_440 + 30 })
  .map((minutes) => PROVING_START + minutes * MINUTE)
const spans = fc
  .tuple(moments, fc.constantFrom(0, 1, 90, 1_440, 2_880, 2_881, 5_000, 86_400, 86_401, 200_000))
  .map(([to, minutes]) => ({ from: to - minutes * MINUTE, to }))

it(
  `the balance chart shows what the ledger adds up to at every point, seed ${SEED}`,
  { timeout: 600_000 },
  async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(summary, ...connections),
        spans,
        async ({ id, accounts }, span) => {
          const points = await engine.balanceHistory(id, span.from, span.to)
          expect(points).toEqual(referenceBalancePoints(world, rows, accounts, span))
          compared += points.length
        },
      ),
      { numRuns: proofSize(12, 2_000), seed: SEED },
    )
    expect(compared).toBeGreaterThan(500)
    expect(rows.appended.filter(({ journal }) => journal === 'flows').length).toBeGreaterThan(15)
  },
)

describe('recorded balances of an account', () => {
  const kept = (amounts: readonly (readonly [second: number, amount: string])[]) => {
    const scene = provingWorld(1)
    const [account = 0] = scene.world.accounts.keys()
    scene.engine.takeChanges()
    for (const [second, amount] of amounts) {
      scene.engine.advance(PROVING_START + second * 1_000)
      deposit(scene.world, account, 'USDT', decimal(amount))
    }
    return scene.engine
      .takeChanges()
      .owned.map(({ at, amount }) => [(at - PROVING_START) / OWNED_STEP, amount])
  }

  it('the balances of an account are recorded for each passed step, also if one slice passes several', () => {
    expect(
      kept([
        [10, '1'],
        [299, '2'],
        [300, '4'],
        [301, '8'],
        [900, '16'],
        [1_201, '32'],
      ]),
    ).toEqual([
      [1, '20007'],
      [2, '20015'],
      [3, '20031'],
      [5, '20063'],
    ])
  })

  it('the recorded balances of an account do not change when money is held for an order', () => {
    const { engine, world } = provingWorld(1)
    const [account = 0] = world.accounts.keys()
    engine.takeChanges()
    engine.createSmartTrade(aDraft({ id: account }, { units: '0.01', price: '1000' }))
    const { owned, appended } = engine.takeChanges()
    expect(appended.map(({ journal }) => journal)).toEqual(['ledger'])
    expect(owned).toEqual([])
  })
})
