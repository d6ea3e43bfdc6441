import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rawOf } from '#contract/read.ts'
import { profitsIn } from '#market/profits.ts'
import {
  aClosedWorld,
  aDeal,
  aGridBot,
  anOrder,
  aProfit,
  aTrade,
  DAY,
  isoOf,
  START,
  type World,
} from '#testing/three-commas-closed.ts'

import { uuidOf } from './values.ts'
import { threeCommasWords } from './words.ts'

const NEWEST = { order_by: 'closed_at', order_direction: 'desc', limit: 100, offset: 0 } as const

const SOME: World = {
  orders: [anOrder('be523b7b-05a0-49b9-89f9-41ae19fff415', START + 4 * DAY)],
  trades: [aTrade(30404547, START + 3 * DAY)],
  deals: [aDeal(2293916474, START + 5 * DAY)],
  bots: [aGridBot(2338357)],
  profits: { 2338357: [aProfit(7, START + 6 * DAY), aProfit(8, START + 2 * DAY)] },
}

it("each list is requested once in the view's order, and each grid bot", async () => {
  const { list, asked } = aClosedWorld(SOME)
  await list({ ...NEWEST, account_id: 5 })
  expect(asked).toEqual([
    '/ver1/trades/history?account_id=5&limit=100&offset=0&order_by=closed_at&order_direction=desc',
    '/v2/smart_trades?account_id=5&order_by=closed_at&order_direction=DESC&page=1&per_page=100&status=finished',
    '/ver1/deals?account_id=5&limit=100&offset=0&order=closed_at&order_direction=DESC&scope=finished',
    '/ver1/grid_bots?limit=100&offset=0&sort_by=created_at&sort_direction=DESC',
  ])
})

it('rows are joined in order of time and name their source', async () => {
  const rows = await aClosedWorld(SOME).list(NEWEST)
  expect(rows.map(({ source }) => source)).toEqual([
    { type: 'grid_bot', id: '2338357' },
    { type: 'dca_bot', id: uuidOf('b', 23456789) },
    { type: 'terminal', id: null },
    { type: 'smart_trade', id: '30404547' },
    { type: 'grid_bot', id: '2338357' },
  ])
  const [, deal] = rows
  expect(rawOf(deal ?? {})).toMatchObject({ deal: { id: 2293916474 } })
})

describe('profits', () => {
  const cancelled = { volume: null, usd: null, percent: '0.0', roe: null }
  it.each([
    [
      'of a trade that closed nothing is none',
      {
        trades: [
          aTrade(1, START, {
            profit: cancelled,
            data: {
              closed_amount: '0.0',
              entered_amount: '15.0',
              entered_total: '1.6',
              closed_at: isoOf(START),
            },
          }),
        ],
      },
      null,
    ],
    [
      'of a trade that closed something and names none is unknown',
      { trades: [aTrade(1, START, { profit: cancelled })] },
      undefined,
    ],
    [
      'of a deal that sold nothing is none',
      { deals: [aDeal(1, START, { sold_amount: '0.0', status: 'cancelled' })] },
      null,
    ],
    [
      'of a short deal that bought nothing back is none',
      { deals: [aDeal(1, START, { strategy: 'short', bought_amount: '0.0' })] },
      null,
    ],
  ])('%s', async (_, world: World, expected) => {
    const [row] = await aClosedWorld(world).list(NEWEST)
    expect(row?.profit).toBe(expected)
  })

  it("a grid profit is in the bot's profit currency", async () => {
    const [row] = await aClosedWorld({
      deals: [aDeal(1, START, { profit_currency: 'base_currency', strategy: 'short' })],
    }).list(NEWEST)
    expect(row).toMatchObject({
      order: { side: 'sell' },
      filled: { units: '0.0354', total: '95.1', price: '2686.4' },
      profit: { currency: 'ETH' },
    })
  })
})

it('the history is filtered by pair and account, also without a filter of the service', async () => {
  const { list, asked } = aClosedWorld({
    deals: [aDeal(1, START, { pair: 'USDT_BTC' }), aDeal(2, START)],
    bots: [aGridBot(3, { pair: 'USDT_ETH' }), aGridBot(4)],
    profits: { 3: [aProfit(1, START)], 4: [aProfit(1, START)] },
  })
  const rows = await list({ ...NEWEST, pair: 'USDT_ETH' })
  expect(rows.map(({ pair }) => pair)).toEqual(['USDT_ETH', 'USDT_ETH'])
  expect(asked.filter((line) => line.includes('profits'))).toEqual(['/ver1/grid_bots/3/profits?'])
})

it('sorting by pair is refused with a reason', async () => {
  await expect(aClosedWorld(SOME).list({ ...NEWEST, order_by: 'pair' })).rejects.toThrow(
    '3Commas sorts SmartTrades and deals by time, not by pair.',
  )
})

it('a key without permission for bots gets a placeholder, and all other rows', async () => {
  const service = aClosedWorld(SOME)
  service.failures.push({ path: '/deals', status: 403 }, { path: '/grid_bots', status: 403 })
  const rows = await service.list(NEWEST)
  expect(rows.map(({ source, status }) => [source?.type, status.value])).toEqual([
    ['dca_bot', 'not_read'],
    ['grid_bot', 'not_read'],
    ['terminal', 'finished'],
    ['smart_trade', 'panic_sold'],
  ])
  expect(rows[0]).toMatchObject({ profit: undefined, closed_at: undefined })
  expect(rows[0]?.status.error).toContain('BOTS_READ')
  const profits = profitsIn(rows, { source: 'dca_bot' })
  expect([profits.profits, profits.unread]).toEqual([[], 1])
  service.failures.push({ path: '/history', status: 403 })
  await expect(service.list(NEWEST)).rejects.toThrow('refused')
})

it('profits of a grid bot have a placeholder if the key may not read them', async () => {
  const service = aClosedWorld(SOME)
  service.failures.push({ path: '/profits', status: 403 })
  const rows = await service.list(NEWEST)
  expect(rows.filter(({ source }) => source?.type === 'grid_bot')).toMatchObject([
    { source: { id: '2338357' }, profit: undefined, status: { value: 'not_read' } },
  ])
  expect(rows).toHaveLength(4)
})

it('a failed page is retried without missing or duplicate rows', async () => {
  const service = aClosedWorld(SOME)
  service.failures.push({ path: '/deals', status: 429 })
  await expect(service.list(NEWEST)).rejects.toThrow('refused')
  expect(await service.list(NEWEST)).toHaveLength(5)

  const orders = Array.from({ length: 230 }, (_, at) => anOrder(`o${at}`, START + at * 60_000))
  const many = aClosedWorld({ ...SOME, orders })
  const first = await many.idsOf(NEWEST)
  many.failures.push({ path: '/history', status: 429 })
  await expect(many.list({ ...NEWEST, offset: 100 })).rejects.toThrow('refused')
  const rest = [
    ...(await many.idsOf({ ...NEWEST, offset: 100 })),
    ...(await many.idsOf({ ...NEWEST, offset: 200 })),
  ]
  expect(new Set([...first, ...rest]).size).toBe(234)
})

it('a failed page ends once every list has responded, so none is read twice at once', async () => {
  const service = aClosedWorld(SOME)
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  service.holds.push({ path: '/history', until })
  service.failures.push({ path: '/deals', status: 429 })
  let hasEnded = false
  const ended = service.list(NEWEST).catch(() => (hasEnded = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasEnded).toBe(false)
  release()
  await ended
  expect(hasEnded).toBe(true)
})

describe('pages', () => {
  const closed = (
    count: number,
    make: (index: number, at: number) => Record<string, unknown>,
    shift: number,
  ) => Array.from({ length: count }, (_, index) => make(index, START + index * DAY + shift))
  const MANY: World = {
    orders: closed(250, (id, at) => anOrder(`o${id}`, at), 0),
    trades: closed(250, aTrade, 1000),
    deals: closed(250, aDeal, 2000),
    bots: Array.from({ length: 6 }, (_, id) =>
      aGridBot(id, { is_enabled: false, updated_at: isoOf(START + id * 40 * DAY) }),
    ),
    profits: Object.fromEntries(
      Array.from({ length: 6 }, (_, id) => [id, [aProfit(1, START + id * 40 * DAY - 5000)]]),
    ),
  }

  it('a page has a hundred rows and needs at most four requests besides grid bots', async () => {
    const { list, asked } = aClosedWorld(MANY)
    for (let offset = 0; offset < 700; offset += 100) {
      asked.length = 0
      expect(await list({ ...NEWEST, limit: 500, offset })).toHaveLength(
        threeCommasWords.historyRows,
      )
      const [grids, lists] = [true, false].map((isGrid) =>
        asked.filter((line) => line.includes('profits') === isGrid),
      )
      expect(lists?.length).toBeLessThanOrEqual(4)
      expect(grids?.length).toBeLessThanOrEqual(4)
    }
  })

  it('profits of a grid bot are loaded when reached, and again after a new one', async () => {
    const bots = [aGridBot(1, { is_enabled: false, updated_at: isoOf(START) }), aGridBot(2)]
    const { list, asked } = aClosedWorld({ ...MANY, bots })
    const grids = () => asked.filter((line) => line.includes('profits'))
    await list(NEWEST)
    expect(grids()).toEqual(['/ver1/grid_bots/2/profits?'])
    await list(NEWEST)
    expect(grids()).toHaveLength(1)
    bots[1] = aGridBot(2, { total_profits_count: '3' })
    await list(NEWEST)
    expect(grids()).toHaveLength(2)
  })

  it('grid bots beyond the first two have a placeholder', async () => {
    const bots = Array.from({ length: 5 }, (_, id) => aGridBot(id))
    const { list, asked } = aClosedWorld({ bots, profits: MANY.profits ?? {} })
    const unread = async () =>
      (await list(NEWEST)).filter(({ status }) => status.value === 'not_read')
    expect(await unread()).toMatchObject([
      { source: { type: 'grid_bot', id: '2' }, profit: undefined, filled: { total: undefined } },
      { source: { type: 'grid_bot', id: '3' }, profit: undefined },
      { source: { type: 'grid_bot', id: '4' }, profit: undefined },
    ])
    expect(asked.filter((line) => line.includes('profits'))).toHaveLength(2)
    // The first ones are cached now.
    expect(await unread()).toHaveLength(1)
    expect(await unread()).toEqual([])
  })

  it('profits of skipped grid bots follow with later pages', async () => {
    const bots = Array.from({ length: 12 }, (_, id) => aGridBot(id))
    const profits = Object.fromEntries(
      bots.map((_, id) => [id, [aProfit(1, START + id * DAY), aProfit(2, START + id * DAY + 9)]]),
    )
    const { all, asked } = aClosedWorld({ bots, profits, orders: MANY.orders ?? [] })
    const rows = (await all({ ...NEWEST, offset: 0 })).flat()
    const unread = rows.filter(({ status }) => status.value === 'not_read')
    expect(unread).toHaveLength(10)
    expect(rows).toHaveLength(250 + 24 + 10)
    expect(asked.filter((line) => line.includes('profits'))).toHaveLength(12)
  })

  it('the number of grid bots per page is limited', async () => {
    const bots = Array.from({ length: 60 }, (_, id) => aGridBot(id))
    const { all, list, asked } = aClosedWorld({ bots })
    await list(NEWEST)
    expect(asked.filter((line) => line.includes('profits'))).toHaveLength(2)
    asked.length = 0
    await list({ ...NEWEST, offset: 60 })
    expect(asked).toHaveLength(4)
    // Eight bots were loaded and had no profit; the others keep their placeholders.
    expect((await all({ ...NEWEST, offset: 0 })).flat()).toHaveLength(60 - 6 - 2)
  })

  it('the refreshed first page and later pages are tracked separately while rows arrive', async () => {
    const orders = closed(350, (id, at) => anOrder(`o${id}`, at), 0)
    const { idsOf } = aClosedWorld({ orders })
    const seen = new Set(await idsOf(NEWEST))
    for (let at = 0; at < 20; at += 1) orders.push(anOrder(`new${at}`, START + (400 + at) * DAY))
    for (const id of await idsOf(NEWEST)) seen.add(id)
    // New rows shift the next offset.
    for (const id of await idsOf({ ...NEWEST, offset: 120 })) seen.add(id)
    for (const id of await idsOf(NEWEST)) seen.add(id)
    for (const offset of [220, 320, 420]) {
      for (const id of await idsOf({ ...NEWEST, offset })) seen.add(id)
    }
    expect(seen.size).toBe(370)
  })

  it('a page does not repeat rows if new ones arrived meanwhile', async () => {
    const orders = closed(250, (id, at) => anOrder(`o${id}`, at), 0)
    const { idsOf } = aClosedWorld({ orders })
    const first = await idsOf(NEWEST)
    for (let at = 0; at < 20; at += 1) orders.push(anOrder(`new${at}`, START + (400 + at) * DAY))
    const second = await idsOf({ ...NEWEST, offset: 100 })
    expect(second).toHaveLength(100)
    expect(second.filter((id) => first.includes(id))).toEqual([])
  })

  it('a page does not skip rows if new ones arrived meanwhile', async () => {
    const orders = closed(450, (id, at) => anOrder(`o${id}`, at), 0)
    const { idsOf } = aClosedWorld({ orders })
    const seen = new Set([...(await idsOf(NEWEST)), ...(await idsOf({ ...NEWEST, offset: 100 }))])
    for (let at = 0; at < 120; at += 1) {
      orders.push(anOrder(`new${at}`, START + (500 + at) * DAY))
      if (at % 60 === 59) for (const id of await idsOf(NEWEST)) seen.add(id)
    }
    for (const offset of [320, 420, 520]) {
      for (const id of await idsOf({ ...NEWEST, offset })) seen.add(id)
    }
    expect(seen.size).toBe(570)
  })

  it('a page in the middle is the same after reopening', async () => {
    const [whole, middle] = [aClosedWorld(MANY), aClosedWorld(MANY)]
    const pages = (await whole.all(NEWEST)).flat().map(({ uuid }) => uuid)
    expect(await middle.idsOf({ ...NEWEST, offset: 300 })).toEqual(pages.slice(300, 400))
  })
})

it('pages of any size have every row once, in order of time', async () => {
  const times = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 130 })
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(times, times, times, fc.array(times, { maxLength: 2 })),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.constantFrom('created_at' as const, 'closed_at' as const),
      async ([orders, trades, deals, grids], limit, order_direction, order_by) => {
        const { all } = aClosedWorld({
          orders: orders.map((at, id) => anOrder(`o${id}`, START + at * DAY)),
          trades: trades.map((at, id) => aTrade(id, START + at * DAY)),
          deals: deals.map((at, id) => aDeal(id, START + at * DAY)),
          bots: grids.map((profits, id) =>
            aGridBot(id, {
              is_enabled: false,
              total_profits_count: String(profits.length),
              updated_at: isoOf(START + Math.max(0, ...profits) * DAY),
            }),
          ),
          profits: Object.fromEntries(
            grids.map((profits, id) => [
              id,
              profits.map((at, line) => aProfit(line, START + at * DAY)),
            ]),
          ),
        })
        const pages = await all({ order_by, order_direction, limit, offset: 0 })
        const rows = pages.flat()
        const count = [orders, trades, deals, ...grids].flat().length
        expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(count)
        expect(rows).toHaveLength(count)
        // Only the last page may be short, as that ends a list.
        expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true)
        const at = rows.map((row) => row[order_by] ?? Number.NaN)
        const sign = order_direction === 'asc' ? 1 : -1
        expect(at).toEqual(at.toSorted((a, b) => sign * (a - b)))
      },
    ),
    { numRuns: 30 },
  )
})
