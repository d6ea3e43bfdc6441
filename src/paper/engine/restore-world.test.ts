import { expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { eventLog } from '#testing/event-log.ts'

import { createEngine } from './engine.ts'
import type { StoredWorld } from './changes.ts'
import { seededMarket } from './market/market.ts'
import { OtherFormat, restoreWorld } from './restore-world.ts'

const store = await eventLog({ seed: 3, ticks: 12_000 })
const kept = store.read()

const NOTHING = { stored: [], removed: [], ended: [], owned: [], appended: [] }

const reopened = (stored: StoredWorld) =>
  createEngine(restoreWorld(stored, seededMarket), store.past)

/** Stored data, with a change in the first text that has such a member. */
function tampered(find: RegExp, replace: string): StoredWorld {
  let isDone = false as boolean
  const stored = kept.stored.map((row) => {
    if (isDone || !find.test(row.json)) return row
    isDone = true
    return { ...row, json: row.json.replace(find, replace) }
  })
  if (!isDone) throw new Error('nothing to tamper with')
  return { stored }
}

it('a world that is opened again goes on when everything it kept agrees', () => {
  const engine = reopened(kept)
  expect(engine.trouble).toBeUndefined()
  expect(engine.exchanges().map(({ last_error }) => last_error)).toEqual([null, null, null])
})

it('a world that is opened again is not read as what it is not when another version stored it', () => {
  expect(() => reopened(tampered(/"format":\d+/, '"format":1'))).toThrow(OtherFormat)
})

it.each([
  ['the store has found a fault in the ledger', { ...kept, fault: 'an entry is gone' }],
  [
    'a balance was changed',
    {
      ...kept,
      stored: kept.stored.map((row) => (row.kind === 'balance' ? { ...row, json: '"1"' } : row)),
    },
  ],
  [
    'an open order was changed',
    tampered(/"holds":\[\{"currency":"(\w+)","amount":"/, '"holds":[{"currency":"$1","amount":"9'),
  ],
])(
  'a world that is opened again stops trading and says so when %s, and can be read',
  async (_, stored) => {
    const engine = reopened(stored)
    expect(engine.trouble).toMatch(/^Trading has stopped: the ledger contradicts itself \(.+\)\.$/)
    expect(engine.exchanges()[0]).toMatchObject({ can_trade: false, last_error: engine.trouble })
    expect((await engine.smartTrades({ per_page: 100 })).length).toBeGreaterThan(10)
    expect(engine.balanceTable('summary').length).toBeGreaterThan(3)
    expect(() => engine.stopGridBot(1)).toThrow(engine.trouble)
    engine.advance(engine.now + 86_400_000)
    expect(engine.takeChanges()).toEqual(NOTHING)
  },
)

it('a world that is opened again refuses every request that moves money once trading has stopped', () => {
  const engine = reopened({ ...kept, fault: 'an entry is gone' })
  const endpoints = Object.values<Endpoint>(api).filter(({ effect }) => effect?.movesMoney)
  expect(endpoints.length).toBeGreaterThan(10)
  for (const { name } of endpoints) {
    const request: unknown = Reflect.get(engine, name)
    expect(request).toThrow(engine.trouble)
  }
  expect(() => engine.setMode('real')).not.toThrow()
})
