import { ApiError, type Failure } from '#client/api-error.ts'
import { type Client, createClient } from '#client/client.ts'
import { createClock } from '#client/clock.ts'
import {
  canDuplicate,
  probeTransport,
  type Transport,
  transportWithoutAsking,
} from '#client/transport.ts'
import { listDcaBots } from '#contract/dca-bots.ts'
import type { Endpoint, RequestOf, AnswerOf } from '#contract/endpoint.ts'
import { getBalanceTable } from '#contract/exchanges.ts'
import { SUMMARY } from '#contract/searches.ts'
import { getRequiredBalances } from '#contract/grid-bots.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { getTime, IDEMPOTENCY } from '#contract/system.ts'
import type { Credentials } from '#signing/credentials.ts'
import type { EmptyForm } from '#signing/signature.ts'

import { remedyFor, transportInFull, transportRemedies } from './connection-words.ts'

export type StepState = 'passed' | 'failed' | 'skipped'

export type Step = {
  name: string
  state: StepState
  detail: string
  /** Likely causes and what to do, most likely first. */
  remedies: readonly string[]
}

export type TestParts = {
  baseUrl: string
  credentials: (emptyForm: EmptyForm) => Promise<Credentials>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Aborts after so many milliseconds. */
  timeout: (milliseconds: number) => AbortSignal
  now: () => number
  /** Whether the page's own policy blocked the last request. */
  wasBlockedByPolicy: () => boolean
  pageOrigin: string
  /** The protocol of the last answer from there, where the browser tells it. */
  protocolOf: (url: string) => string | undefined
}

export type TestResult = {
  emptyForm: EmptyForm | undefined
  /** How orders are sent; `undefined` when it could not be found out. */
  transport: Transport | undefined
}

const SKEW_WORTH_SAYING = 2_000

/** In milliseconds: what has not been answered by then is taken for not answered. */
const ANSWERED_WITHIN = 10_000

const withinTime =
  ({ fetch, timeout }: Pick<TestParts, 'fetch' | 'timeout'>): TestParts['fetch'] =>
  (url, init) =>
    fetch(url, { ...init, signal: timeout(ANSWERED_WITHIN) })

/**
 * Goes through a connection with reads alone, a step at a time, and stops where going on would only
 * repeat the failure. Finds which form of a signature without query and body the service takes.
 */
export async function* testConnection(parts: TestParts): AsyncGenerator<Step, TestResult> {
  const { baseUrl, now } = parts
  const fetch = withinTime(parts)
  const clock = createClock(now, now)
  const open = createClient({ baseUrl, fetch, clock })

  const { answer: time, failure: unreached } = await attempt(open, getTime, {})
  yield reachableStep(parts, unreached)
  if (unreached && !isWorthGoingOn(unreached)) {
    return { emptyForm: undefined, transport: undefined }
  }
  yield clockStep(clock.offset())
  const transport = await transportBeside(parts, time?.extensions)
  yield transportStep(transport, baseUrl)

  const signedWith = async (form: EmptyForm) =>
    createClient({ baseUrl, fetch, credentials: await parts.credentials(form) })
  // A read without query and body is the one request whose signed text services disagree on.
  const found = await findForm(signedWith)
  if ('failure' in found) {
    yield failed('Signature', found.failure, parts)
    return { emptyForm: undefined, transport }
  }
  yield passed(
    'Signature',
    found.form === 'path?'
      ? 'Accepted, in the form of the specification (“?” after a path without query).'
      : 'Accepted, without “?” after a path. The connection keeps this form.',
  )

  const { client, form } = found
  yield await permission(client, 'Balances (EXCHANGES_READ)', getBalanceTable, {
    params: { id: SUMMARY },
  })
  yield await permission(client, 'SmartTrades and history (SMART_TRADES_READ)', listSmartTrades, {
    query: { per_page: 1 },
  })
  yield await permission(client, 'Bots (BOTS_READ)', getRequiredBalances, { params: { id: 1 } })
  yield skipped('Orders', 'Not tested: a test changes nothing.')
  yield await tokenStep(client, (await parts.credentials(form)).token)
  return { emptyForm: form, transport }
}

/** How orders are sent to a service, found out with its own word and one unsigned request that does nothing. */
export async function findTransport(
  parts: Pick<TestParts, 'baseUrl' | 'fetch' | 'timeout' | 'pageOrigin' | 'protocolOf'>,
): Promise<Transport | undefined> {
  const { baseUrl } = parts
  const open = createClient({ baseUrl, fetch: withinTime(parts) })
  const { answer } = await attempt(open, getTime, {})
  return transportBeside(parts, answer?.extensions)
}

const transportBeside = async (
  parts: Parameters<typeof findTransport>[0],
  extensions: readonly string[] = [],
): Promise<Transport | undefined> =>
  transportWithoutAsking({ ...parts, remembersKeys: extensions.includes(IDEMPOTENCY) }) ??
  (await probeTransport({ ...parts, fetch: withinTime(parts) }))

function transportStep(transport: Transport | undefined, baseUrl: string): Step {
  const isUnsafe = canDuplicate(transport)
  return {
    name: 'How orders are sent',
    state: isUnsafe ? 'failed' : transport === undefined ? 'skipped' : 'passed',
    detail: transportInFull(transport),
    remedies: transportRemedies(transport, baseUrl),
  }
}

function reachableStep(parts: TestParts, failure: Failure | undefined): Step {
  if (!failure) return passed('Reachable', `${parts.baseUrl} answers.`)
  if (failure.kind !== 'refused' || isTurningAway(failure.status)) {
    return failed('Reachable', failure, parts)
  }
  return passed('Reachable', `It answers, but without its time: ${remedyFor(failure).detail}`)
}

/** A service that answers in its own form may tell no time, or none just now, and do all else. */
const isWorthGoingOn = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status !== 429 && failure.status !== 418

/** The answer of a service that turns everything away, or that has a fault of its own. */
const isTurningAway = (status: number): boolean => status === 429 || status === 418 || status >= 500

async function findForm(signedWith: (form: EmptyForm) => Promise<Client>) {
  let failure: Failure | undefined
  for (const form of ['path?', 'path'] as const) {
    const client = await signedWith(form)
    const { failure: refused } = await attempt(client, getBalanceTable, {
      params: { id: SUMMARY },
    })
    if (!refused || isPastSigning(refused)) return { client, form }
    failure ??= refused
    // Only a signature that was judged can be wrong in its form.
    if (refused.kind !== 'refused' || refused.status !== 401) break
  }
  return { failure: failure ?? { kind: 'unreachable' as const } }
}

/**
 * Whether a refusal is for what is judged once the signature was accepted: a missing permission, or
 * the request itself. Too many requests, a wrong host or origin are turned away before.
 */
const isPastSigning = (failure: Failure): boolean =>
  failure.kind === 'refused' &&
  [403, 404, 422].includes(failure.status) &&
  failure.code !== 'forbidden_origin'

async function permission<E extends Endpoint>(
  client: Client,
  name: string,
  endpoint: E,
  request: RequestOf<E>,
): Promise<Step> {
  const { failure } = await attempt(client, endpoint, request)
  // The permission is judged before the object is looked up.
  if (!failure || (failure.kind === 'refused' && [404, 422].includes(failure.status))) {
    return passed(name, 'Allowed.')
  }
  return failed(name, failure)
}

async function tokenStep(client: Client, token: string | undefined): Promise<Step> {
  if (!token) return skipped('Bearer token', 'None entered. The DCA pages need one.')
  const { failure } = await attempt(client, listDcaBots, { query: {} })
  return failure ? failed('Bearer token', failure) : passed('Bearer token', 'Accepted.')
}

function clockStep(offset: number | undefined): Step {
  if (offset === undefined) return skipped('Clock', 'The service does not report its time.')
  const seconds = (Math.abs(offset) / 1000).toFixed(1)
  const way = offset < 0 ? 'behind' : 'ahead of'
  const detail =
    seconds === '0.0'
      ? 'The service and this browser agree on the time.'
      : `The service’s clock is ${seconds} s ${way} this browser’s. Ages follow the service.`
  const remedies =
    Math.abs(offset) > SKEW_WORTH_SAYING ? ['Let this computer set its clock by network time.'] : []
  return { name: 'Clock', state: 'passed', detail, remedies }
}

async function attempt<E extends Endpoint>(
  client: Client,
  endpoint: E,
  request: RequestOf<E>,
): Promise<{ answer?: AnswerOf<E>; failure?: Failure }> {
  try {
    return { answer: await client.call(endpoint, request) }
  } catch (error) {
    if (error instanceof ApiError) return { failure: error.failure }
    throw error
  }
}

const passed = (name: string, detail: string): Step => ({
  name,
  state: 'passed',
  detail,
  remedies: [],
})

const skipped = (name: string, detail: string): Step => ({
  name,
  state: 'skipped',
  detail,
  remedies: [],
})

function failed(name: string, failure: Failure, parts?: TestParts): Step {
  return { name, state: 'failed', ...remedyFor(failure, parts) }
}
