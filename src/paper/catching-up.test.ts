import { afterEach, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

import { beginWorld } from './engine/open-world.ts'
import type { OpenWorld } from './engine/open-world.ts'

const DAY = 86_400_000
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

let paper: TestService
afterEach(() => paper.close())

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
  paper = await openTestService()
  const first = await traderAt(await paper.serve(), paper.credentials)
  expect(
    (await first.post('/api/v1/bots/grid', { ...first.grid, grids_quantity: 40 })).status,
  ).toBe(201)
  const { data, credentials, clock } = paper
  await paper.close({ keepData: true })
  const { held, openWorld } = heldWorlds()
  held.isHeld = true
  paper = await openTestService({ data, startsAt: clock.now + 30 * DAY, openWorld })
  const port = await paper.serve()
  await paper.process.openWorlds()
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
  expect(paper.process.worlds.progressOf(1)).toMatch(/^catching up, \d+ %$/)

  go()
  await paper.process.worlds.caughtUp(1)
  expect(paper.process.worlds.progressOf(1)).toBeUndefined()
  const [again] = await trader.read<Connection[]>('/api/v1/exchanges')
  expect(again).toMatchObject({ can_trade: true, last_error: null })
  expect((await trader.post('/api/v1/smart_trades', trader.trade())).status).toBe(201)
  expect(paper.failures).toEqual([])
})

it('an order waits for a world that is a moment behind', async () => {
  const { trader, go } = await aWorldBehind()
  const order = trader.post('/api/v1/smart_trades', trader.trade())
  for (let reads = 0; reads < 5; reads += 1) await trader.read('/api/v1/bots/grid')
  go()
  expect((await order).status).toBe(201)
})

it('an order that comes before the first tick after a sleep waits for the time that has passed', async () => {
  paper = await openTestService()
  const trader = await traderAt(await paper.serve(), paper.credentials)
  paper.clock.now += 30 * DAY
  const { status, json } = await trader.post('/api/v1/smart_trades', trader.trade())
  expect(status).toBe(201)
  const created = (json as { data: { created_at: string } }).data.created_at
  expect(Date.parse(created)).toBe(paper.clock.now)
})

it('a world that takes minutes to be made is no machine that slept', async () => {
  let slices = 0
  paper = await openTestService({
    openWorld(...from) {
      const opened = beginWorld(...from)
      const make = (): boolean => {
        paper.clock.now += 2_000
        paper.clock.steady += 2_000
        return ++slices > 60
      }
      return { ...opened, make }
    },
  })
  await paper.process.openWorlds()
  await paper.process.tick()
  expect(slices).toBe(61)
  expect(paper.said.filter((sentence) => sentence.includes('clock'))).toEqual([])
})

it('a second that is cut between its events is stored as a whole, with the same outcome', async () => {
  const outcomes: string[] = []
  for (const step of [0, 25]) {
    let steady = 0
    paper = await openTestService({ steady: () => (steady += step) })
    const trader = await traderAt(await paper.serve(), paper.credentials)
    const grid = { ...trader.grid, grids_quantity: 40 }
    expect((await trader.post('/api/v1/bots/grid', grid)).status).toBe(201)
    paper.clock.now += 3 * DAY
    await paper.process.tick()
    await paper.process.worlds.caughtUp(1)
    outcomes.push(JSON.stringify(await trader.read('/api/v1/terminal/history?limit=100')))
    expect(paper.failures).toEqual([])
    if (step === 0) await paper.close()
  }
  expect(outcomes[0]?.length).toBeGreaterThan(1_000)
  expect(outcomes[1]?.replaceAll(UUID, '')).toBe(outcomes[0]?.replaceAll(UUID, ''))
})

it('ticks do not pile up behind one that takes long', async () => {
  paper = await openTestService()
  await paper.process.openWorlds()
  paper.clock.now += 1_000
  const first = paper.process.tick()
  expect(paper.process.tick()).toBe(first)
  await first
  expect(paper.process.tick()).not.toBe(first)
})
