import { expect, it } from 'vitest'

import {
  aClosedWorld,
  aDeal,
  aGridBot,
  anOrder,
  aProfit,
  aTrade,
  START,
  type World,
} from '#testing/three-commas-closed.ts'

const NEWEST = { order_by: 'closed_at', order_direction: 'desc', limit: 100, offset: 0 } as const

const SOME: World = {
  orders: [anOrder('be523b7b-05a0-49b9-89f9-41ae19fff415', START)],
  trades: [aTrade(30404547, START)],
  deals: [aDeal(2293916474, START)],
  bots: [aGridBot(2338357)],
  profits: { 2338357: [aProfit(7, START)] },
}

it.each([
  ['grid_bot', ['/ver1/grid_bots', '/ver1/grid_bots/2338357/profits']],
  ['dca_bot', ['/ver1/deals']],
  ['smart_trade', ['/v2/smart_trades']],
] as const)('the history of %s requests only that list', async (source, paths) => {
  const { list, asked } = aClosedWorld(SOME)
  const rows = await list(NEWEST, source)
  expect(asked.map((line) => line.split('?')[0])).toEqual(paths)
  expect(new Set(rows.map((row) => row.source?.type))).toEqual(new Set([source]))
})

it('the history of one grid bot requests only its profits', async () => {
  const bots = [aGridBot(1), aGridBot(2)]
  const profits = { 1: [aProfit(7, START)], 2: [aProfit(8, START)] }
  const { list, asked } = aClosedWorld({ bots, profits })
  const rows = await list({ ...NEWEST, source_id: '2' }, 'grid_bot')
  expect(asked.filter((line) => line.includes('profits'))).toEqual(['/ver1/grid_bots/2/profits?'])
  expect(rows).toMatchObject([{ source: { id: '2' } }])
})
