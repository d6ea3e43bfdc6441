import { expect, it } from 'vitest'

import { listPairs } from '#contract/market.ts'
import { getMode, setMode } from '#contract/system.ts'
import { openPaperHouse } from '#testing/open-paper-house.ts'

it('answers a read anew once a write or a tick has changed the world', async () => {
  const paper = await openPaperHouse()
  const { client, clock, house } = paper
  expect(await client.call(getMode, {})).toMatchObject({ mode: 'paper' })
  await client.call(setMode, { query: { mode: 'real' } })
  expect(await client.call(getMode, {})).toMatchObject({ mode: 'real' })

  const before = await client.call(listPairs, {})
  expect(await client.call(listPairs, {})).toEqual(before)
  clock.now += 60_000
  house.tick()
  expect(await client.call(listPairs, {})).not.toEqual(before)
  await paper.close()
})

it('makes the answer once for all who ask the same meanwhile', async () => {
  const paper = await openPaperHouse()
  const { house } = paper
  let made = 0
  const make = () => {
    made += 1
    return Promise.resolve({ encoding: undefined, body: `${made}` })
  }
  house.openWorlds()
  const user = house.store.users.named('trader')?.id ?? 0
  const both = await Promise.all([
    house.worlds.answer(user, '/a', make),
    house.worlds.answer(user, '/a', make),
  ])
  expect(both.map(({ body }) => body)).toEqual(['1', '1'])
  expect((await house.worlds.answer(user, '/b', make)).body).toBe('2')
  house.tick()
  expect((await house.worlds.answer(user, '/a', make)).body).toBe('3')
  await paper.close()
})
