import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { mutated } from '#testing/mutated.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { api } from './api.ts'
import { dcaBot, dcaBotDetail } from './dca-bots.ts'
import type { Endpoint } from './endpoint.ts'
import { gridBot } from './grid-bots.ts'
import { historicalTrade } from './history.ts'
import { readJson } from './json.ts'
import { amount, isAmount } from './primitives.ts'
import {
  isUnreadable,
  rawOf,
  read,
  readableRows,
  type ReadOf,
  readParts,
  unreadableRows,
} from './read.ts'
import { marketPair } from './market.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'
import { status } from './smart-trade-parts.ts'
import { smartTrade } from './smart-trades.ts'
import { isWhole } from './write.ts'

type Json = Record<string, unknown>

const sample = (schema: z.ZodMiniType, seed = 3): Json => {
  const [held] = fc.sample(arbitraryOf(schema), { numRuns: 1, seed })
  return z.encode(schema, held) as Json
}
const pending = { type: 'created', basic_type: 'created', title: 'Pending' }
const botOnTheWire = sample(gridBot)
const tradeOnTheWire = rawOf(aSmartTrade()) as Json
const without = (json: Json, name: string): Json =>
  Object.fromEntries(Object.entries(json).filter(([member]) => member !== name))

/** Reads an entity that must be readable. */
function readEntity<S extends z.ZodMiniType>(schema: S, json: unknown) {
  const { value, drift } = read(schema, json)
  expect(isUnreadable(value)).toBe(false)
  return { value: value as ReadOf<S>, drift }
}

it('a row keeps unknown fields for the raw view', () => {
  const json = { ...pending, colour: 'green' }
  const { value, drift } = readEntity(status, json)
  expect(value).toEqual(pending)
  expect(rawOf(value)).toBe(json)
  expect(drift).toEqual([])
})

it('a row keeps its JSON, also inside another entity', () => {
  const { value } = readEntity(smartTrade, tradeOnTheWire)
  const { steps } = tradeOnTheWire['take_profit'] as { steps: Json[] }
  expect(rawOf(value)).toBe(tradeOnTheWire)
  expect(rawOf(value.take_profit.steps[0] ?? {})).toBe(steps[0])
})

it.each(['id', 'name', 'pair', 'is_enabled', 'grid_lines', 'created_at'])(
  'a row without its %s is unreadable, keeps id and JSON, and reports the drift',
  (name) => {
    const json = without(botOnTheWire, name)
    const { value, drift } = read(gridBot, json)
    expect(value).toEqual({
      kind: 'unreadable',
      id: name === 'id' ? undefined : botOnTheWire['id'],
      raw: json,
    })
    expect(rawOf(value)).toBe(json)
    expect(drift).toMatchObject([{ path: name, got: 'nothing' }])
  },
)

it.each(['note', 'mode', 'account_name', 'updated_at'])(
  'a row without its %s is readable, with that field unknown',
  (name) => {
    const { value, drift } = readEntity(gridBot, without(botOnTheWire, name))
    expect(value).toHaveProperty(name, undefined)
    expect(drift).toHaveLength(1)
    const wrong = readEntity(gridBot, { ...botOnTheWire, [name]: ['?'] })
    expect(wrong.value).toHaveProperty(name, undefined)
  },
)

it.each(['0', 0, '-0.01'])('a pair with the value %j has no tick and lot', (zero) => {
  const { value, drift } = readEntity(marketPair, { pair: 'USDT_BTC', tick: zero, lot: zero })
  expect([value.tick, value.lot]).toEqual([undefined, undefined])
  expect(drift.map(({ path }) => path)).toEqual(expect.arrayContaining(['tick', 'lot']))
})

it.each([undefined, null, '', 'many', ['?'], {}])('an amount of %j is unknown, never 0', (sent) => {
  const { value, drift } = readEntity(gridBot, { ...botOnTheWire, lower_price: sent })
  expect(value.lower_price).toBeUndefined()
  expect(drift).toMatchObject([{ path: 'lower_price' }])
})

it('a row is unreadable if a nested object lacks a required field', () => {
  const [line] = botOnTheWire['grid_lines'] as Json[]
  for (const wrong of [without(line ?? {}, 'order_placed'), null, 'x']) {
    const { value } = read(gridBot, { ...botOnTheWire, grid_lines: [line, wrong] })
    expect(value).toMatchObject({ kind: 'unreadable', id: botOnTheWire['id'] })
  }
  const stop = { ...(tradeOnTheWire['stop_loss'] as Json), conditional: 'x' }
  expect(isUnreadable(read(smartTrade, { ...tradeOnTheWire, stop_loss: stop }).value)).toBe(true)
})

it('a row stays readable if a step or order has another shape, which the spec leaves open', () => {
  const profit = tradeOnTheWire['take_profit'] as Json
  const [step] = profit['steps'] as Json[]
  const other = without(without(without(step ?? {}, 'trailing'), 'status'), 'units')
  const trade = readEntity(smartTrade, {
    ...tradeOnTheWire,
    take_profit: { ...profit, steps: [other] },
  })
  expect(trade.value.take_profit.steps[0]).toMatchObject({ trailing: undefined })
  const order = {
    uuid: 'a',
    pair: 'USDT_BTC',
    filled: { units: '1', total: '2' },
    status: { value: 'finished' },
  }
  expect(readEntity(historicalTrade, order).value).toMatchObject({
    pair: 'USDT_BTC',
    closed_at: undefined,
    order: undefined,
  })
})

it('an unknown amount may be nested', () => {
  const [line, ...rest] = botOnTheWire['grid_lines'] as Json[]
  const { value } = readEntity(gridBot, {
    ...botOnTheWire,
    grid_lines: [{ ...line, price: 'x' }, ...rest],
  })
  expect(value.grid_lines[0]?.price).toBeUndefined()
})

it('an unreadable event of a bot is dropped alone', () => {
  const bot = { ...sample(dcaBotDetail), events: [null, { id: 1 }] }
  expect(readEntity(dcaBotDetail, bot).value.events).toEqual([undefined, undefined])
})

it.each([
  ['a pair', smartTrade, tradeOnTheWire, 'USDT_BTC-USDT-SWAP', 0],
  ['a pair of another form', smartTrade, tradeOnTheWire, 'BTCUSDT', 1],
  ['a pair of a DCA bot', dcaBot, sample(dcaBot), 'BTC/USDT:USDT', 0],
  ['a pair of a DCA bot in another form', dcaBot, sample(dcaBot), 'BTCUSDT', 1],
])('the text of %s is shown', (_, schema, json, pair, drifts) => {
  const { value, drift } = readEntity(schema, { ...json, pair })
  expect(value).toHaveProperty('pair', pair)
  expect(drift.filter(({ path }) => path === 'pair')).toHaveLength(drifts)
  expect(isUnreadable(read(schema, { ...json, pair: 7 }).value)).toBe(true)
})

it('an id beyond safe integers keeps all digits', () => {
  const id = '12345678901234567890'
  const account = tradeOnTheWire['account'] as Json
  const idOf = (written: unknown) =>
    readEntity(smartTrade, { ...tradeOnTheWire, id: written }).value.id
  const long = readJson(id)
  const { value, drift } = readEntity(smartTrade, {
    ...tradeOnTheWire,
    id: long,
    account: { ...account, id: long },
  })
  expect([value.id, value.account.id]).toEqual([id, id])
  expect(drift).toEqual([])
  // A double holds this power of ten exactly, beyond the safe integers.
  expect(idOf(readJson('100000000000000000'))).toBe(`1${'0'.repeat(17)}`)
  expect(readEntity(gridBot, { ...botOnTheWire, id: long }).value.id).toBe(id)
  expect(idOf('7')).toBe(7)
  expect(read(smartTrade, { ...tradeOnTheWire, id: 'seven' }).value).toMatchObject({
    kind: 'unreadable',
    id: undefined,
  })
  expect(read(gridBot, { id: long }).value).toMatchObject({ kind: 'unreadable', id })
})

it('null is accepted for an optional field without drift', () => {
  expect(readEntity(status, { ...pending, error: null })).toEqual({ value: pending, drift: [] })
})

it('an unlisted enumeration value is kept as text and reported as drift', () => {
  const { value, drift } = readEntity(dcaBot, { ...sample(dcaBot), status: 'paused' })
  expect(value.status).toBe('paused')
  expect(drift).toEqual([
    { path: 'status', expected: 'running, stopped or completed', got: 'string "paused"' },
  ])
})

it('amounts with exponents or fifty digits are read exactly', () => {
  const long = `0.${'123456789'.repeat(6)}`
  const { value, drift } = readEntity(gridBot, {
    ...botOnTheWire,
    lower_price: '9.52E-5',
    upper_price: long,
  })
  expect(value.lower_price).toBe('0.0000952')
  expect(value.upper_price).toBe(long)
  expect(drift).toEqual([])
})

it('a date may be sent as UNIX seconds', () => {
  const { value } = readEntity(gridBot, { ...botOnTheWire, created_at: 1_726_617_600 })
  expect(value.created_at).toBe(1_726_617_600_000)
})

it('a missing response is unreadable', () => {
  for (const json of [null, undefined, 'x', 7, [], {}]) {
    const { value } = read(historicalTrade, json)
    expect(value).toEqual({ kind: 'unreadable', id: undefined, raw: json })
  }
})

describe('stored responses of earlier versions', () => {
  const kept = (changes: object): unknown => ({
    ...readEntity(gridBot, botOnTheWire).value,
    ...changes,
  })

  it('a stored response is complete only with all required fields', () => {
    expect(isWhole(gridBot, kept({}))).toBe(true)
    expect(isWhole(gridBot, kept({ lower_price: undefined, note: undefined }))).toBe(true)
    for (const name of ['pair', 'is_enabled', 'grid_lines']) {
      expect(isWhole(gridBot, kept({ [name]: undefined }))).toBe(false)
    }
    expect(isWhole(gridBot, undefined)).toBe(false)
  })
})

it('an unreadable row leaves the others intact', () => {
  const { value, drift } = read(z.array(status), [pending, null, { ...pending, type: 7 }])
  expect(value).toEqual([
    pending,
    { kind: 'unreadable', id: undefined, raw: null },
    { kind: 'unreadable', id: undefined, raw: { ...pending, type: 7 } },
  ])
  expect(drift).toEqual([
    { path: '[1]', expected: 'an object', got: 'null' },
    { path: '[2].type', expected: 'Send text.', got: 'number 7' },
  ])
  const rows = value as Exclude<typeof value, { kind: string }>
  expect(readableRows(rows)).toEqual([pending])
  expect(readableRows(rows)).toBe(readableRows(rows))
  expect(unreadableRows(rows)).toHaveLength(2)
})

it('readable rows are the same array if all rows are readable', () => {
  const rows = [pending]
  expect(readableRows(rows)).toBe(rows)
})

it('a list may be wrapped in an object', () => {
  const { value, drift } = read(z.array(status), { trades: [pending] })
  expect(value).toEqual([pending])
  expect(drift).toHaveLength(1)
})

it('a list is unreadable if something else was sent', () => {
  const json = { error: 'x' }
  expect(read(z.array(status), json).value).toEqual({
    kind: 'unreadable',
    id: undefined,
    raw: json,
  })
})

it('a stored request is read field by field', () => {
  const draft = readParts(smartTradeDraft, {
    pair: 'USDT_BTC',
    position: { units: { value: 'x' } },
  })
  expect(draft.pair).toBe('USDT_BTC')
  expect(draft.position?.units).toEqual({ value: undefined })
  expect(readParts(smartTradeDraft, null).position?.type).toBeUndefined()
  const steps = [{ order_type: 'limit', volume: '?' }]
  expect(readParts(smartTradeDraft, { take_profit: { enabled: true, steps } })).toMatchObject({
    take_profit: { steps: [{ order_type: 'limit', volume: undefined }] },
  })
})

/** Returns paths of amounts read as 0, with the JSON they were read from. */
function pathsOfZeros(schema: z.core.$ZodType, value: unknown, json: unknown): unknown[] {
  if (value === null || value === undefined) return []
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniNonOptional
  ) {
    return pathsOfZeros(schema.def.innerType, value, json)
  }
  if (schema instanceof z.ZodMiniArray) {
    const { element } = schema.def
    return (value as unknown[]).flatMap((one, index) =>
      pathsOfZeros(element, one, (json as [])[index]),
    )
  }
  if (schema instanceof z.ZodMiniObject) {
    return Object.entries(schema.shape as Record<string, z.core.$ZodType>).flatMap(
      ([name, member]) => pathsOfZeros(member, (value as Json)[name], (json as Json)[name]),
    )
  }
  return isAmount(schema) && value === '0' ? [json] : []
}

describe('10,000 mutated responses', () => {
  const endpoints = new Map<string, Endpoint>(Object.entries(api))
  const answers = Array.from(endpoints.values(), ({ name, response }) =>
    fc
      .sample(arbitraryOf(response), { numRuns: 12, seed: 5 })
      .map((held) => ({ name, wire: z.encode(response, held) })),
  ).flat()
  const some = fc
    .constantFrom(...answers)
    .chain(({ name, wire }) => fc.tuple(fc.constant(name), mutated(wire)))

  it('a mutated response keeps every row, and no unknown amount becomes 0', () => {
    const property = fc.property(some, ([name, json]) => {
      const { response } = endpoints.get(name) ?? api.getTime
      const { value, drift } = read(response, json)
      const isList = Array.isArray(value)
      const rows: unknown[] = isList ? value : [value]
      const sent = rows.map((row) => (isList ? rawOf(row as object) : json))
      const areRows = isList && Array.isArray(json)
      expect(sent).toEqual(areRows ? json : sent)
      const unread = rows.flatMap((row, index) =>
        isUnreadable(row) ? [[row.raw, sent[index]]] : [],
      )
      for (const [raw, written] of unread) expect(raw).toBe(written)
      expect(unread.length > 0 && drift.length === 0).toBe(false)
      const element = response instanceof z.ZodMiniArray ? response.def.element : response
      const zero = rows.flatMap((row, index) =>
        isUnreadable(row) ? [] : pathsOfZeros(element, row, sent[index]),
      )
      expect(zero.filter((one) => Number(one) !== 0 || !/\d/.test(String(one)))).toEqual([])
      for (const { expected, got } of drift) {
        expect(expected).not.toBe('')
        expect(got.length).toBeLessThan(60)
      }
    })
    fc.assert(property, { numRuns: propertyRuns(10_000) })
  })
})

it('an amount of a million digits is unknown, reported and read without delay', () => {
  const digits = `0.${'9'.repeat(1_000_000)}`
  for (const wire of [`"${digits}"`, digits]) {
    const { value, drift } = readEntity(z.object({ total: amount }), readJson(`{"total":${wire}}`))
    expect(value.total).toBeUndefined()
    expect(drift).toMatchObject([
      {
        path: 'total',
        expected: 'Enter a number in digits (at most 40), without currency or unit.',
      },
    ])
  }
})
