import { expect, it } from 'vitest'

import { listCandles, listPairs } from '#contract/market.ts'
import { getMode, setMode } from '#contract/system.ts'
import { readableRows } from '#contract/read.ts'
import { openTestService } from '#testing/open-test-service.ts'

const DAY = 86_400_000

it('a read is computed again after a write or a tick has changed the world', async () => {
  const paper = await openTestService()
  const { client, clock } = paper
  expect(await client.call(getMode, {})).toMatchObject({ mode: 'paper' })
  await client.call(setMode, { query: { mode: 'real' } })
  expect(await client.call(getMode, {})).toMatchObject({ mode: 'real' })

  const before = await client.call(listPairs, {})
  expect(await client.call(listPairs, {})).toEqual(before)
  clock.now += 60_000
  await paper.process.tick()
  expect(await client.call(listPairs, {})).not.toEqual(before)
  await paper.close()
})

it('concurrent equal reads are computed once', async () => {
  const paper = await openTestService()
  let made = 0
  const make = () => {
    made += 1
    return Promise.resolve({ encoding: undefined, body: Buffer.from(`${made}`) })
  }
  await paper.process.openWorlds()
  const user = (await paper.store.users.named('trader'))?.id ?? 0
  const both = await Promise.all([
    paper.process.answers.of(user, '/a', make),
    paper.process.answers.of(user, '/a', make),
  ])
  expect(both.map(({ body }) => String(body))).toEqual(['1', '1'])
  expect(String((await paper.process.answers.of(user, '/b', make)).body)).toBe('2')
  await paper.process.tick()
  expect(String((await paper.process.answers.of(user, '/a', make)).body)).toBe('3')
  await paper.close()
})

it('candles of any day are read while other reads go on', async () => {
  const paper = await openTestService()
  const { client, clock } = paper
  const candles = async (from: number, to: number) =>
    readableRows(
      await client.call(listCandles, { query: { pair: 'USDT_BTC', interval: '1d', from, to } }),
    )
  expect(await candles(0, DAY)).toHaveLength(2)
  const years = await candles(Date.UTC(2016, 0, 1), Date.UTC(2018, 11, 31))
  expect(years).toHaveLength(3 * 365 + 1)
  expect(years.every(({ low }) => Number(low) > 0)).toBe(true)
  clock.now += 60_000
  await paper.process.tick()
  const pairs = readableRows(await client.call(listPairs, {}))
  expect(pairs.every(({ last }) => Number(last) > 0)).toBe(true)
  expect(await candles(clock.now - DAY, clock.now)).toHaveLength(1)
  await paper.close()
})
