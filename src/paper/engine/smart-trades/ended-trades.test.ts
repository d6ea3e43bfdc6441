import { expect, it } from 'vitest'

import { memoryStore } from '#testing/memory-store.ts'
import { aDraft, aTarget, scriptedWorld } from '#testing/scripted-world.ts'
import { createEngine } from '../engine.ts'
import { restoreWorld } from '../restore-world.ts'

/** A trade that has sold at its target, and the world it is in, whose changes nobody has taken. */
function sold() {
  const scene = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 120',
    },
    balances: { USDT: '10000' },
  })
  const store = memoryStore()
  const engine = createEngine(scene.world, store.past)
  const { id } = engine.createSmartTrade(
    aDraft(scene.account, {
      units: '1',
      note: 'A plan.',
      take_profit: { enabled: true, steps: [aTarget({ at: '110' })] },
    }),
  )
  const keep = (): void => store.keep(engine.takeChanges())
  return { world: scene.world, at: scene.at, engine, store, id, keep }
}

/** The engine's refusal of a request. */
const answerOf = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => String(error),
  )

it('a trade that is over leaves memory when its changes are taken, and is shown as before', async () => {
  const { world, at, engine, store, id, keep } = sold()
  keep()
  at(10)
  const before = await engine.smartTrade(id)
  expect(before.status.type).toBe('finished')
  expect(world.smartTrades.size).toBe(1)
  const changes = engine.takeChanges()
  store.keep(changes)
  expect(world.smartTrades.size).toBe(0)
  expect(changes.removed).toEqual([{ kind: 'smart_trade', id: String(id) }])
  expect(changes.ended).toMatchObject([
    { id, mode: 'paper', group: 'finished', isSuccess: true, type: 'smart_trade' },
  ])
  expect(changes.stored.map(({ kind }) => kind)).not.toContain('smart_trade')
  expect(await engine.smartTrade(id)).toEqual(before)
  expect(await engine.smartTrades({})).toEqual([before])
})

it('a trade that is over refuses what it refused while it was in memory, and changes nothing', async () => {
  const { at, engine, id, keep } = sold()
  at(10)
  const asked = async () => [
    await answerOf(engine.cancelSmartTrade(id)),
    await answerOf(engine.closeSmartTrade(id)),
    await answerOf(engine.cancelSmartTrade(Number(id) + 1)),
  ]
  const before = await asked()
  expect(before).not.toContain('done')
  keep()
  expect(await asked()).toEqual(before)
  expect(engine.takeChanges().stored).toEqual([])
})

it('a trade that is over is none of the other mode', async () => {
  const { at, engine, id, keep } = sold()
  at(10)
  keep()
  engine.setMode('real')
  expect(await answerOf(engine.smartTrade(id))).toMatch(/There is no SmartTrade/)
  expect(await answerOf(engine.setSmartTradeNote(id, 'Mine.'))).toMatch(/There is no SmartTrade/)
  expect(await engine.smartTrades({})).toEqual([])
})

it('a trade that is over takes a note, which is stored with it', async () => {
  const { at, engine, store, id, keep, world } = sold()
  at(10)
  keep()
  at(60)
  const noted = await engine.setSmartTradeNote(id, ' Sold well. ')
  expect(noted).toMatchObject({ note: 'Sold well.', note_raw: ' Sold well. ' })
  const changes = engine.takeChanges()
  expect(changes.removed).toEqual([])
  expect(changes.ended).toMatchObject([{ id, updatedAt: world.meta.now }])
  store.keep(changes)
  expect(await engine.smartTrade(id)).toEqual(noted)
  expect(await engine.smartTrades({ order_by: 'updated_at' })).toEqual([noted])
  expect(store.all().ended).toHaveLength(1)
})

it('a trade that is over is given out at once by a world whose older store kept it among the alive ones', async () => {
  const { at, engine, store, id, keep, world } = sold()
  at(10)
  const shown = await engine.smartTrade(id)
  const [trade] = world.smartTrades.values()
  keep()
  const older = {
    kind: 'smart_trade',
    id: String(id),
    json: JSON.stringify(trade ?? null),
  }
  const before = { stored: [...store.read().stored, older] }
  const fresh = memoryStore()
  const again = createEngine(
    restoreWorld(before, () => world.market),
    fresh.past,
  )
  const changes = again.takeChanges()
  expect(changes).toMatchObject({ removed: [{ kind: 'smart_trade' }], ended: [{ id }] })
  fresh.keep(changes)
  expect(await again.smartTrade(id)).toEqual(shown)
})
