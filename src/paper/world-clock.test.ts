import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'

import { worldClock } from './world-clock.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY
const NOON = Date.UTC(2026, 5, 1, 12)

/** A machine whose clock can be set, and the clock of its worlds, which is read every second. */
function aMachine(speed = 1) {
  const machine = { wall: NOON, steady: 0 }
  const said: string[] = []
  const clock = worldClock({
    now: () => machine.wall,
    steady: () => machine.steady,
    speed,
    jumped: ({ sentence }) => void said.push(sentence),
  })
  return {
    clock,
    said,
    set: (by: number) => void (machine.wall += by),
    wait: (seconds: number): void => {
      for (let second = 0; second < seconds; second += 1) {
        machine.wall += SECOND
        machine.steady += SECOND
        clock.now()
      }
    },
  }
}

it.each([
  ['an hour', HOUR, '60 minutes'],
  ['a year', YEAR, '365 days'],
])(
  'the clock of the worlds follows a clock that is set %s forward, and says so once',
  (_, by, span) => {
    const { clock, said, set, wait } = aMachine()
    wait(5)
    set(by)
    wait(1)
    expect(clock.now()).toBe(NOON + by + 6 * SECOND)
    wait(100)
    expect(said).toEqual([
      `The machine's clock went ${span} forward at once: the machine slept, or its clock was set. The worlds catch up with it.`,
    ])
  },
)

it.each([
  ['an hour', HOUR, '60 minutes'],
  ['a year', YEAR, '365 days'],
])(
  'the clock of the worlds goes on from where it stood when the clock is set %s back',
  (_, by, span) => {
    const { clock, said, set, wait } = aMachine()
    wait(5)
    set(-by)
    expect(clock.now()).toBe(NOON + 5 * SECOND)
    wait(10)
    expect(clock.now()).toBe(NOON + 15 * SECOND)
    expect(said).toEqual([
      `The machine's clock was set back by ${span}. Time never runs back in a world: it goes on from where it stood, ${span} ahead of the machine's clock.`,
    ])
    expect(clock.ahead()).toBe(
      `The worlds are ${span} ahead of the machine's clock; their time goes on from there.`,
    )
  },
)

it.each([HOUR, YEAR])(
  'the clock of the worlds is the machine’s again once a clock set %i ms back is set right',
  (by) => {
    const { clock, set, wait } = aMachine()
    set(-by)
    wait(10)
    set(by)
    wait(10)
    expect(clock.now()).toBe(NOON + 20 * SECOND)
    expect(clock.ahead()).toBeUndefined()
  },
)

it('the clock of the worlds waits for a clock that is corrected by seconds, and says nothing', () => {
  const { clock, said, set, wait } = aMachine()
  wait(10)
  set(-5 * SECOND)
  wait(3)
  expect(clock.now()).toBe(NOON + 10 * SECOND)
  wait(4)
  expect(clock.now()).toBe(NOON + 12 * SECOND)
  expect(said).toEqual([])
})

it.each([-YEAR, -HOUR, HOUR, YEAR])(
  'the clock of the worlds runs as fast as it is asked to over a jump of %i ms, which is not multiplied',
  (by) => {
    const { clock, set, wait } = aMachine(3_600)
    wait(10)
    const stood = NOON + 10 * HOUR
    set(by)
    const after = Math.max(stood, NOON + 10 * SECOND + by)
    expect(clock.now()).toBe(after)
    wait(10)
    expect(clock.now()).toBe(after + 10 * HOUR)
  },
)

it('the clock of the worlds never runs back, whatever the machine does', () => {
  const step = fc.record({
    set: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -2 * YEAR, max: 2 * YEAR }),
      fc.integer({ min: -90_000, max: 90_000 }),
    ),
    seconds: fc.nat(100),
    world: fc.option(fc.integer({ min: NOON - DAY, max: NOON + 3 * YEAR })),
  })
  fc.assert(
    fc.property(fc.array(step), fc.constantFrom(1, 60, 3_600), (steps, speed) => {
      const { clock, set, wait } = aMachine(speed)
      let before = clock.now()
      for (const { set: by, seconds, world } of steps) {
        set(by)
        expect(clock.now()).toBeGreaterThanOrEqual(before)
        if (world !== null) clock.atLeast(world)
        wait(seconds)
        const now = clock.now()
        expect(now).toBeGreaterThanOrEqual(before)
        before = now
      }
    }),
  )
})

describe('a running service', () => {
  let paper: TestService
  afterEach(() => paper.close())

  it.each([-YEAR, -HOUR, HOUR, YEAR])(
    'a running service goes on trading after its clock jumped by %i ms, and reports it',
    async (by) => {
      paper = await openTestService()
      await paper.process.openWorlds()
      const stood = paper.process.worlds.now()
      paper.clock.now += by
      await paper.process.tick()
      paper.clock.now += SECOND
      await paper.process.tick()
      const now = paper.process.worlds.now()
      expect(now).toBe(stood + Math.max(0, by) + SECOND)
      const health = await paper.process.health()
      expect(JSON.stringify(health.details)).toContain(new Date(now).toISOString())
      expect(paper.said).toHaveLength(1)
      expect(JSON.stringify(health.details)).toContain(paper.said[0])
      expect(paper.failures).toEqual([])
    },
  )
})
