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
import { listSmartTrades, setSmartTradeNote } from '#contract/smart-trades.ts'
import { getTime, IDEMPOTENCY } from '#contract/system.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { DIALECT_PROFILES, type DialectId } from '#dialects/dialects.ts'
import type { WireFormat } from '#dialects/wire-format.ts'
import type { Credentials } from '#signing/credentials.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'
import { formatOffset } from '#ui/instant.ts'

import { relayRemedies, remedyFor, transportInFull } from './connection-words.ts'

export type StepState = 'passed' | 'failed' | 'skipped'

export type Step = {
  name: string
  state: StepState
  detail: string
  /** Likely causes and remedies, most likely first. */
  remedies: readonly string[]
}

export type TestParts = {
  baseUrl: string
  dialect: DialectId
  /** Dialect with the connection's mode and kind of key. */
  format: WireFormat
  kind: Algorithm
  credentials: (emptyForm: EmptyForm) => Promise<Credentials>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  timeout: (milliseconds: number) => AbortSignal
  now: () => number
  wasBlockedByPolicy: () => boolean
  pageOrigin: string
  /** Protocol of the last answer, if the browser reveals it. */
  protocolOf: (url: string) => string | undefined
}

export type TestResult = {
  emptyForm: EmptyForm | undefined
  transport: Transport | undefined
}

const SKEW_WORTH_SAYING = 2_000

/** Timeout in milliseconds. */
const ANSWERED_WITHIN = 10_000

const withinTime =
  ({ fetch, timeout }: Pick<TestParts, 'fetch' | 'timeout'>): TestParts['fetch'] =>
  (url, init) =>
    fetch(url, { ...init, signal: timeout(ANSWERED_WITHIN) })

/**
 * Tests a connection step by step with reads, up to the first failure that would repeat. Also finds
 * which signature form the service accepts for requests without query and body.
 */
export async function* testConnection(parts: TestParts): AsyncGenerator<Step, TestResult> {
  const { baseUrl, now, dialect, format } = parts
  const words = DIALECT_WORDS[dialect]
  const { ofReads } = words.forms(parts.kind)
  const fetch = withinTime(parts)
  const clock = createClock(now, now)
  const open = createClient({ baseUrl, fetch, clock, format })

  const { answer: time, failure: unreached } = await attempt(open, getTime, {})
  yield reachableStep(parts, unreached)
  if (unreached && !isWorthGoingOn(unreached)) {
    return { emptyForm: undefined, transport: undefined }
  }
  yield words.whyNoClock === undefined
    ? clockStep(clock.offset())
    : skipped('Clock', words.whyNoClock)
  const transport = await transportBeside(parts, time?.extensions)
  yield transportStep(transport, baseUrl)

  const signedWith = async (form: EmptyForm) =>
    createClient({ baseUrl, fetch, format, credentials: await parts.credentials(form) })
  // Services disagree only on signing reads without query and body.
  const found = await findForm(signedWith, ofReads)
  if (new URL(baseUrl).origin !== parts.pageOrigin) {
    const isUnread = !unreached && found.failure?.kind === 'unreachable'
    if (isUnread && !parts.wasBlockedByPolicy()) {
      const { headers } = found.client.prepare(getBalanceTable, READ)
      yield unreadByPage(Object.keys(headers), parts)
      return { emptyForm: undefined, transport }
    }
    if (!isUnread) yield passed(PAGE_STEP, 'This page may read signed answers.')
  }
  if (!found.isSigned && found.failure) {
    yield failed('Signature', found.failure, parts)
    return { emptyForm: undefined, transport }
  }
  const { client, form } = found
  yield passed('Signature', 'Accepted.')

  // The balances were read to find the form.
  const balances = { name: 'Balances', needs: 'EXCHANGES_READ', failure: found.failure }
  const reads = [
    () => Promise.resolve(balances),
    async () => ({
      name: 'SmartTrades and history',
      needs: 'SMART_TRADES_READ',
      ...(await attempt(client, listSmartTrades, { query: { per_page: 1 } })),
    }),
    async () => ({
      name: 'Bots',
      needs: 'BOTS_READ',
      ...(await attempt(client, getRequiredBalances, { params: { id: 1 } })),
    }),
  ]
  let planRefusal: string | undefined
  for (const read of reads) {
    const { name, needs, failure } = await read()
    const step = permissionStep(`${name} (${words.permission(needs)})`, failure, parts)
    const isPlan = failure?.kind === 'refused' && words.plan?.isRefusal(failure.description)
    if (isPlan) planRefusal ??= failure.description
    // The step of the plan, at the end, has its reason.
    yield isPlan ? { ...step, detail: 'The plan does not allow it.', remedies: [] } : step
    // Further requests would prolong the block.
    if (failure?.kind === 'refused' && isTurningAway(failure.status)) {
      return { emptyForm: form, transport }
    }
  }
  if (words.plan) {
    yield planRefusal === undefined
      ? passed('Plan', words.plan.allowed)
      : { name: 'Plan', state: 'failed', detail: planRefusal, remedies: [words.plan.remedy] }
  }
  yield skipped('Orders', 'Not tested: a test changes nothing.')
  if (DIALECT_PROFILES[dialect].takesToken)
    yield await tokenStep(client, (await parts.credentials(form)).token, parts)
  return { emptyForm: form, transport }
}

/** Above every trade number: a note for it is refused and changes nothing. */
const NO_TRADE = 999_999_999_999

type BodyParts = Pick<TestParts, 'baseUrl' | 'dialect' | 'kind' | 'fetch' | 'timeout'> & {
  formatWith: (form: EmptyForm) => WireFormat
  credentials: Credentials
  transport: Transport | undefined
}

/**
 * Finds the accepted signature form for requests with a body, by a write that has no effect. Reads
 * cannot show it, because they have no body.
 */
export async function testBodySignature(
  parts: BodyParts,
): Promise<{ step: Step; form: EmptyForm | undefined }> {
  const { dialect, kind, credentials, transport, formatWith } = parts
  const { ofBodies } = DIALECT_WORDS[dialect].forms(kind)
  let refused: Step | undefined
  for (const form of ofBodies) {
    const client = createClient({
      baseUrl: parts.baseUrl,
      fetch: withinTime(parts),
      format: formatWith(form),
      credentials,
      goesAsText: () => canDuplicate(transport),
    })
    const { failure } = await attempt(client, setSmartTradeNote, {
      params: { id: NO_TRADE },
      body: { note: 'Signature test' },
    })
    if (!failure || isPastSigning(failure)) return { step: bodyStep(failure, dialect), form }
    refused ??= { name: BODY_STEP, state: 'failed', ...remedyFor(failure, { dialect }) }
    if (failure.kind !== 'refused' || failure.status !== 401) break
  }
  return { step: refused ?? skipped(BODY_STEP, 'Not tested.'), form: undefined }
}

function bodyStep(failure: Failure | undefined, dialect: DialectId): Step {
  if (!failure) return passed(BODY_STEP, 'Accepted.')
  if (failure.kind === 'refused' && failure.status === 404) {
    return passed(BODY_STEP, `Accepted. Trade ${NO_TRADE} does not exist: nothing was changed.`)
  }
  const { detail, remedies } = remedyFor(failure, { dialect })
  return { name: BODY_STEP, state: 'passed', detail: `Accepted, then refused: ${detail}`, remedies }
}

export const BODY_STEP = 'Signature of a body'
const PAGE_STEP = 'Allowed for this page (CORS)'

/** Finds how orders travel, by the service's statement and one unsigned request without effect. */
export async function findTransport(parts: TransportParts): Promise<Transport | undefined> {
  const { baseUrl, format } = parts
  const open = createClient({ baseUrl, fetch: withinTime(parts), format })
  const { answer } = await attempt(open, getTime, {})
  return transportBeside(parts, answer?.extensions)
}

type TransportParts = Pick<
  TestParts,
  'baseUrl' | 'dialect' | 'format' | 'fetch' | 'timeout' | 'pageOrigin' | 'protocolOf'
>

const transportBeside = async (
  parts: TransportParts,
  extensions: readonly string[] = [],
): Promise<Transport | undefined> =>
  transportWithoutAsking({ ...parts, remembersKeys: extensions.includes(IDEMPOTENCY) }) ??
  (await probeTransport({
    ...parts,
    probePath: DIALECT_PROFILES[parts.dialect].probePath,
    fetch: withinTime(parts),
  }))

function transportStep(transport: Transport | undefined, baseUrl: string): Step {
  const isUnsafe = canDuplicate(transport)
  return {
    name: 'How orders are sent',
    state: isUnsafe ? 'failed' : transport === undefined ? 'skipped' : 'passed',
    detail: transportInFull(transport),
    remedies: isUnsafe ? relayRemedies(baseUrl, 'once') : [],
  }
}

function reachableStep(parts: TestParts, failure: Failure | undefined): Step {
  if (!failure) return passed('Reachable', `${parts.baseUrl} answers.`)
  if (failure.kind !== 'refused' || isTurningAway(failure.status)) {
    return failed('Reachable', failure, parts)
  }
  const { detail } = remedyFor(failure, parts)
  return passed('Reachable', `It answers, but without its time: ${detail}`)
}

/** A service with its own error format may lack a time and still work otherwise. */
const isWorthGoingOn = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status !== 429 && failure.status !== 418

/** The service refuses everything or has an internal error. */
const isTurningAway = (status: number): boolean => status === 429 || status === 418 || status >= 500

type Found = {
  client: Client
  form: EmptyForm
  failure: Failure | undefined
  isSigned: boolean
}

const READ = { params: { id: SUMMARY } } as const

async function findForm(
  signedWith: (form: EmptyForm) => Promise<Client>,
  forms: readonly EmptyForm[],
): Promise<Found> {
  let found: Found | undefined
  for (const form of forms) {
    const client = await signedWith(form)
    const { failure } = await attempt(client, getBalanceTable, READ)
    const isSigned = !failure || isPastSigning(failure)
    if (isSigned || !found) found = { client, form, failure, isSigned }
    // Only a signature that was checked can have the wrong form.
    if (isSigned || failure.kind !== 'refused' || failure.status !== 401) break
  }
  if (!found) throw new RangeError('A service signs in one form at the least')
  return found
}

/**
 * The refusal came after the signature was accepted: for a missing permission, or the request
 * itself. Rate limits and a wrong host or origin come before.
 */
const isPastSigning = (failure: Failure): boolean =>
  failure.kind === 'refused' &&
  [403, 404, 422].includes(failure.status) &&
  failure.code !== 'forbidden_origin'

function permissionStep(name: string, failure: Failure | undefined, parts: TestParts): Step {
  // Services check the permission before they look up the object.
  if (!failure || (failure.kind === 'refused' && [404, 422].includes(failure.status))) {
    return passed(name, 'Allowed.')
  }
  if (failure.kind === 'unsent' && failure.because !== undefined) {
    return skipped(name, failure.because)
  }
  return failed(name, failure, parts)
}

function unreadByPage(headers: readonly string[], { baseUrl }: TestParts): Step {
  const named = ['apikey', 'signature', ...headers.map((name) => name.toLowerCase())]
  const asked = named.filter((name) => name !== 'accept').join(', ')
  return {
    name: PAGE_STEP,
    state: 'failed',
    detail: 'The address answers, but a signed request from this page got no answer.',
    remedies: [
      `The service may not allow this page’s origin, ${location.origin}, or one of the headers ${asked}.`,
      ...relayRemedies(baseUrl, 'reach'),
    ],
  }
}

async function tokenStep(
  client: Client,
  token: string | undefined,
  parts: TestParts,
): Promise<Step> {
  if (!token) return skipped('Bearer token', 'None entered. The DCA pages need one.')
  const { failure } = await attempt(client, listDcaBots, { query: {} })
  return failure ? failed('Bearer token', failure, parts) : passed('Bearer token', 'Accepted.')
}

function clockStep(offset: number | undefined): Step {
  if (offset === undefined) return skipped('Clock', 'The service does not report its time.')
  const apart = formatOffset(offset)
  const way = offset < 0 ? 'behind' : 'ahead of'
  const detail =
    apart === undefined
      ? 'The service and this browser agree on the time.'
      : `The service’s clock is ${apart} ${way} this browser’s. Ages follow the service.`
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

function passed(name: string, detail: string): Step {
  return { name, state: 'passed', detail, remedies: [] }
}

function skipped(name: string, detail: string): Step {
  return { name, state: 'skipped', detail, remedies: [] }
}

function failed(name: string, failure: Failure, parts: TestParts): Step {
  return { name, state: 'failed', ...remedyFor(failure, parts) }
}
