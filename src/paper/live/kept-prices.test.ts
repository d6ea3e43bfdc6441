import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { type LiveMarket, liveMarket } from '../engine/market/live-market.ts'
import { openDatabase } from '../store/sqlite/database.ts'
import { pricesIn, pricesTable } from '../store/sqlite/prices.ts'
import { keepPrices } from './kept-prices.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const PAIR = 'USDT_BTC'
const DAYS = 70

function market(): LiveMarket {
  const made = liveMarket('USDT')
  const rules = { minTotal: decimal('5'), fee: decimal('0.001'), maxLeverage: 1, halfSpread: 0 }
  const [base, quote, tick, lot] = ['BTC', 'USDT', decimal('0.01'), decimal('0.00001')]
  const size = { places: 2, depth: null, impact: decimal('0') }
  made.list({ pair: PAIR, base, quote, tick, lot, ...size, ...rules })
  return made
}

const directory = mkdtempSync(join(tmpdir(), 'quarterdeck-prices-'))
const database = openDatabase(join(directory, 'prices.db'))
afterAll(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

function store() {
  // One transaction, as a sync of each minute would take an hour.
  database.exec('BEGIN')
  database.exec(pricesTable)
  database.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT)')
  const prices = pricesIn(database)
  return {
    read: async () => prices.read(),
    save: async (...save: Parameters<typeof prices.save>) => prices.save(...save),
    thin: async (...thin: Parameters<typeof prices.thin>) => prices.thin(...thin),
    rows: () => prices.read().steps,
  }
}

it('a world that acts each minute of 70 days stores a day in full, then five minutes, then hours', async () => {
  const [live, whole, stored] = [market(), market(), store()]
  const kept = await keepPrices(live, stored)
  const counts: number[] = []
  for (let now = START; now < START + DAYS * DAY; now += HOUR) {
    for (let at = now - HOUR + MINUTE; at <= now; at += MINUTE) {
      const price = decimal(String(50_000 + Math.round(9_000 * Math.sin(at / 7_000_000))))
      for (const one of [live, whole]) one.add(PAIR, { at, price })
      kept.acted(at)
    }
    await kept.tick(now, now, new Set([PAIR]), now)
    if ((now - START) % DAY === 0) counts.push(stored.rows().length)
  }
  const end = START + DAYS * DAY - HOUR
  const most = DAY / MINUTE + 60 * (DAY / (5 * MINUTE)) + 10 * 24
  console.log(
    `steps stored by day 2, 30, 65, 70: ${[2, 30, 65, 69].map((day) => counts[day]).join()}`,
  )
  expect(stored.rows().length).toBeLessThan(most + 1_000)
  // After 60 days, a day adds an hour's steps alone.
  expect((counts[69] ?? 0) - (counts[65] ?? 0)).toBeLessThan(4 * 30)

  const again = market()
  await keepPrices(again, stored)
  for (const one of [live, again]) {
    for (const [from, every] of [
      [end - 59 * DAY, 5 * MINUTE],
      [START + DAY, 60 * MINUTE],
    ] as const) {
      for (let at = Math.ceil(from / every) * every; at <= end; at += every) {
        if (one.market.last(PAIR, at) === whole.market.last(PAIR, at)) continue
        throw new Error(`${new Date(at).toISOString()} has another price`)
      }
    }
  }
  const minuteAgo = end - 90 * 1_000
  expect(again.market.last(PAIR, minuteAgo)).toBe(whole.market.last(PAIR, minuteAgo))
})
