import { expect, it } from 'vitest'

import { digestOf } from '#testing/event-log.ts'
import { proofSize } from '#testing/proof-size.ts'

import { beginWorld, openWorld } from '../engine/open-world.ts'
import { memoryStore } from '#testing/memory-store.ts'

/** The test command makes the world of most rules. */
const KINDS = proofSize(1, 2) === 2 ? (['demo', 'untidy'] as const) : (['untidy'] as const)

it.each(KINDS)('the %s world is the same to the byte, made at once or in slices', (kind) => {
  const origin = { kind, seed: 856, madeAt: Date.UTC(2026, 10, 21, 9, 30), user: 'trader' }
  const whole = memoryStore()
  whole.keep(openWorld(origin, undefined, whole.past).takeChanges())

  const sliced = memoryStore()
  const { engine, make } = beginWorld(origin, undefined, sliced.past)
  let slices = 0
  for (let isMade = false; !isMade; slices += 1) {
    let moments = 0
    const size = slices % 97
    isMade = make?.(() => ++moments >= size) ?? true
    sliced.keep(engine.takeChanges())
  }
  expect(slices).toBeGreaterThan(100)
  expect(digestOf(sliced.all())).toBe(digestOf(whole.all()))
})
