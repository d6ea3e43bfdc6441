import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { mutated } from '#testing/mutated.ts'

import { api } from './api.ts'
import { dcaBot } from './dca-bots.ts'
import type { Endpoint } from './endpoint.ts'
import { gridBot, requiredBalances } from './grid-bots.ts'
import { historicalTrade } from './history.ts'
import { readJson } from './json.ts'
import { amount } from './primitives.ts'
import { rawOf, read } from './read.ts'
import { status } from './smart-trade-parts.ts'
import { smartTrade } from './smart-trades.ts'

const pending = { type: 'created', basic_type: 'created', title: 'Pending' }
const [bot] = fc.sample(arbitraryOf(gridBot), { numRuns: 1, seed: 3 })
const botOnTheWire = z.encode(gridBot, bot as never)

describe('a lenient read', () => {
  it('keeps members it does not know for the raw view', () => {
    const json = { ...pending, colour: 'green' }
    const { value, drift } = read(status, json)
    expect(value).toEqual(pending)
    expect(rawOf(value)).toBe(json)
    expect(drift).toEqual([])
  })

  it('keeps the JSON of every row, also of a list within', () => {
    const steps = [{ id: 1, colour: 'green' }]
    const { value } = read(smartTrade, { id: 7, take_profit: { enabled: true, steps } })
    expect(rawOf(value.take_profit?.steps?.[0] ?? {})).toBe(steps[0])
    expect(rawOf(value)).toHaveProperty('take_profit.steps', steps)
  })

  it('gives unknown for a missing or wrong member, and counts it', () => {
    const { value, drift } = read(status, { type: 'created', basic_type: 7 })
    expect(value).toEqual({ type: 'created' })
    expect(drift).toEqual([
      { path: 'basic_type', expected: 'Send text.', got: 'number 7' },
      { path: 'title', expected: 'This is required.', got: 'nothing' },
    ])
  })

  it.each([
    ['a pair', smartTrade, 'USDT_BTC-USDT-SWAP', 0],
    ['a pair of another form', smartTrade, 'BTCUSDT', 1],
    ['a pair of a DCA bot', dcaBot, 'BTC/USDT:USDT', 0],
    ['a pair of a DCA bot in another form', dcaBot, 'BTCUSDT', 1],
  ])('shows the text of %s', (_, schema, pair, drifts) => {
    const { value, drift } = read(schema, { pair })
    expect(value.pair).toBe(pair)
    expect(drift.filter(({ path }) => path === 'pair')).toHaveLength(drifts)
    expect(read(schema, { pair: 7 }).value.pair).toBe(undefined)
  })

  it('keeps every digit of an identifier that no number holds', () => {
    const id = '12345678901234567890'
    const { value, drift } = read(smartTrade, readJson(`{"id":${id},"account":{"id":${id}}}`))
    expect([value.id, value.account?.id]).toEqual([id, id])
    expect(drift.filter(({ path }) => path.endsWith('id'))).toEqual([])
    // A power of ten is a double's very own, and beyond what counts up by one.
    expect(read(smartTrade, readJson('{"id":100000000000000000}')).value.id).toBe(
      `1${'0'.repeat(17)}`,
    )
    expect(read(gridBot, readJson(`{"id":${id}}`)).value.id).toBe(id)
    expect(read(smartTrade, { id: '7' }).value.id).toBe(7)
    expect(read(smartTrade, { id: 'seven' }).value.id).toBe(undefined)
  })

  it('takes null for an optional member without a word', () => {
    expect(read(status, { ...pending, error: null })).toEqual({ value: pending, drift: [] })
  })

  it('keeps an unknown word of a known list as its text, and counts it', () => {
    const [bot] = fc.sample(arbitraryOf(dcaBot), { numRuns: 1, seed: 1 })
    const wire = { ...z.encode(dcaBot, bot as never), status: 'paused' }
    const { value, drift } = read(dcaBot, wire)
    expect(value.status).toBe('paused')
    expect(drift).toEqual([
      { path: 'status', expected: 'running, stopped or completed', got: 'string "paused"' },
    ])
  })

  it('reads exponents and fifty digits where an amount stands, to the last digit', () => {
    const long = `0.${'123456789'.repeat(6)}`
    const { value, drift } = read(gridBot, {
      ...botOnTheWire,
      lower_price: '9.52E-5',
      upper_price: long,
    })
    expect(value.lower_price).toBe('0.0000952')
    expect(value.upper_price).toBe(long)
    expect(drift).toEqual([])
  })

  it('does not let a bad row take its list along', () => {
    const { value, drift } = read(z.array(status), [pending, null, pending])
    expect(value).toEqual([pending, {}, pending])
    expect(drift).toEqual([{ path: '[1]', expected: 'an object', got: 'null' }])
  })

  it('finds a list that a service has put into an object', () => {
    const { value, drift } = read(z.array(status), { trades: [pending] })
    expect(value).toEqual([pending])
    expect(drift).toHaveLength(1)
  })

  it('gives unknown for something that is no list at all', () => {
    expect(read(z.array(status), { error: 'x' }).value).toBeUndefined()
  })

  it('reads UNIX seconds where a date stands', () => {
    expect(read(gridBot, { ...botOnTheWire, created_at: 1_726_617_600 }).value.created_at).toBe(
      1_726_617_600_000,
    )
  })

  it('gives every member of an answer that is nothing', () => {
    expect(read(requiredBalances, null).value.missing_balance?.base?.quantity).toBeUndefined()
    expect(read(historicalTrade, 'x').value.order?.side).toBeUndefined()
  })
})

describe('10,000 mutated answers', () => {
  const endpoints = new Map<string, Endpoint>(Object.entries(api))
  const answers = Array.from(endpoints.values(), ({ name, response }) =>
    fc
      .sample(arbitraryOf(response), { numRuns: 12, seed: 5 })
      .map((held) => ({ name, wire: z.encode(response, held) })),
  ).flat()
  const some = fc
    .constantFrom(...answers)
    .chain(({ name, wire }) => fc.tuple(fc.constant(name), mutated(wire)))

  it('are all read, and no row is lost', { timeout: 60_000 }, () => {
    const property = fc.property(some, ([name, json]) => {
      const { response } = endpoints.get(name) ?? api.getTime
      const { value, drift } = read(response, json)
      const isList = Array.isArray(json) && Array.isArray(value)
      expect(isList && value.length !== json.length).toBe(false)
      for (const { expected, got } of drift) {
        expect(expected).not.toBe('')
        expect(got.length).toBeLessThan(60)
      }
    })
    fc.assert(property, { numRuns: 10_000 })
  })
})

it('reads a figure of a million digits as unknown at once, and says so', () => {
  const digits = `0.${'9'.repeat(1_000_000)}`
  for (const wire of [`"${digits}"`, digits]) {
    const { value, drift } = read(z.object({ total: amount }), readJson(`{"total":${wire}}`))
    expect(value.total).toBeUndefined()
    expect(drift).toMatchObject([
      { path: 'total', expected: 'Enter a number of at most 40 digits.' },
    ])
  }
})
