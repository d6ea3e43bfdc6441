import { afterEach, expect, it } from 'vitest'

import { listExchanges, sellAllToUsd } from '#contract/exchanges.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { readableRows } from '#contract/read.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'

import { beginWorld, type OpenWorld } from './engine/open-world.ts'

let paper: TestService | undefined
afterEach(() => paper?.close())

/** Worlds whose every step fails from a moment on. */
function failingWorlds() {
  const state = { isBroken: false }
  const open: OpenWorld = (...world) => {
    const opened = beginWorld(...world)
    const { engine } = opened
    const advance = engine.advance.bind(engine)
    engine.advance = (to, enough) => {
      if (state.isBroken && engine.trouble === undefined) throw new Error('a step that fails')
      return advance(to, enough)
    }
    return opened
  }
  return { state, open }
}

it('a world that cannot go on is read from and not traded in, until the service starts again', async () => {
  const { state, open } = failingWorlds()
  const served = await openTestService({ openWorld: open })
  paper = served
  const exchanges = async () => readableRows(await served.client.call(listExchanges, {}))
  expect((await exchanges()).every(({ can_trade }) => can_trade)).toBe(true)

  state.isBroken = true
  for (let second = 0; second < 3; second += 1) {
    served.clock.now += 1_000
    await served.process.tick()
  }
  expect(served.failures).toHaveLength(1)
  const halted = await exchanges()
  expect(halted.map(({ can_trade, last_error }) => [can_trade, last_error])).toEqual(
    halted.map(() => [false, expect.stringContaining('a step of the simulation failed')]),
  )
  expect(await served.client.call(listSmartTrades, { query: {} })).toEqual([])
  const id = halted[0]?.id ?? ''
  await expect(served.client.call(sellAllToUsd, { params: { id } })).rejects.toThrow(
    'Trading has stopped',
  )

  state.isBroken = false
  const { data } = served
  await served.close({ keepData: true })
  paper = await openTestService({ data, openWorld: open, startsAt: served.clock.now })
  await paper.process.openWorlds()
  const again = readableRows(await paper.client.call(listExchanges, {}))
  expect(again.every(({ can_trade }) => can_trade)).toBe(true)
})
