import * as z from 'zod/mini'

import type { Endpoint } from '#contract/endpoint.ts'
import type { Attributes } from '#contract/errors.ts'
import { decodeUtf8, parseJson, withoutNulls } from '#contract/json.ts'
import { JsonProblem } from '#contract/json-reader.ts'
import { attributesOf } from '#contract/sentences.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'

import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import { marketOf } from './market-of.ts'
import { type RawRequest, splitTarget } from './raw-request.ts'

const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)? *$/i

/** The body as the endpoint means it, `undefined` where it takes none. Throws 400, 415 or 422. */
export function readBody(endpoint: Endpoint, request: RawRequest, engine?: Engine): unknown {
  const { bytes = new Uint8Array() } = request
  if (bytes.length === 0) {
    if (endpoint.body) throw malformed('This request needs a body.')
    return undefined
  }
  checkFrame(request)
  const json = parsed(bytes)
  if (endpoint.body) return judged(endpoint, endpoint.body, json, engine)
  if (!isEmptyObject(json)) throw malformed('This request takes no body.')
  return undefined
}

/** Signed text has no boundary between query and body: only one of them may be there. */
function checkFrame(request: RawRequest): void {
  if (request.method === 'GET') throw malformed('A GET request has no body.')
  if (splitTarget(request.target).query !== '') {
    throw malformed('Send either a query or a body.')
  }
  const isPlain = request.header('content-encoding') === undefined
  if (!isPlain || !JSON_TYPE.test(request.header('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type', 'Send the body as plain application/json in UTF-8.')
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(decodeUtf8(bytes))
  } catch (error) {
    if (error instanceof JsonProblem) throw malformed(error.message)
    throw error
  }
}

function judged(
  endpoint: Endpoint,
  schema: z.ZodMiniType,
  json: unknown,
  engine: Engine | undefined,
): unknown {
  // Not a member of the endpoint, which every page of the dashboard would have to load.
  if (endpoint.name === createSmartTrade.name) {
    const { draft, issues } = judgeSmartTrade(json, engine ? marketOf(engine, json) : {})
    if (issues) throw invalid(issues)
    return draft
  }
  const checked = z.safeDecode(schema, withoutNulls(json))
  if (!checked.success) throw invalid(attributesOf(checked.error))
  return checked.data
}

export const invalid = (issues: Attributes): Refusal =>
  new Refusal('record_invalid', 'Some values cannot be accepted.', issues)

const malformed = (sentence: string): Refusal => new Refusal('invalid_request', sentence)

const isEmptyObject = (json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  !Array.isArray(json) &&
  Object.keys(json).length === 0
