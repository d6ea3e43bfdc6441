import { fromNumber, toText } from '#money/decimal.ts'

import { losesDigits } from './json-numbers.ts'
import { JsonProblem, JsonReader } from './json-reader.ts'

export type JsonLimits = { depth: number; tokens: number }

const REQUEST_LIMITS: JsonLimits = { depth: 16, tokens: 2_000 }
const ANSWER_DEPTH = 500

/**
 * Reads a request body, strictly and without losing a digit: a number that a double cannot hold as
 * it is written arrives as its text. Throws `JsonProblem` for malformed text, too much of it,
 * duplicate or dangerous keys and lone surrogates.
 */
export function parseJson(text: string, limits: JsonLimits = REQUEST_LIMITS): unknown {
  return new JsonReader(text, { ...limits, isStrict: true }).read()
}

/**
 * Reads an answer without losing a digit, of any length. As tolerant as `JSON.parse`, and as fast
 * unless a number really needs more than a double. Throws `JsonProblem`.
 */
export function readJson(text: string): unknown {
  if (losesDigits(text)) {
    return new JsonReader(text, { depth: ANSWER_DEPTH, tokens: Infinity, isStrict: false }).read()
  }
  const json = parsed(text)
  if (isDeeper(json, ANSWER_DEPTH)) {
    throw new JsonProblem(`The JSON is nested more than ${ANSWER_DEPTH} deep.`, 0)
  }
  return json
}

const EXPONENT = /(?:^|[:,[])-?\d(?:\.\d+)?e[+-]\d/

/**
 * Writes JSON whose numbers are plain digits: not every reader of money takes the `2.1e-7` that
 * `JSON.stringify` makes of 0.00000021. A `bigint` is a number with all of its digits.
 */
export function writeJson(json: unknown): string {
  const text = stringified(json)
  return text === undefined || EXPONENT.test(text) ? writtenOut(json) : text
}

/** Nothing, where `JSON.stringify` meets a `bigint`. */
function stringified(json: unknown): string | undefined {
  try {
    return JSON.stringify(json)
  } catch {
    return undefined
  }
}

function writtenOut(json: unknown): string {
  if (typeof json === 'bigint') return String(json)
  if (typeof json === 'number' && Number.isFinite(json)) return toText(fromNumber(json))
  if (Array.isArray(json)) return `[${json.map((item) => writtenOut(item ?? null)).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const members = Object.entries(json).filter(([, value]) => value !== undefined)
  const written = members.map(([name, value]) => `${JSON.stringify(name)}:${writtenOut(value)}`)
  return `{${written.join(',')}}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonProblem('The text is no JSON.', 0)
  }
}

/** `JSON.parse` reads any depth, but what walks through the value afterwards would run out of stack. */
const isDeeper = (json: unknown, levels: number): boolean =>
  typeof json === 'object' &&
  json !== null &&
  (levels === 0 || Object.values(json).some((member) => isDeeper(member, levels - 1)))

/** The text of a body. Throws `JsonProblem` unless it is valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new JsonProblem('The body is not valid UTF-8.', 0)
  }
}

/** The same value without members that are `null`: for an optional member that means absent. */
export function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNulls)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, withoutNulls(value)]),
  )
}
