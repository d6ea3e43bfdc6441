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

it('a grid ladder has the highest price first, in any order of the service', () => {
  expect(prices(running)).toEqual(['3300', '3250', '3200', '3150', '3100'])
})

it('orders of a grid bot are added up once per answer', () => {
  expect(pendingOrders(running)).toBe(pendingOrders(running))
  const changed = pendingOrders({ ...running, quantity_per_grid: decimal('1') })
  expect(textOf(changed?.inSells)).toBe('2')
  expect(textOf(pendingOrders(running)?.inSells)).toBe('0.16')
})

it('a grid ladder shows the last price between its orders', () => {
  expect(placeOfLast(gridLinesOf(running), decimal('3186.42'))).toBe(3)
  expect(placeOfLast(gridLinesOf(running), decimal('9999'))).toBe(0)
  expect(placeOfLast(gridLinesOf(running), decimal('1'))).toBe(5)
})

it('a grid ladder shows a line at the last price above it', () => {
  expect(placeOfLast(gridLinesOf(running), decimal('3200'))).toBe(3)
})

it('a grid ladder calls a line without an order “waiting” only while the bot runs', () => {
  const wordsOf = (is_enabled: boolean) =>
    gridLinesOf(botOf({ is_enabled, grid_lines: [line(1, '3200', null)] }))[0]?.words
  expect(wordsOf(true)).toBe('Waiting')
  expect(wordsOf(false)).toBe('No order')
})

it('a grid ladder shows no order where none is placed', () => {
  const bot = botOf({ grid_lines: [line(1, '3100', 'buy', false)] })
  expect(gridLinesOf(bot)[0]).toMatchObject({ state: 'empty', words: 'No buy placed' })
  expect(pendingOrders(bot)).toMatchObject({ buys: 0, sells: 0 })
})

it('a grid ladder without placed flags counts no orders: they are unreadable', () => {
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

it('a grid ladder keeps an unknown side as its text', () => {
  const bot = botOf({ grid_lines: [line(1, '3100', 'hedge')] })
  expect(gridLinesOf(bot)[0]).toMatchObject({ state: 'empty', words: 'hedge' })
})

it('a grid ladder counts lines with unreadable prices, without showing them', () => {
  const bot = botOf({ grid_lines: [line(1, '3100', 'buy'), line(2, 'soon', 'sell')] })
  expect(prices(bot)).toEqual(['3100'])
  expect(unreadableLines(bot)).toBe(1)
})

it('a grid ladder converts quantities between both currencies', () => {
  expect(gridLinesOf(running)[0]).toMatchObject({ units: '0.08', total: '264' })
  const inQuote = botOf({
    order_currency_type: 'quote',
    quantity_per_grid: '20',
    grid_lines: [line(1, '3000', 'buy')],
  })
  expect(gridLinesOf(inQuote)[0]).toMatchObject({ units: '0.00666667', total: '20' })
})

it('a grid ladder knows no size if the quantity’s unit is missing', () => {
  const bot = botOf({ order_currency_type: 'coins', grid_lines: [line(1, '3000', 'buy')] })
  expect(gridLinesOf(bot)[0]?.units).toBeUndefined()
  expect(pendingOrders(bot)).toMatchObject({ buys: 1, inBuys: undefined })
})

it('a grid ladder shows the distance of each line from the last price', () => {
  const bot = botOf({ current_price: '100', grid_lines: [line(1, '110', 'sell')] })
  expect(textOf(gridLinesOf(bot)[0]?.fromLast)).toBe('10')
})

describe('special prices of a grid bot', () => {
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

  it('enabled stops and triggers are among the lines', () => {
    expect(linesAndMarks(guarded).map(({ words }) => words)).toEqual([
      'Sell',
      'Buy',
      'Extends down to',
      'Stop loss below',
    ])
    expect(textOf(linesAndMarks(guarded)[3]?.fromLast)).toBe('-20')
  })

  it('stops and triggers are no orders', () => {
    expect(pendingOrders(guarded)).toMatchObject({ buys: 1, sells: 1 })
    expect(gridLinesOf(guarded)).toHaveLength(2)
  })
})

it('funds in orders are buys in quote and sells in base currency', () => {
  const orders = pendingOrders(running)
  expect(orders).toMatchObject({ buys: 2, sells: 2, inBuys: '500', inSells: '0.16' })
  expect(textOf(orders?.sellsWorth)).toBe('509.8272')
  expect(textOf(orders?.together)).toBe('1009.8272')
})

it('funds in orders with leverage are unknown, because they use a margin', () => {
  const bot = botOf({
    leverage_type: 'cross',
    grid_lines: [line(1, '3100', 'buy'), line(2, '3250', 'sell')],
  })
  const unknown = { inBuys: undefined, inSells: undefined, together: undefined }
  expect(pendingOrders(bot)).toMatchObject({ buys: 1, sells: 1, ...unknown })
})

it('funds in sells have no value without a last price', () => {
  const bot = botOf({ current_price: undefined, grid_lines: [line(1, '3250', 'sell')] })
  expect(pendingOrders(bot)).toMatchObject({ sells: 1, together: undefined })
})

it('sums of orders start at the last price, past the waiting line', () => {
  const sums = sumsFromLast(gridLinesOf(running), decimal('3186.42'), pendingOrders(running)).map(
    textOf,
  )
  expect(sums).toEqual(['524', '260', '0', '252', '500'])
})

describe('an unreadable figure', () => {
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

  it.each(lacking)('a ladder sum is exact or unknown without $path', ({ json }) => {
    for (const sum of sumsOf(json)) expect([undefined, ...full]).toContain(sum)
  })

  const other = { ...whole, pair: 'USDT_BTC', quantity_per_grid: '0.5' }
  const freedOf = (one: object) =>
    freedBy([one, other].map((json) => ({ botId: 7, name: 'grid', bot: entity(gridBot, json) })))
  const freed = freedOf(whole)

  it.each(lacking)('the funds freed by stopping are exact or unknown without $path', ({ json }) => {
    for (const [currency, sum] of freedOf(json)) {
      expect([undefined, freed.get(currency)]).toContain(sum)
    }
  })

  it('the funds freed by stopping are unknown if a bot is unreadable', () => {
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

it('levels of a grid bot are its range, lines, special prices and the last price', () => {
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
