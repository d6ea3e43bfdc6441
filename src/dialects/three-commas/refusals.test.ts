import { expect, it } from 'vitest'

import { ApiError, failureOf } from '#client/api-error.ts'
import { createClient } from '#client/client.ts'
import { getTime } from '#contract/system.ts'
import { failureWords } from '#query/failure-words.ts'

import type { WireRequest } from '../dialect.ts'
import { contractFormat } from '../wire-format.ts'
import { refusal } from './refusals.ts'

const PLAN =
  "The request type 'read' is not available with your current subscription plan. Please upgrade it."

const list: WireRequest = { method: 'GET', path: '/v2/smart_trades' }
const create: WireRequest = { method: 'POST', path: '/v2/smart_trades' }
const createBot: WireRequest = { method: 'POST', path: '/ver1/bots/create_bot' }

/** Reads an error response as the client does. */
function failureFrom(status: number, json: unknown, asked: WireRequest = list) {
  const read = refusal(status, json, asked)
  return failureOf(read.status, read.json, read.retryAfter)
}

const errorBody = (error: string, error_description?: string) => ({ error, error_description })

// Written by hand from part 6 of the documents: status, body and meaning.
it.each([
  [
    401,
    errorBody('api_key_invalid_or_expired', 'Unauthorized.'),
    401,
    'api_key_invalid_or_expired',
  ],
  [401, errorBody('signature_invalid', 'Provided signature is invalid'), 401, 'signature_invalid'],
  [403, errorBody('access_denied'), 403, 'access_denied'],
  [403, errorBody('Forbidden', 'Api key not authorized for this action'), 403, 'access_denied'],
  [403, errorBody('Forbidden', 'Account not owned by current user.'), 403, 'forbidden'],
  [403, errorBody('Forbidden'), 422, 'unprocessable_entity'],
  [403, errorBody('Forbidden. Unavailable for this account.'), 422, 'unprocessable_entity'],
  [400, errorBody('record_invalid', 'Invalid parameters'), 400, 'record_invalid'],
  [422, errorBody('record_invalid', 'Invalid parameters'), 422, 'record_invalid'],
  [400, errorBody('Wrong param(s)', 'note is too long'), 422, 'unprocessable_entity'],
  [400, errorBody('Not found'), 404, 'not_found'],
  [404, errorBody('not_found', 'Not Found'), 404, 'not_found'],
  [404, errorBody('Smart Trade not found'), 404, 'not_found'],
  [422, errorBody('invalid_api_key', 'Invalid API key.'), 422, 'unprocessable_entity'],
  [422, errorBody('unprocessable_entity', 'It is closed.'), 422, 'unprocessable_entity'],
  [422, errorBody('account_not_deletable', 'It has bots.'), 422, 'unprocessable_entity'],
  [429, errorBody(PLAN), 403, 'access_denied'],
  [429, errorBody('too_many_requests'), 429, 'rate_limited'],
  [418, errorBody('banned'), 418, 'ip_banned'],
  [500, errorBody('grid_lines_not_marked', 'Lines are not ready.'), 422, 'unprocessable_entity'],
  [500, errorBody('pair_not_supported'), 422, 'unprocessable_entity'],
  [500, errorBody('unknown_error', 'Something went wrong #NoMethodError'), 500, 'internal_error'],
])('the response %i %o means %i %s', (status, body, means, code) => {
  expect(failureFrom(status, body)).toMatchObject({ kind: 'refused', status: means, code })
})

/** Returns the text that a page shows. */
async function textShownFor(status: number, body: unknown, asked?: WireRequest): Promise<string> {
  const client = createClient({
    baseUrl: 'https://3c.test',
    fetch: async () => new Response(body === undefined ? '' : JSON.stringify(body), { status }),
    format: {
      ...contractFormat,
      refusal: (_, answered, json) => refusal(answered, json, asked ?? list),
    },
  })
  const error: unknown = await client.call(getTime, {}).catch((cause: unknown) => cause)
  return error instanceof ApiError ? failureWords(error) : ''
}

it.each([
  [400, errorBody('Wrong param(s)', 'note is too long'), '400: “note is too long”'],
  [400, errorBody('Not found'), '400: “Not found”'],
  [403, errorBody('Forbidden'), '403: “Forbidden”'],
  [429, errorBody(PLAN), `429: “${PLAN}” Your 3Commas plan does not allow this.`],
  [429, undefined, '429. 3Commas accepts no requests for 10 s.'],
  [
    418,
    errorBody('banned'),
    '418: “banned” 3Commas has banned this address for 2 minutes to 3 days. Further requests extend the ban.',
  ],
  [500, errorBody('pair_not_supported'), '500: “pair_not_supported”'],
])('the response %i %o is shown with its own status, quoting only its text', async (...row) => {
  const [status, body, words] = row
  expect(await textShownFor(status, body)).toBe(`The service answered ${words}`)
})

it('a refusal names the missing permission', () => {
  const denied = errorBody('Forbidden', 'Api key not authorized for this action')
  const permission = (asked: WireRequest) =>
    /permission ([A-Z_]+)/.exec(refusal(403, denied, asked).explanation ?? '')?.[1]
  expect(permission(list)).toBe('SMART_TRADES_READ')
  expect(permission(create)).toBe('SMART_TRADES_WRITE')
  expect(permission({ method: 'GET', path: '/ver1/trades/history' })).toBe('SMART_TRADES_READ')
  expect(permission({ method: 'GET', path: '/ver1/bots' })).toBe('BOTS_READ')
  expect(permission({ method: 'GET', path: '/ver1/deals' })).toBe('BOTS_READ')
  // Documented as needing write permission, although it only reads.
  expect(permission({ method: 'GET', path: '/ver1/grid_bots/7' })).toBe('BOTS_WRITE')
  expect(permission({ method: 'POST', path: '/ver1/accounts/7/sell_all_to_usd' })).toBe(
    'ACCOUNTS_WRITE',
  )
  expect(permission({ method: 'POST', path: '/ver1/accounts/summary/account_table_data' })).toBe(
    'ACCOUNTS_READ',
  )
})

it.each([
  [10, list],
  [60, { method: 'GET', path: '/ver1/deals' }],
  [60, { method: 'GET', path: '/ver1/deals/12/show' }],
  [300, create],
  [300, { method: 'GET', path: '/v2/smart_trades/12' }],
  [300, { method: 'GET', path: '/ver1/bots' }],
] as const)('the wait is %i s after too many requests to %o', (seconds, asked) => {
  for (const body of [errorBody('too_many_requests'), undefined, {}]) {
    expect(failureFrom(429, body, asked)).toMatchObject({
      kind: 'refused',
      status: 429,
      retryAfter: seconds,
    })
  }
})

it('the wait is two minutes for a banned address, and none for a plan limit', () => {
  for (const body of [errorBody('banned'), undefined]) {
    expect(failureFrom(418, body)).toMatchObject({ kind: 'refused', status: 418, retryAfter: 120 })
  }
  expect(failureFrom(429, errorBody(PLAN))).not.toHaveProperty('retryAfter')
})

it("messages are placed at the contract's field", () => {
  const placed = (attributes: Record<string, string[]>, asked: WireRequest, status = 422) => {
    const failure = failureFrom(
      status,
      { error: 'record_invalid', error_attributes: attributes },
      asked,
    )
    return failure.kind === 'refused' ? failure.attributes : undefined
  }
  expect(placed({ 'take_profit[steps][0][price][value]': ['is missing'] }, create, 400)).toEqual({
    'take_profit.steps.0.price.value': ['is missing'],
  })
  const both = 'take_profit[steps][0][price][value],take_profit[steps][0][price][percent]'
  expect(placed({ [both]: ['are mutually exclusive'] }, create, 400)).toEqual({
    'take_profit.steps.0.price.value': ['are mutually exclusive'],
    'take_profit.steps.0.price.percent': ['are mutually exclusive'],
  })
  expect(placed({ units_to_buy: ['is too small'], units_to_sell: ['is odd'] }, create)).toEqual({
    'position.units.value': ['is too small', 'is odd'],
  })
  expect(placed({ 'position.total': ['is below 10'] }, create)).toEqual({
    'position.units.value': ['is below 10'],
    'position.price.value': ['is below 10'],
  })
  // Unknown fields stay and appear above the form.
  expect(placed({ entered_amount: ['is odd'], base: ['is wrong'] }, create)).toEqual({
    entered_amount: ['is odd'],
    base: ['is wrong'],
  })
  expect(placed({ base_order_volume: ['is too small'], pairs: ['is missing'] }, createBot)).toEqual(
    { base_order_size: ['is too small'], pair: ['is missing'] },
  )
  expect(
    failureFrom(403, errorBody('Forbidden', 'Account not owned by current user.'), create),
  ).toMatchObject({ attributes: { account_id: ['Account not owned by current user.'] } })
})

it('a write that ended with a server error has an unknown outcome', () => {
  expect(failureFrom(500, errorBody('pair_not_supported'), create)).toMatchObject({ status: 500 })
  expect(failureFrom(502, undefined, create)).toEqual({ kind: 'unreadable', status: 502 })
  expect(failureFrom(504, errorBody('gateway'), create)).toMatchObject({ status: 504 })
  // A status without a message is not a refusal.
  expect(failureFrom(403, undefined, create)).toEqual({ kind: 'unreadable', status: 403 })
})
