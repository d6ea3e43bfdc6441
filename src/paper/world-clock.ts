import type { Instant } from '#contract/primitives.ts'

import type { SteadyClock } from './http/rate-limits.ts'

export type WorldClock = ReturnType<typeof worldClock>

/** A clock of the machine that went on otherwise than time did, and what that is for the worlds. */
export type ClockJump = { at: Instant; sentence: string }

type Machine = {
  now: () => Instant
  steady: SteadyClock
  /** How many times as fast as the machine's this clock runs. */
  speed: number
  jumped: (jump: ClockJump) => void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The time in the worlds: that of the machine or, from the start on, so many times faster. It never runs
 * back. A machine's clock that was set, or a machine that slept, is taken as a new start is: time goes on
 * from where it stood, or from the machine's time if that is later.
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
    // The clock is read every second: where the steady clock goes on while a machine sleeps, the gap shows it.
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
    /** A world that ran ahead of the machine is not taken back: time goes on from where it stood. */
    atLeast(instant: Instant): void {
      origin += Math.max(0, instant - read())
    },
    /** How far the worlds are ahead of the machine, in a sentence; `undefined` within a minute. */
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
