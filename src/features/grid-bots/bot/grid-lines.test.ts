import { describe, expect, it } from 'vitest'

import { type GridBot, gridBot } from '#contract/grid-bots.ts'
import { isUnreadable, read } from '#contract/read.ts'
import { decimal, toText } from '#money/decimal.ts'
import { oneUnread } from '#testing/one-unread.ts'
import { entity, entityOnTheWire, isReadable } from '#testing/entity.ts'

import { gridLevels } from '../grid-levels.ts'
import { freedBy } from '../stop/bulk-stop-sheet.tsx'
import {
  gridLinesOf,
  linesAndMarks,
  pendingOrders,
  placeOfLast,
  sumsFromLast,
  totalOfOrders,
  unreadableLines,
} from './grid-lines.ts'

const line = (id: number, price: string, side: string | null, order_placed = side !== null) => ({
  id,
  price,
  side,
  order_placed,
})

const botOf = (members: object): GridBot =>
  entity(gridBot, {
    pair: 'USDT_ETH',
    is_enabled: true,
    order_currency_type: 'base',
    quantity_per_grid: '0.08',
    current_price: '3186.42',
    ...members,
  })

const running = botOf({
  grid_lines: [
    line(3, '3200', null),
    line(1, '3100', 'buy'),
    line(5, '3300', 'sell'),
    line(4, '3250', 'sell'),
    line(2, '3150', 'buy'),
  ],
})

const prices = (bot: GridBot) => gridLinesOf(bot).map(({ price }) => toText(price))
const textOf = (value: ReturnType<typeof decimal> | undefined) => value && toText(value)

it('the ladder of a grid bot stands with the highest price first, whatever order the service sends', () => {
  expect(prices(running)).toEqual(['3300', '3250', '3200', '3150', '3100'])
})

it('the ladder of a grid bot has the last price between the orders it lies between', () => {
  expect(placeOfLast(gridLinesOf(running), decimal('3186.42'))).toBe(3)
  expect(placeOfLast(gridLinesOf(running), decimal('9999'))).toBe(0)
  expect(placeOfLast(gridLinesOf(running), decimal('1'))).toBe(5)
})

it('the ladder of a grid bot puts a line at the last price itself above it', () => {
  expect(placeOfLast(gridLinesOf(running), decimal('3200'))).toBe(3)
})

it('the ladder of a grid bot calls a line without an order waiting only while the bot runs', () => {
  const wordsOf = (is_enabled: boolean) =>
    gridLinesOf(botOf({ is_enabled, grid_lines: [line(1, '3200', null)] }))[0]?.words
  expect(wordsOf(true)).toBe('Waiting')
  expect(wordsOf(false)).toBe('No order')
})

it('the ladder of a grid bot does not show an order where none is placed', () => {
  const bot = botOf({ grid_lines: [line(1, '3100', 'buy', false)] })
  expect(gridLinesOf(bot)[0]).toMatchObject({ state: 'empty', words: 'No buy placed' })
  expect(pendingOrders(bot)).toMatchObject({ buys: 0, sells: 0 })
})

it('the ladder of a grid bot counts no orders of a bot whose lines do not say which ones stand: it is unreadable', () => {
  const { order_placed: _placed, ...unknown } = line(1, '3100', 'buy')
  const wire = { grid_lines: [line(2, '3200', 'sell'), unknown] }
  expect(isUnreadable(read(gridBot, entityOnTheWire(gridBot, wire)).value)).toBe(true)
  expect(pendingOrders(botOf({ grid_lines: [line(1, 'soon', 'buy')] }))).toBeUndefined()
  const started = [line(1, '3100', null), line(2, '3200', null)]
  expect(pendingOrders(botOf({ grid_lines: started }))).toBeUndefined()
  expect(pendingOrders(botOf({ grid_lines: started, is_enabled: false }))).toMatchObject({
    buys: 0,
    sells: 0,
  })
  expect(pendingOrders(botOf({ grid_lines: [] }))).toMatchObject({ buys: 0, sells: 0 })
})

it('the ladder of a grid bot keeps a side it has never heard of as its word', () => {
  const bot = botOf({ grid_lines: [line(1, '3100', 'hedge')] })
  expect(gridLinesOf(bot)[0]).toMatchObject({ state: 'empty', words: 'hedge' })
})

it('the ladder of a grid bot leaves out a line whose price cannot be read, and counts it', () => {
  const bot = botOf({ grid_lines: [line(1, '3100', 'buy'), line(2, 'soon', 'sell')] })
  expect(prices(bot)).toEqual(['3100'])
  expect(unreadableLines(bot)).toBe(1)
})

it('the ladder of a grid bot works out the other currency of a quantity in either', () => {
  expect(gridLinesOf(running)[0]).toMatchObject({ units: '0.08', total: '264' })
  const inQuote = botOf({
    order_currency_type: 'quote',
    quantity_per_grid: '20',
    grid_lines: [line(1, '3000', 'buy')],
  })
  expect(gridLinesOf(inQuote)[0]).toMatchObject({ units: '0.00666667', total: '20' })
})

it('the ladder of a grid bot knows no size when the service does not say what the quantity counts', () => {
  const bot = botOf({ order_currency_type: 'coins', grid_lines: [line(1, '3000', 'buy')] })
  expect(gridLinesOf(bot)[0]?.units).toBeUndefined()
  expect(pendingOrders(bot)).toMatchObject({ buys: 1, inBuys: undefined })
})

it('the ladder of a grid bot says how far each line is from the last price', () => {
  const bot = botOf({ current_price: '100', grid_lines: [line(1, '110', 'sell')] })
  expect(textOf(gridLinesOf(bot)[0]?.fromLast)).toBe('10')
})

describe('the prices where something else happens', () => {
  const guarded = botOf({
    current_price: '100',
    lower_stop_loss_enabled: true,
    lower_stop_loss_price: '80',
    upper_stop_loss_enabled: false,
    upper_stop_loss_price: '150',
    expansion_down_enabled: 'true',
    expansion_down_stop_price: '85',
    grid_lines: [line(1, '110', 'sell'), line(2, '90', 'buy')],
  })

  it('stand among the lines while they are switched on', () => {
    expect(linesAndMarks(guarded).map(({ words }) => words)).toEqual([
      'Sell',
      'Buy',
      'Extends down to',
      'Stop loss below',
    ])
    expect(textOf(linesAndMarks(guarded)[3]?.fromLast)).toBe('-20')
  })

  it('the prices where something else happens are no orders', () => {
    expect(pendingOrders(guarded)).toMatchObject({ buys: 1, sells: 1 })
    expect(gridLinesOf(guarded)).toHaveLength(2)
  })
})

it('what the orders hold adds buys in the quote and sells in the base currency', () => {
  const orders = pendingOrders(running)
  expect(orders).toMatchObject({ buys: 2, sells: 2, inBuys: '500', inSells: '0.16' })
  expect(textOf(orders?.sellsWorth)).toBe('509.8272')
  expect(textOf(orders?.together)).toBe('1009.8272')
})

it('what the orders hold gives no reserved amount for orders with leverage, which take a margin', () => {
  const bot = botOf({
    leverage_type: 'cross',
    grid_lines: [line(1, '3100', 'buy'), line(2, '3250', 'sell')],
  })
  const unknown = { inBuys: undefined, inSells: undefined, together: undefined }
  expect(pendingOrders(bot)).toMatchObject({ buys: 1, sells: 1, ...unknown })
})

it('what the orders hold cannot value the sells without a last price', () => {
  const bot = botOf({ current_price: undefined, grid_lines: [line(1, '3250', 'sell')] })
  expect(pendingOrders(bot)).toMatchObject({ sells: 1, together: undefined })
})

it('what the orders hold sums up from the last price outwards, past the waiting line', () => {
  const sums = sumsFromLast(gridLinesOf(running), decimal('3186.42'), pendingOrders(running)).map(
    textOf,
  )
  expect(sums).toEqual(['524', '260', '0', '252', '500'])
})

describe('a figure that could not be read', () => {
  const whole = {
    pair: 'USDT_ETH',
    is_enabled: true,
    order_currency_type: 'base',
    quantity_per_grid: '0.08',
    current_price: '3186.42',
    grid_lines: [line(1, '3100', 'buy'), line(2, '3150', 'buy'), line(3, '3250', 'sell')],
  }
  const sumsOf = (json: object) => {
    const bot = entity(gridBot, json)
    const orders = pendingOrders(bot)
    const sums = sumsFromLast(gridLinesOf(bot), bot.current_price, orders)
    return [
      totalOfOrders(gridLinesOf(bot), orders),
      orders?.inBuys,
      orders?.inSells,
      orders?.together,
    ]
      .map((sum) => sum && toText(sum))
      .concat(bot.current_price ? sums.map((sum) => sum && toText(sum)) : [])
  }
  const full = sumsOf(whole)
  const lacking = oneUnread(whole).filter(({ json }) => isReadable(gridBot, json))

  it.each(lacking)('a sum of the ladder is whole or unknown without $path', ({ json }) => {
    for (const sum of sumsOf(json)) expect([undefined, ...full]).toContain(sum)
  })

  const other = { ...whole, pair: 'USDT_BTC', quantity_per_grid: '0.5' }
  const freedOf = (one: object) =>
    freedBy([one, other].map((json) => ({ botId: 7, name: 'grid', bot: entity(gridBot, json) })))
  const freed = freedOf(whole)

  it.each(lacking)('the amount that stops free is whole or unknown without $path', ({ json }) => {
    for (const [currency, sum] of freedOf(json)) {
      expect([undefined, freed.get(currency)]).toContain(sum)
    }
  })

  it('a figure that could not be read leaves what stops free unknown where a whole bot is', () => {
    const bots = [undefined, entity(gridBot, whole)]
    const sums = freedBy(bots.map((bot) => ({ botId: 7, name: 'grid', bot })))
    expect([...sums.values()]).toEqual([undefined, undefined])
  })
})

const bot = entity(gridBot, {
  pair: 'USDT_ETH',
  is_enabled: true,
  order_currency_type: 'base',
  quantity_per_grid: '0.08',
  upper_price: '3250',
  lower_price: '2600',
  current_price: '3000',
  lower_stop_loss_enabled: true,
  lower_stop_loss_price: '2400',
  expansion_down_enabled: true,
  expansion_down_stop_price: '2550',
  grid_lines: [
    { id: 1, price: '3250', side: 'sell', order_placed: true },
    { id: 2, price: '3030', side: null, order_placed: false },
  ],
})

it('the levels of a grid bot over its candles are its range, its lines, what else happens at a price, and the last price', () => {
  expect(gridLevels(bot).map(({ name, price, look }) => [name, toText(price), look])).toEqual([
    ['Upper price', '3250', 'trigger'],
    ['Lower price', '2600', 'trigger'],
    ['Sell', '3250', 'down'],
    ['Waiting', '3030', 'break-even'],
    ['Extends down to', '2550', 'caution'],
    ['Stop loss below', '2400', 'caution'],
    ['Last price', '3000', 'last'],
  ])
})
