import { describe, expect, it } from 'vitest'

import { keeper } from '#testing/proving-world.ts'
import { eventLog } from '#testing/event-log.ts'

import { createEngine } from './create-engine.ts'
import type { StoredWorld } from './engine.ts'
import { seededMarket } from './market/market.ts'
import { OtherFormat, restoreWorld } from './restore-world.ts'

const kept = eventLog({ seed: 3, ticks: 12_000 }).kept()

const reopened = (stored: StoredWorld) => createEngine(restoreWorld(stored, seededMarket))

/** What was kept, with the first text that has a member like this one changed. */
function tampered(find: RegExp, replace: string): StoredWorld {
  const store = keeper()
  let isDone = false
  const change = <T extends { json: string }>(row: T): T => {
    if (isDone || !find.test(row.json)) return row
    isDone = true
    return { ...row, json: row.json.replace(find, replace) }
  }
  store.keep({ stored: kept.stored.map(change), appended: kept.appended.map(change) })
  if (!isDone) throw new Error('nothing to tamper with')
  return store.kept()
}

const isFirstRow = (row: { journal: string }, index: number): boolean =>
  row.journal === 'ledger' && index === kept.appended.findIndex((r) => r.journal === 'ledger')

describe('a world that is opened again', () => {
  it('goes on when everything it kept agrees', () => {
    const engine = reopened(kept)
    expect(engine.trouble).toBeUndefined()
    expect(engine.exchanges().map(({ last_error }) => last_error)).toEqual([null, null, null])
  })

  it('is not read as what it is not when another version stored it', () => {
    expect(() => reopened(tampered(/"format":\d+/, '"format":1'))).toThrow(OtherFormat)
  })

  it.each([
    ['a posting of the ledger was changed', tampered(/"amount":"20000"/, '"amount":"20001"')],
    [
      'a row of the ledger is gone',
      {
        ...kept,
        appended: kept.appended.filter((row, index) => !isFirstRow(row, index)),
      },
    ],
    [
      'a balance was changed',
      {
        ...kept,
        stored: kept.stored.map((thing) =>
          thing.kind === 'balance' ? { ...thing, json: '"1"' } : thing,
        ),
      },
    ],
    [
      'an open order was changed',
      tampered(
        /"holds":\[\{"currency":"(\w+)","amount":"/,
        '"holds":[{"currency":"$1","amount":"9',
      ),
    ],
  ])('stops trading and says so when %s, and can be read', async (_, stored) => {
    const engine = reopened(stored)
    expect(engine.trouble).toMatch(/^Trading has stopped: the ledger contradicts itself \(.+\)\.$/)
    expect(engine.exchanges()[0]).toMatchObject({ can_trade: false, last_error: engine.trouble })
    expect((await engine.smartTrades({ per_page: 100 })).length).toBeGreaterThan(10)
    expect(engine.balanceTable('summary').length).toBeGreaterThan(3)
    expect(() => engine.stopGridBot(1)).toThrow(engine.trouble)
    engine.advance(engine.now + 86_400_000)
    expect(engine.takeChanges()).toEqual({ stored: [], appended: [] })
  })
})
