import { afterEach, expect, it } from 'vitest'

import { openPaperHouse, type PaperHouse } from '#testing/open-paper-house.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

import { beginWorld } from './engine/open-world.ts'
import type { OpenWorld } from './engine/open-world.ts'

const DAY = 86_400_000
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

let house: PaperHouse
afterEach(() => house.close())

type Connection = { can_trade: boolean; last_error: string | null }

/** Worlds that stand still after five moments at which something happens, and go on when they are let. */
function heldWorlds() {
  const held = { isHeld: false }
  let moments = 0
  const openWorld: OpenWorld = (...from) => {
    const opened = beginWorld(...from)
    const { engine } = opened
    const advance = engine.advance.bind(engine)
    engine.advance = (to) => {
      const isHeld = held.isHeld && ++moments > 5
      return !isHeld && advance(to, () => held.isHeld)
    }
    return opened
  }
  return { held, openWorld }
}

/** A world with a grid, closed for 30 days and opened again, its catching up held in the middle. */
async function aWorldBehind(): Promise<{ trader: Trader; go: () => void }> {
  house = await openPaperHouse()
  const first = await traderAt(await house.serve(), house.credentials)
  expect(
    (await first.post('/api/v1/bots/grid', { ...first.grid, grids_quantity: 40 })).status,
  ).toBe(201)
  const { data, credentials, clock } = house
  await house.close({ keepData: true })
  const { held, openWorld } = heldWorlds()
  held.isHeld = true
  house = await openPaperHouse({ data, startsAt: clock.now + 30 * DAY, openWorld })
  const port = await house.serve()
  await house.house.openWorlds()
  return { trader: await traderAt(port, credentials), go: () => (held.isHeld = false) }
}

it('a world that catches up is read from where it stands, and refuses to trade with how far it is', async () => {
  const { trader, go } = await aWorldBehind()
  const [connection] = await trader.read<Connection[]>('/api/v1/exchanges')
  expect(connection).toMatchObject({
    can_trade: false,
    last_error: expect.stringMatching(/^The world is catching up .*: \d+ %\./),
  })
  expect(await trader.read('/api/v1/bots/grid')).toHaveLength(1)

  const refused = await trader.post('/api/v1/smart_trades', trader.trade())
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.json)).toMatch(/is catching up .*: \d+ %/)
  expect(house.house.worlds.progressOf(1)).toMatch(/^catching up, \d+ %$/)

  go()
  await house.house.worlds.caughtUp(1)
  expect(house.house.worlds.progressOf(1)).toBeUndefined()
  const [again] = await trader.read<Connection[]>('/api/v1/exchanges')
  expect(again).toMatchObject({ can_trade: true, last_error: null })
  expect((await trader.post('/api/v1/smart_trades', trader.trade())).status).toBe(201)
  expect(house.failures).toEqual([])
})

it('an order waits for a world that is a moment behind', async () => {
  const { trader, go } = await aWorldBehind()
  const order = trader.post('/api/v1/smart_trades', trader.trade())
  for (let reads = 0; reads < 5; reads += 1) await trader.read('/api/v1/bots/grid')
  go()
  expect((await order).status).toBe(201)
})

it('an order that comes before the first tick after a sleep waits for the time that has passed', async () => {
  house = await openPaperHouse()
  const trader = await traderAt(await house.serve(), house.credentials)
  house.clock.now += 30 * DAY
  const { status, json } = await trader.post('/api/v1/smart_trades', trader.trade())
  expect(status).toBe(201)
  const created = (json as { data: { created_at: string } }).data.created_at
  expect(Date.parse(created)).toBe(house.clock.now)
})

it('a world that takes minutes to be made is no machine that slept', async () => {
  let slices = 0
  house = await openPaperHouse({
    openWorld(...from) {
      const opened = beginWorld(...from)
      const make = (): boolean => {
        house.clock.now += 2_000
        house.clock.steady += 2_000
        return ++slices > 60
      }
      return { ...opened, make }
    },
  })
  await house.house.openWorlds()
  await house.house.tick()
  expect(slices).toBe(61)
  expect(house.said.filter((sentence) => sentence.includes('clock'))).toEqual([])
})

it('a second that is cut between its events is stored as a whole, with the same outcome', async () => {
  const outcomes: string[] = []
  for (const step of [0, 25]) {
    let steady = 0
    house = await openPaperHouse({ steady: () => (steady += step) })
    const trader = await traderAt(await house.serve(), house.credentials)
    const grid = { ...trader.grid, grids_quantity: 40 }
    expect((await trader.post('/api/v1/bots/grid', grid)).status).toBe(201)
    house.clock.now += 3 * DAY
    await house.house.tick()
    await house.house.worlds.caughtUp(1)
    outcomes.push(JSON.stringify(await trader.read('/api/v1/terminal/history?limit=100')))
    expect(house.failures).toEqual([])
    if (step === 0) await house.close()
  }
  expect(outcomes[0]?.length).toBeGreaterThan(1_000)
  expect(outcomes[1]?.replaceAll(UUID, '')).toBe(outcomes[0]?.replaceAll(UUID, ''))
})

it('ticks do not pile up behind one that takes long', async () => {
  house = await openPaperHouse()
  await house.house.openWorlds()
  house.clock.now += 1_000
  const first = house.house.tick()
  expect(house.house.tick()).toBe(first)
  await first
  expect(house.house.tick()).not.toBe(first)
})
