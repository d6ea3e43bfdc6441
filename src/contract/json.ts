import { fromNumber, toText } from '#money/decimal.ts'

import { losesDigits } from './json-numbers.ts'
import { JsonProblem, JsonReader } from './json-reader.ts'

export type JsonLimits = { depth: number; tokens: number }

const REQUEST_LIMITS: JsonLimits = { depth: 16, tokens: 2_000 }
const ANSWER_DEPTH = 500

/**
 * Parses a body without losing digits: a long number becomes text. Throws `JsonProblem` for
 * malformed or large text, duplicate or dangerous keys and lone surrogates.
 */
export function parseJson(text: string, limits: JsonLimits = REQUEST_LIMITS): unknown {
  return new JsonReader(text, { ...limits, isStrict: true }).read()
}

/** Parses a response without losing digits, as fast as `JSON.parse`. Throws `JsonProblem`. */
export function readJson(text: string): unknown {
  if (losesDigits(text)) {
    return new JsonReader(text, { depth: ANSWER_DEPTH, tokens: Infinity, isStrict: false }).read()
  }
  const json = parsed(text)
  if (isDeeperThan(json, ANSWER_DEPTH)) {
    throw new JsonProblem(`The JSON is nested more than ${ANSWER_DEPTH} deep.`, 0)
  }
  return json
}

const EXPONENT = /(?:^|[:,[])-?\d(?:\.\d+)?e[+-]\d/

/** Writes JSON without exponents, which some services can't read. A `bigint` keeps all digits. */
export function writeJson(json: unknown): string {
  const text = tryStringify(json)
  return text === undefined || EXPONENT.test(text) ? writePlain(json) : text
}

function tryStringify(json: unknown): string | undefined {
  try {
    return JSON.stringify(json)
  } catch {
    return undefined
  }
}

function writePlain(json: unknown): string {
  if (typeof json === 'bigint') return String(json)
  if (typeof json === 'number' && Number.isFinite(json)) return toText(fromNumber(json))
  if (Array.isArray(json)) return `[${json.map((item) => writePlain(item ?? null)).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const members = Object.entries(json).filter(([, value]) => value !== undefined)
  const written = members.map(([name, value]) => `${JSON.stringify(name)}:${writePlain(value)}`)
  return `{${written.join(',')}}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonProblem('The text is not valid JSON.', 0)
  }
}

/** Guards recursive code that walks the value: `JSON.parse` itself has no depth limit. */
const isDeeperThan = (json: unknown, levels: number): boolean =>
  typeof json === 'object' &&
  json !== null &&
  (levels === 0 || Object.values(json).some((member) => isDeeperThan(member, levels - 1)))

/** Decodes a body. Throws `JsonProblem` if it isn't valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new JsonProblem('The body is not valid UTF-8.', 0)
  }
}

export const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Removes `null` fields, which mean "absent". */
export function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNulls)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, withoutNulls(value)]),
  )
}
