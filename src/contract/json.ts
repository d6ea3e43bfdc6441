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
  if (losesDigits(text) || isTooDeep(text)) {
    return new JsonReader(text, { depth: ANSWER_DEPTH, tokens: Infinity, isStrict: false }).read()
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonProblem('The text is no JSON.', 0)
  }
}

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

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** `JSON.parse` reads any depth, but what walks through the value afterwards would run out of stack. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInText && code === BACKSLASH) index += 1
    else if (code === QUOTE) isInText = !isInText
    else if (isInText) continue
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > ANSWER_DEPTH) return true
  }
  return false
}
