import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

/**
 * The most lines that a room (a folder of `src`) may have, without its tests. Raising a budget
 * needs a commit of its own that gives the reason.
 */
const BUDGETS: Record<string, number> = {
  app: 3_047,
  charts: 3_529,
  client: 900,
  contract: 5_900,
  dialects: 3_047,
  features: 38_729,
  forms: 5_346,
  'in-page': 363,
  intents: 1_675,
  lists: 840,
  market: 2_881,
  money: 567,
  paper: 26_132,
  query: 2_048,
  routes: 642,
  session: 2_315,
  signing: 287,
  trading: 3_130,
  ui: 5_860,
}

/** The most checks for a missing value (`undefined`, `null`, `??`) in `features`. */
const CHECKS_FOR_MISSING_VALUES = 1_118

/** Text beyond this column counts as a further line, so that longer lines save nothing. */
const COLUMNS = 100

const CHECK = /[!=]==? (?:undefined|null)\b|'undefined'|\?\?/g

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(tsx?|css|js)$/.test(file))
  .filter((file) => !/\.test\.tsx?$|(^|\/)testing\/|\.gen\.ts$/.test(file))

const textsOf = (room: string): string[] =>
  files
    .filter((file) => file.startsWith(`${room}/`))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8').trimEnd())

const linesOf = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0)

it.each(Object.entries(BUDGETS))(
  'the production code of %s has at most %i lines',
  (room, budget) => {
    const lines = textsOf(room).reduce((sum, text) => sum + linesOf(text), 0)
    console.log(`${room}: ${lines} of ${budget} lines`)
    expect(lines).toBeGreaterThan(0)
    expect(lines).toBeLessThanOrEqual(budget)
  },
)

it('every room has a budget', () => {
  const rooms = new Set(files.map((file) => file.split('/')[0]))
  expect(rooms).toEqual(new Set(Object.keys(BUDGETS)))
})

it('every `refetchInterval` uses `every`, which asks for a forbidden read once in five minutes', () => {
  const intervals = Object.keys(BUDGETS)
    .flatMap((room) => textsOf(room))
    .flatMap((text) => text.match(/refetchInterval: .*/g) ?? [])
  expect(intervals.filter((one) => !/\bevery[(<]|: every }|: false/.test(one))).toEqual([])
})

it(`the production code of features checks for a missing value at most ${CHECKS_FOR_MISSING_VALUES} times`, () => {
  const checks = textsOf('features').join('\n').match(CHECK) ?? []
  console.log(`features: ${checks.length} checks of ${CHECKS_FOR_MISSING_VALUES}`)
  expect(checks.length).toBeLessThanOrEqual(CHECKS_FOR_MISSING_VALUES)
})
