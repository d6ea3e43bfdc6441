import { isObject, readJson } from './json.ts'
import { instantOf } from './primitives.ts'

/** Plausible times, 2001 to 2100: UNIX seconds of ten digits. */
const EARLIEST = 1_000_000_000_000
const LATEST = 4_102_444_800_000

/** Nesting limit: some services send `{"result":{"unixtime":…}}`. */
const DEEPEST = 2

/** Known field names, most precise first. Any other field is tried last. */
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

/**
 * Reads the time in a body of any shape: seconds or finer, ISO 8601, HTTP date, or an object with
 * one. `undefined` without a time, as in an HTML page.
 */
export function timeAnswerOf(body: string) {
  const json = jsonOrText(body)
  const moment = momentIn(json, DEEPEST)
  if (!moment) return undefined
  const { milliseconds, hasFraction } = moment
  return {
    server_time: Math.floor(milliseconds / 1_000),
    ...(hasFraction && { server_time_ms: Math.floor(milliseconds) }),
    ...(isObject(json) && 'extensions' in json && { extensions: json['extensions'] }),
    ...(isObject(json) && 'market' in json && { market: json['market'] }),
  }
}

function jsonOrText(body: string): unknown {
  try {
    return readJson(body)
  } catch {
    return body
  }
}

function momentIn(json: unknown, deepest: number): Moment | undefined {
  if (typeof json === 'number') return ofDigits(String(json))
  if (typeof json === 'string') return ofText(json.trim())
  if (!isObject(json) || deepest === 0) return undefined
  const members = [...NAMES.flatMap((name) => json[name] ?? []), ...Object.values(json)]
  let found: Moment | undefined
  for (const member of members) {
    const moment = momentIn(member, deepest - 1)
    found ??= moment
    // Prefers a more precise form of the same time; any other time has another meaning.
    if (found && moment?.hasFraction && isSameMoment(moment, found)) return moment
  }
  return found
}

const isSameMoment = (exact: Moment, whole: Moment): boolean =>
  Math.abs(exact.milliseconds - whole.milliseconds) < 1_000

function ofText(text: string): Moment | undefined {
  if (/^\d/.test(text) && !text.includes('-')) return ofDigits(text)
  // A date alone has no time of day.
  const iso = text.includes(':') ? instantOf(text) : undefined
  const milliseconds = iso ?? (/^[A-Z][a-z]{2}, .*GMT$/.test(text) ? Date.parse(text) : Number.NaN)
  return plausible({ milliseconds, hasFraction: /:\d{2}\.\d/.test(text) })
}

/** 10 digits are seconds, 13 milli-, 16 micro- and 19 nanoseconds. */
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
