import * as z from 'zod/mini'

import { compare, type Decimal, decimal, ONE, placesOf } from '#money/decimal.ts'

import { type Claim, define, readingOf } from './endpoint.ts'
import {
  numericAmount,
  text,
  textSized,
  timestamp,
  unixSeconds,
  wholeNumber,
  word,
} from './primitives.ts'
import type { ReadOf } from './read.ts'

/**
 * Not in the spec: the real market whose prices a paper service trades at. `live`: orders fill.
 * `filling`: prices are late, or those of a gap are being read. `stale`: none come. In the last two
 * no order is taken.
 */
const marketState = z.object({
  /** Name of the exchange. */
  source: text,
  state: word('live', 'filling', 'stale'),
  /** Time of the newest price, by the service's clock. */
  price_at: z.nullable(timestamp),
  /** Time up to which all prices are known and acted on; now before the first. */
  known_to: timestamp,
  /** Attempts to connect since prices came last. */
  attempt: wholeNumber,
})
export type MarketState = z.output<typeof marketState>

/** The spec shows no shape; `timeAnswerOf` also reads those of other services. */
export const serverTime = z.object({
  server_time: unixSeconds,
  server_time_ms: z.optional(wholeNumber),
  extensions: z.optional(z.array(text)),
  market: z.optional(marketState),
})
export type ServerTime = ReadOf<typeof serverTime>

/** Advertised with the extensions: the service deduplicates writes by `Idempotency-Key`. */
export const IDEMPOTENCY = 'idempotencyKey'

export const mode = word('paper', 'real')
export type Mode = z.output<typeof mode>

const modeAnswer = z.object({ mode })

export const getTime = define({
  name: 'getTime',
  path: '/api/v1/time',
  security: 'public',
  permission: null,
  response: serverTime,
})

/** Not in the spec. The API as OpenAPI 3.1. */
export const getOpenApi = define({
  name: 'getOpenApi',
  path: '/api/v1/openapi.json',
  security: 'public',
  permission: null,
  response: z.record(text, z.unknown()),
  extension: true,
})

export const getMode = define({
  name: 'getMode',
  path: '/api/v1/user/mode',
  permission: null,
  response: modeAnswer,
  reads: ['mode'],
  extension: true,
})

const isMode = (
  told: { mode?: string | undefined },
  { query }: { query: { mode?: string | undefined } },
): Claim[] => [['mode', told.mode, query.mode]]

export const setMode = define(
  {
    name: 'setMode',
    method: 'POST',
    path: '/api/v1/user/mode',
    permission: 'SMART_TRADES_WRITE',
    query: z.object({ mode }),
    recordInvalid: 422,
    response: modeAnswer,
    writes: ['mode', 'smart_trades', 'grid_bots', 'dca_bots', 'balances', 'exchanges', 'history'],
  },
  {
    title: 'Switch the mode',
    risk: 'catastrophic',
    movesMoney: false,
    subject: ({ query }) => ({ kind: 'mode', mode: query.mode }),
    provenBy: { answer: isMode, reading: readingOf(getMode, () => ({}), isMode) },
  },
)

export const renewToken = define({
  name: 'renewToken',
  method: 'POST',
  path: '/api/v1/user/token',
  permission: null,
  issues: 'token',
  response: z.object({ token: text, expires_at: timestamp }),
  extension: true,
})

/**
 * Not in the spec. Creates a code that pairs another browser with all permissions, which the key
 * needs itself. `origin`: address for other machines, if any.
 */
export const makePairingCode = define({
  name: 'makePairingCode',
  method: 'POST',
  path: '/api/v1/user/pairing_code',
  permission: 'every',
  issues: 'key',
  secret: 'code',
  response: z.object({ code: text, expires_at: timestamp, origin: z.nullable(text) }),
  extension: true,
})

/** The demo, or the exchange whose live prices a paper world has. */
export const MARKETS = ['demo', 'binance', 'kraken'] as const
export type MarketChoice = (typeof MARKETS)[number]

/** First deposit of a new world at live prices. */
export const DEFAULT_BALANCE = decimal('10000')
const MAX_BALANCE = decimal('100000000')
const CENTS = 2

/** The broken rule of a first deposit; shared by page and service. */
export const balanceFault = (balance: Decimal | undefined): string | undefined =>
  balance &&
  compare(balance, ONE) >= 0 &&
  compare(balance, MAX_BALANCE) <= 0 &&
  placesOf(balance) <= CENTS
    ? undefined
    : 'Enter an amount from 1 to 100,000,000 with at most 2 decimals.'

/**
 * Not in the spec. Opens the paper world of a market, and makes it if there is none. The world that
 * was open stops and is kept. `balance`: first deposit, only of a live world that does not exist
 * yet. Returns a code that pairs a browser with the opened world.
 */
export const openWorld = define({
  name: 'openWorld',
  method: 'POST',
  path: '/api/v1/user/world',
  security: 'signed',
  permission: 'every',
  body: z.object({ market: word(...MARKETS), balance: z.optional(numericAmount) }),
  issues: 'key',
  secret: 'code',
  status: 201,
  response: z.object({ code: text, expires_at: timestamp }),
  extension: true,
})

/** Not in the spec. Gives a new browser a key. Outside `/api/v1`, so `--strict` has it too. */
export const pairBrowser = define({
  name: 'pairBrowser',
  method: 'POST',
  path: '/pair',
  security: 'public',
  permission: null,
  body: z.object({
    code: textSized(1, 200),
    // SPKI as PEM.
    public_key: textSized(1, 4_000),
  }),
  proof: 'code',
  issues: 'key',
  response: z.object({ api_key: text, token: text, user: text, world: text }),
})
