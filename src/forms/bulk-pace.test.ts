import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { writeJson } from '#contract/json.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import { openTabs, settled } from '#testing/a-browser.ts'
import { aClient } from '#testing/a-client.ts'
import { aCommandSender } from '#testing/a-command-sender.ts'
import { entityOnTheWire } from '#testing/entity.ts'

import { createBulkRun } from './bulk-run.ts'

const BOTS = 130

/** Stops as many bots by a scripted clock; gives when each request arrived. */
async function arrivals(usual: (typeof DIALECT_PROFILES)['3commas']['limits']) {
  const { scheduler, clock } = openTabs({ usual: [...usual] })
  const arrived: number[] = []
  const client = await aClient(async (url) => {
    scheduler.count()
    arrived.push(clock.now)
    const id = Number(/grid\/(\d+)\/stop/.exec(url)?.[1])
    return new Response(writeJson(entityOnTheWire(gridBot, { id, is_enabled: false })), {
      status: 201,
    })
  })
  const timers: { at: number; step: () => void }[] = []
  const run = createBulkRun({
    sender: aCommandSender(client, { now: () => clock.now }),
    now: () => clock.now,
    mayGoOn: () => true,
    pause: scheduler.untilNextOfMany,
    later: (step, milliseconds) => void timers.push({ at: clock.now + milliseconds, step }),
    keep: () => undefined,
  })
  run.begin(
    Array.from({ length: BOTS }, (_, index) => ({
      action: 'stopGridBot' as const,
      id: index + 1,
      name: `${index}`,
    })),
  )
  for (let second = 0; second < 240 && arrived.length < BOTS; second += 1) {
    for (let turn = 0; turn < 400; turn += 1) {
      await settled()
      if (turn % 40 === 0) await signed()
    }
    clock.now += 1_000
    for (const timer of timers.splice(0)) {
      if (timer.at <= clock.now) timer.step()
      else timers.push(timer)
    }
  }
  return arrived
}

/**
 * Resolves once what is being signed is: signatures and digests wait in one line of the machine's threads.
 * On a busy machine the scripted clock would else run ahead, and requests would be given up as late.
 */
const signed = () => crypto.subtle.digest('SHA-256', new Uint8Array(1))

const mostWithin = (times: readonly number[], window: number): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + window).length))

it('bulk stop: requests are no faster than the rate limit of 3Commas', async () => {
  const arrived = await arrivals(DIALECT_PROFILES['3commas'].limits)
  expect(new Set(arrived).size).toBeGreaterThan(1)
  expect(arrived).toHaveLength(BOTS)
  // A fifth is left for what is read meanwhile; those that are under way are counted when they leave.
  expect(mostWithin(arrived, 10_000)).toBeLessThanOrEqual(32 + 2)
  expect(mostWithin(arrived, 60_000)).toBeLessThanOrEqual(80 + 2)
})

it('bulk stop: requests are not delayed without a known rate limit', async () => {
  const arrived = await arrivals([])
  expect(arrived).toHaveLength(BOTS)
  expect(mostWithin(arrived, 10_000)).toBe(BOTS)
})
