import type { Instant } from '#contract/primitives.ts'

import type { SteadyClock } from './http/rate-limits.ts'

export type WorldClock = ReturnType<typeof worldClock>

/** A jump of the machine's clock, and its effect on the worlds. */
export type ClockJump = { at: Instant; sentence: string }

type Machine = {
  now: () => Instant
  steady: SteadyClock
  speed: number
  jumped: (jump: ClockJump) => void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The machine's time, or a multiple of its speed. Never runs back: after a jump or sleep it
 * continues from its last reading, or from the machine's time if later.
 */
export function worldClock({ now: machine, steady, speed, jumped }: Machine) {
  let start = machine()
  let origin = start
  let latest = start
  let seen = { wall: start, steady: steady() }

  function read(): Instant {
    const wall = machine()
    const since = { wall: wall - seen.wall, steady: steady() - seen.steady }
    const stood = origin + (seen.wall - start) * speed
    seen = { wall, steady: seen.steady + since.steady }
    const by = since.wall - since.steady
    // The clock is read every second, so a steady clock that runs during sleep shows the gap.
    const slept = since.steady > MINUTE
    if (Math.abs(by) > MINUTE || slept) {
      const goesOn = Math.max(latest, stood + (slept ? 0 : since.steady * speed))
      start = wall
      origin = Math.max(wall, goesOn)
      jumped({ at: wall, sentence: sentenceOf(slept ? since.wall : by, origin - wall) })
    }
    latest = Math.max(latest, Math.floor(origin + (wall - start) * speed))
    return latest
  }

  return {
    now: read,
    /** Keeps the time of a world that ran ahead: time continues from there. */
    atLeast(instant: Instant): void {
      origin += Math.max(0, instant - read())
    },
    /** Lead of the worlds over the machine, as a sentence; `undefined` within a minute. */
    ahead(): string | undefined {
      const lead = read() - seen.wall
      return lead > MINUTE
        ? `The worlds are ${spanOf(lead)} ahead of the machine's clock; their time goes on from there.`
        : undefined
    },
  }
}

function sentenceOf(by: number, lead: number): string {
  if (by < 0) {
    return `The machine's clock was set back by ${spanOf(-by)}. Time never runs back in a world: it goes on from where it stood, ${spanOf(lead)} ahead of the machine's clock.`
  }
  const forward = `The machine's clock went ${spanOf(by)} forward at once: the machine slept, or its clock was set.`
  return lead > 0
    ? `${forward} The worlds go on from where they stood, ${spanOf(lead)} ahead of it.`
    : `${forward} The worlds catch up with it.`
}

function spanOf(span: number): string {
  if (span < 2 * HOUR) return `${Math.round(span / MINUTE)} minutes`
  if (span < 2 * DAY) return `${Math.round(span / HOUR)} hours`
  return `${Math.round(span / DAY)} days`
}
