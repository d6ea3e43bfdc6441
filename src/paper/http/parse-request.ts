import * as z from 'zod/mini'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Attributes } from '#contract/sentences.ts'
import { JsonProblem } from '#contract/json-reader.ts'
import { decodeUtf8, parseJson, withoutNulls } from '#contract/json.ts'
import { readParts } from '#contract/read.ts'
import { attributesOf } from '#contract/sentences.ts'
import { readSmartTradeChange } from '#contract/read-smart-trade-change.ts'
import { updateSmartTrade } from '#contract/smart-trade-change.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'

import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import { type RawRequest, splitTarget } from './raw-request.ts'
import type { Match } from './routes.ts'

export type ParsedRequest = { params: unknown; query: unknown; body: unknown }

export function parseRequest(
  { endpoint, params }: Match,
  request: RawRequest,
  engine?: Engine,
): ParsedRequest {
  const body = readBody(endpoint, request, engine)
  return {
    params: readParams(endpoint, params),
    query: readFilter(endpoint, splitTarget(request.target).query),
    body,
  }
}

function readParams({ params }: Endpoint, written: Record<string, string>): unknown {
  if (!params) return undefined
  const checked = z.safeDecode(params, written)
  // An id of another form cannot exist.
  if (!checked.success) throw new Refusal('not_found', 'There is nothing with that id.')
  return checked.data
}

function readFilter(endpoint: Endpoint, query: string): unknown {
  if (!endpoint.query) return undefined
  const written = readQuery(query, Object.keys(endpoint.query.shape))
  const checked = z.safeDecode(endpoint.query, written)
  if (checked.success) return checked.data
  const attributes = attributesOf(checked.error)
  throw endpoint.recordInvalid === undefined ? refused(attributes) : invalid(attributes)
}

const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)? *$/i
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/)/i

/** The parsed body, `undefined` if the endpoint takes none. Throws 400, 415 or 422. */
function readBody(endpoint: Endpoint, request: RawRequest, engine?: Engine): unknown {
  const { bytes = new Uint8Array() } = request
  if (bytes.length === 0) {
    if (!endpoint.body) return undefined
    if (endpoint.bodyExtension === undefined) throw malformed('This request needs a body.')
    return {}
  }
  checkFrame(request, endpoint.takesText)
  const json = parsed(bytes)
  if (endpoint.body) return judged(endpoint, endpoint.body, json, engine)
  if (!isEmptyObject(json)) throw malformed('This request takes no body.')
  return undefined
}

/** Refuses a query together with a body: signed text has no boundary between them. */
function checkFrame(request: RawRequest, takesText = false): void {
  if (request.method === 'GET') throw malformed('A GET request has no body.')
  if (splitTarget(request.target).query !== '') {
    throw malformed('Send either a query or a body.')
  }
  const type = request.header('content-type') ?? ''
  const isPlain = request.header('content-encoding') === undefined
  const isTaken = takesText ? !FORM_TYPE.test(type) : JSON_TYPE.test(type)
  if (isPlain && isTaken) return
  throw new Refusal(
    'unsupported_media_type',
    takesText
      ? 'Send JSON as text in UTF-8, and not as a form.'
      : 'Send the body as plain application/json in UTF-8.',
  )
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
  // Kept out of the endpoint, because every page of the dashboard loads those.
  if (endpoint.name === createSmartTrade.name) {
    const { draft, issues } = judgeSmartTrade(json, engine ? marketOf(engine, json) : {})
    if (issues) throw invalid(issues)
    return draft
  }
  if (endpoint.name === updateSmartTrade.name) {
    const { change, issues } = readSmartTradeChange(json)
    if (issues) throw invalid(issues)
    return change
  }
  const checked = z.safeDecode(schema, withoutNulls(json))
  if (!checked.success) throw invalid(attributesOf(checked.error))
  return checked.data
}

const invalid = (issues: Attributes): Refusal =>
  new Refusal('record_invalid', 'Some values cannot be accepted.', issues)

const malformed = (sentence: string): Refusal => new Refusal('invalid_request', sentence)

const isEmptyObject = (json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  !Array.isArray(json) &&
  Object.keys(json).length === 0

/** The endpoint's parameters; others are ignored. Throws 400 for a repeated one. */
function readQuery(query: string, known: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const part of query.split('&')) {
    const [name = '', ...rest] = part.split('=')
    const decodedName = decoded(name)
    if (!known.includes(decodedName)) continue
    if (Object.hasOwn(found, decodedName)) throw refused({ [decodedName]: ['Send this once.'] })
    found[decodedName] = decoded(rest.join('='), decodedName)
  }
  return found
}

export const refused = (attributes: Attributes): Refusal =>
  new Refusal('invalid_request', 'A query parameter is wrong.', attributes)

function decoded(text: string, name?: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    if (name === undefined) return text
    throw refused({ [name]: ['This is not percent-encoded UTF-8.'] })
  }
}

/** The market of a draft, even if other parts are invalid. */
function marketOf(engine: Engine, json: unknown): MarketView {
  const { account_id: accountId, pair } = readParts(smartTradeDraft, json)
  const account = engine.exchanges().find((each) => each.account_id === accountId)
  if (!account) return {}
  const market = engine
    .pairs()
    .find((each) => each.pair === pair && each.exchange === account.exchange)
  if (!market) return {}
  return {
    price: market.last,
    bid: market.bid,
    ask: market.ask,
    book: market,
    tick: market.tick,
    maxLeverage: market.max_leverage,
    leverageAllowed: account.market_type !== 'spot',
  }
}
