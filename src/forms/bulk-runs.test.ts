import { expect, it } from 'vitest'

import { createClock } from '#client/clock.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { writeJson } from '#contract/json.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aClient } from '#testing/a-client.ts'
import { aCommandSender } from '#testing/a-command-sender.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { entityOnTheWire } from '#testing/entity.ts'

import { AT_ONCE } from './bulk-run.ts'
import { runOf } from './use-bulk-run.ts'

const BOTS = [1, 2, 3, 4, 5].map((id) => ({
  action: 'stopGridBot' as const,
  id,
  name: `Bot ${id}`,
}))

/** A service that answers each stop once it is let. */
async function aService() {
  const stopped: number[] = []
  const waiting: (() => void)[] = []
  const sender = aCommandSender(
    await aClient(async (url) => {
      const id = Number(/grid\/(\d+)\/stop/.exec(url)?.[1])
      stopped.push(id)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Response(writeJson(entityOnTheWire(gridBot, { id, is_enabled: false })), {
        status: 201,
      })
    }),
  )
  const scheduler = { untilNextOfMany: () => 0 } as never
  const clock = createClock(
    () => 0,
    () => 0,
  )
  const service = { sender, scheduler, clock, life: new AbortController().signal }
  return { service, stopped, answer: () => waiting.splice(0).forEach((go) => go()) }
}

/** A browser with a connection in paper mode, and its first tab. */
async function aTrader() {
  const browser = aBrowser()
  const tab = browser.openTab()
  const { id } = await tab.connections.addPaired(await aPairedConnection())
  return { browser, tab, id }
}

it('a paper panic sends nothing in real mode, and waits for paper', async () => {
  const { tab, id } = await aTrader()
  const { service, stopped, answer } = await aService()
  const run = runOf('panic-run', 'paper', service, tab)
  run.begin(BOTS)
  await expect.poll(() => stopped.length).toBe(AT_ONCE)
  tab.connections.update(id, { declaredMode: 'real', writeEnabled: true })
  answer()
  await expect.poll(() => run.get()?.isPaused).toBe(true)
  run.goOn()
  expect([stopped.length, run.get()?.isPaused]).toEqual([AT_ONCE, true])
  // The mode that it is in now has a book of its own.
  expect(runOf('panic-run', 'real', service, tab).get()).toBeUndefined()
  tab.connections.update(id, { declaredMode: 'paper' })
  run.goOn()
  await expect.poll(() => stopped.length).toBe(BOTS.length)
  answer()
})

it('a panic of a closed tab is reported in another one, which sends nothing by itself', async () => {
  const { browser, tab } = await aTrader()
  const first = await aService()
  runOf('panic-run', 'paper', first.service, tab).begin(BOTS)
  await expect.poll(() => first.stopped.length).toBe(AT_ONCE)
  const next = browser.openTab()
  await next.connections.recallPaperKeys()
  const second = await aService()
  const run = runOf('panic-run', 'paper', second.service, next)
  expect(run.get()?.rows.map(({ name, problem }) => [name, problem !== undefined])).toEqual(
    BOTS.map(({ name }, place) => [name, place >= AT_ONCE]),
  )
  run.goOn()
  expect(second.stopped).toEqual([])
  expect(runOf('panic-run', 'real', second.service, next).get()).toBeUndefined()
  expect(runOf('stop-run', 'paper', second.service, next).get()).toBeUndefined()
  first.answer()
})
