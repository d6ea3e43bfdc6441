import { expect, it } from 'vitest'

import { api } from './api.ts'
import { type Endpoint, lineOf, PERMISSIONS } from './endpoint.ts'
import { MAX_GRID_LINES, TOO_MANY_LINES } from './grid-bots.ts'

const endpoints: [string, Endpoint][] = Object.entries(api)

it('the contract has every endpoint of the spec', () => {
  const lines = endpoints
    .filter(([, endpoint]) => !endpoint.extension)
    .map(([, one]) => lineOf(one))
  expect(lines.toSorted()).toEqual(
    [
      'GET /api/v1/smart_trades',
      'POST /api/v1/smart_trades',
      'POST /api/v1/smart_trades/:id/set_note',
      'GET /api/v1/bots/grid/:id/required_balances',
      'POST /api/v1/bots/grid/:id/stop',
      'GET /api/v1/exchanges/:id/balance_chart_data',
      'GET /api/v1/exchanges/:id/table_chart_data',
      'POST /api/v1/exchanges/:id/sell_all_to_usd',
      'GET /api/v1/bots/dca',
      'GET /api/v1/bots/dca/:id',
      'GET /api/v1/bots/dca/strategies',
      'GET /api/v1/terminal/history',
      'POST /api/v1/webhooks/charting',
      'GET /api/v1/time',
      'POST /api/v1/user/mode',
      // Not in the spec.
      'POST /pair',
    ].toSorted(),
  )
})

it('endpoints have different request lines', () => {
  const lines = endpoints.map(([, endpoint]) => lineOf(endpoint).replace(/:\w+/g, ':'))
  expect(new Set(lines).size).toBe(lines.length)
})

it.each(endpoints)('%s is listed in `api` under its own name', (name, endpoint) => {
  expect(endpoint.name).toBe(name)
})

it.each(endpoints)(
  '%s has a permission or is open to all',
  (_name, { security, permission, path }) => {
    const area = { smart_trades: 'SMART_TRADES', bots: 'BOTS', exchanges: 'EXCHANGES' }[
      path.split('/')[3] ?? ''
    ]
    const mayCall = PERMISSIONS.filter((one) => area === undefined || one.startsWith(`${area}_`))
    expect(area === undefined ? [...mayCall, 'every', null] : mayCall).toContain(permission)
    expect(security === 'public' && permission !== null).toBe(false)
  },
)

it.each(endpoints)('a write needs a write permission: %s', (_name, endpoint) => {
  const isRead = endpoint.method === 'GET'
  expect(isRead && endpoint.writes !== undefined).toBe(false)
  const { permission } = endpoint
  const isAny = permission === null || (permission === 'every' && !isRead)
  expect(isAny || permission.endsWith(isRead ? '_READ' : '_WRITE')).toBe(true)
})

it.each(endpoints)('every path parameter has a schema: %s', (_name, endpoint) => {
  const named = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name)
  expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(named)
})

it('the message for too many grid lines contains the limit', () => {
  expect(TOO_MANY_LINES).toContain(` ${MAX_GRID_LINES.toLocaleString('en-US')} lines`)
})
