import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { writeJson } from '#contract/json.ts'
import { listSmartTrades, type SmartTradeFilter } from '#contract/smart-trades.ts'
import { write } from '#contract/write.ts'
import { drawsOf } from '#paper/worlds/stage.ts'
import { proofSize } from '#testing/proof-size.ts'
import { type ProvingWorld, provingWorld, reopened } from '#testing/proving-world.ts'
import { randomTrader } from '#testing/random-trader.ts'

import { createChangeLog } from '../changes.ts'

const STEPS = proofSize(150, 5_000)
const SEED = proofSize(20_263, Date.now() % 2 ** 31)
const LONGEST_STEP = 300

const FILTERS: SmartTradeFilter[] = [
  { status: 'all', per_page: 100 },
  { status: 'all', per_page: 100, page: 2, order_by: 'updated_at' },
  { status: 'active', per_page: 100, order_by: 'profit' },
]
const { response } = listSmartTrades

it('a list has the same text as entities read anew from the store', async () => {
  const scene = provingWorld(SEED)
  const trader = randomTrader(SEED)
  const draws = drawsOf(SEED + 1)
  const listed = async ({ engine }: ProvingWorld, write: (rows: never) => string) =>
    Promise.all(FILTERS.map(async (filter) => write((await engine.smartTrades(filter)) as never)))
  let length = 0
  for (let step = 1; step <= STEPS; step++) {
    scene.engine.advance(scene.engine.now + draws.whole(1, LONGEST_STEP) * 1_000)
    scene.store.keep(scene.engine.takeChanges())
    if (draws.chance(0.6)) await trader.act(scene)
    // Read before it is stored, as a command reads what it has changed.
    await listed(scene, (rows) => write(response, rows))
    scene.store.keep(scene.engine.takeChanges())

    const anew = reopened(scene.store)
    anew.world.meta.now = scene.world.meta.now
    anew.world.meta.mode = scene.world.meta.mode
    const texts = await listed(scene, (rows) => write(response, rows))
    expect(texts, `seed ${SEED}, step ${step}`).toEqual(
      await listed(anew, (rows) => writeJson(z.encode(response, rows))),
    )
    length += texts.join('').length
  }
  console.info(`Kept entities: seed ${SEED}, ${trader.taken} commands, ${length} characters`)
  expect(length).toBeGreaterThan(STEPS * 10_000)
})

it('nothing is kept of an entity that may go on changing until its changes are taken', () => {
  const changes = createChangeLog()
  const record = { note: 'first' }
  const note = () => changes.kept('smart_trade', '1', () => record.note)
  expect(note()).toBe('first')
  changes.touch('smart_trade', '1', () => record)
  record.note = 'second'
  expect(note()).toBe('second')
  record.note = 'third'
  expect(note()).toBe('third')
  changes.take()
  expect(note()).toBe('third')
})
