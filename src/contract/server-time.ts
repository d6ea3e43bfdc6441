import { readJson } from './json.ts'
import { instantOf } from './primitives.ts'

/** Plausible times, 2001 to 2100: UNIX seconds of ten digits. */
const EARLIEST = 1_000_000_000_000
const LATEST = 4_102_444_800_000

/** Nesting limit: some services send `{"result":{"unixtime":…}}`. */
const DEEPEST = 2

/** The names that services give the time, most precise first. Other members are tried after them. */
const NAMES = [
  'server_time_ms',
  'serverTimeMs',
  'server_time',
  'serverTime',
  'time',
  'timestamp',
  'epoch',
  'unixtime',
  'now',
  'iso',
]

type Moment = { milliseconds: number; hasFraction: boolean }

/** The body of `GET /time` in the contract's own shape. */
export type TimeAnswer = {
  server_time: number
  server_time_ms?: number
  extensions?: unknown
}

/**
 * Reads the body of `GET /time`, whose shape the spec does not show: a number of seconds,
 * milliseconds or finer, its text, ISO 8601, an HTTP date, or an object that holds one of them.
 * `undefined` when there is no time in it, as in a web page.
 */
export function timeAnswerOf(body: string): TimeAnswer | undefined {
  const json = jsonOrText(body)
  const moment = momentIn(json, DEEPEST)
  if (!moment) return undefined
  const { milliseconds, hasFraction } = moment
  return {
    server_time: Math.floor(milliseconds / 1_000),
    ...(hasFraction && { server_time_ms: Math.floor(milliseconds) }),
    ...(isObject(json) && 'extensions' in json && { extensions: json['extensions'] }),
  }
}

function jsonOrText(body: string): unknown {
  try {
    return readJson(body)
  } catch {
    return body
  }
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

function momentIn(json: unknown, deepest: number): Moment | undefined {
  if (typeof json === 'number') return ofDigits(String(json))
  if (typeof json === 'string') return ofText(json.trim())
  if (!isObject(json) || deepest === 0) return undefined
  const members = [...NAMES.flatMap((name) => json[name] ?? []), ...Object.values(json)]
  let found: Moment | undefined
  for (const member of members) {
    const moment = momentIn(member, deepest - 1)
    found ??= moment
    // The same moment told more exactly; any other one is that of something else.
    if (found && moment?.hasFraction && isSameMoment(moment, found)) return moment
  }
  return found
}

const isSameMoment = (exact: Moment, whole: Moment): boolean =>
  Math.abs(exact.milliseconds - whole.milliseconds) < 1_000

function ofText(text: string): Moment | undefined {
  if (/^\d/.test(text) && !text.includes('-')) return ofDigits(text)
  // A day alone is no time of the day.
  const iso = text.includes(':') ? instantOf(text) : undefined
  const milliseconds = iso ?? (/^[A-Z][a-z]{2}, .*GMT$/.test(text) ? Date.parse(text) : Number.NaN)
  return plausible({ milliseconds, hasFraction: /:\d{2}\.\d/.test(text) })
}

/** Ten digits are seconds, thirteen milliseconds, sixteen micro- and nineteen nanoseconds. */
function ofDigits(text: string): Moment | undefined {
  const match = /^(\d{10}|\d{13}|\d{16}|\d{19})(\.\d+)?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (whole.length > 10) {
    return plausible({ milliseconds: Number(whole.slice(0, 13)), hasFraction: true })
  }
  return plausible({
    milliseconds: Number(whole) * 1_000 + Math.floor(Number(`0${fraction}`) * 1_000),
    hasFraction: fraction !== '',
  })
}

const plausible = (moment: Moment): Moment | undefined =>
  moment.milliseconds >= EARLIEST && moment.milliseconds < LATEST ? moment : undefined
