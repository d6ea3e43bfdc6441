import { expect, it } from 'vitest'

import { decimal, toText } from '#money/decimal.ts'

import { type GridMarket, rangeAround } from '#trading/example-grid.ts'

import { judgeNewBot, linesOf, previewOf, shapeOf } from './new-bot.ts'
import { gridBotForm, type NewBot, withActionsOf } from './fields.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import { stopActionsOf } from '../bot-facts.ts'

const market: GridMarket = {
  price: decimal('100'),
  tick: decimal('0.01'),
  lot: decimal('0.1'),
  minTotal: decimal('10'),
  isFutures: false,
  free: { base: decimal('0.5'), quote: decimal('400') },
}

const filled: NewBot = {
  ...gridBotForm.empty(),
  account: '4417',
  pair: 'USDT_ETH',
  lower_price: '90',
  upper_price: '110',
  grids_quantity: '5',
  quantity_per_grid: '1',
}

const judge = (change: Partial<NewBot>) => judgeNewBot({ ...filled, ...change }, market)
const previewWith = (change: Partial<NewBot>, known: Partial<GridMarket> = {}) => {
  const { draft } = judge(change)
  if (!draft) throw new Error('The draft is not whole.')
  return previewOf(draft, { ...market, ...known })
}

it('a new grid bot has the stop actions of its kind of account', () => {
  const chosen: NewBot = { ...filled, upper_stop_loss_action: 'stop_bot_and_sell' }
  const actionOn = (marketType: string) =>
    withActionsOf(chosen, { id: '4417', name: 'Harbour', marketType }).upper_stop_loss_action
  expect(actionOn('spot')).toBe('stop_bot_and_sell')
  expect(actionOn('futures')).toBe('stop_bot')
  const futures = { ...market, isFutures: true }
  for (const isFutures of [false, true]) {
    for (const action of stopActionsOf(isFutures)) {
      const values = { ...filled, upper_stop_loss_price: '120', upper_stop_loss_action: action }
      const { draft } = judgeNewBot(values, isFutures ? futures : market)
      expect(draft?.upper_stop_loss_action).toBe(action)
    }
  }
})

it('a stored grid bot form is restored, or dropped if unreadable', () => {
  expect(gridBotForm.heal(JSON.parse(JSON.stringify(filled)))).toEqual(filled)
  expect(gridBotForm.heal({ ...filled, grid_type: 'round' })).toBeUndefined()
  expect(gridBotForm.heal(undefined)).toBeUndefined()
})

it('a grid bot form of an earlier version is restored, with new fields empty', () => {
  const { name, expansion_down_stop_price, ...earlier } = filled
  expect(gridBotForm.heal(earlier)).toEqual(filled)
  expect([name, expansion_down_stop_price]).toEqual(['', ''])
})

it('a new grid bot accepts 1,000 lines as shown on screen', () => {
  const many = { lower_price: '10', upper_price: '110', grids_quantity: '1,000' }
  expect(judge(many).draft?.grids_quantity).toBe(1000)
})

it('a new grid bot is sent exactly as typed', () => {
  expect(judge({})).toEqual({
    draft: {
      account_id: 4417,
      pair: 'USDT_ETH',
      lower_price: '90',
      upper_price: '110',
      grids_quantity: 5,
      grid_type: 'arithmetic',
      quantity_per_grid: '1',
    },
  })
  expect(judge({ lower_stop_loss_price: '80', trailing_up_enabled: true }).draft).toMatchObject({
    lower_stop_loss_enabled: true,
    lower_stop_loss_price: '80',
    lower_stop_loss_action: 'stop_bot',
    trailing_up_enabled: true,
  })
  expect(judge({ lower_stop_loss_action: 'stop_bot_and_sell' }).draft).not.toHaveProperty(
    'lower_stop_loss_action',
  )
})

it.each<[Partial<NewBot>, string, string]>([
  [{ account: '' }, 'account_id', 'Choose an account.'],
  [{ pair: '' }, 'pair', 'Choose a pair.'],
  [
    { lower_price: 'low' },
    'lower_price',
    'Enter a number in digits (at most 40), without currency or unit.',
  ],
  [
    { lower_stop_loss_price: 'x' },
    'lower_stop_loss_price',
    'Enter a number in digits (at most 40), without currency or unit.',
  ],
  [{ grids_quantity: '1' }, 'grids_quantity', 'A grid has at least 2 lines.'],
  [{ lower_price: '90.001' }, 'lower_price', 'The price must be a multiple of 0.01.'],
  [{ quantity_per_grid: '0.15' }, 'quantity_per_grid', 'The quantity must be a multiple of 0.1.'],
  [{ quantity_per_grid: '0.1' }, 'quantity_per_grid', 'Each line must be worth at least 10.'],
  [{ lower_price: '120' }, 'upper_price', 'The upper price must be above the lower price.'],
  [
    { lower_stop_loss_price: '95' },
    'lower_stop_loss_price',
    'Enter a stop loss below the lower price.',
  ],
])('a new grid bot with %j is refused before sending', (change, field, sentence) => {
  const { draft, issues } = judge(change)
  expect(draft).toBeUndefined()
  expect(issues?.[field]).toEqual([sentence])
})

it('a new grid bot shows the ladder at the current price', () => {
  const { bot, turns, gaps } = previewWith({})
  expect(bot.grid_lines.map((line) => [toText(line.price ?? decimal('0')), line.side])).toEqual([
    ['90', 'buy'],
    ['95', 'buy'],
    ['100', null],
    ['105', 'sell'],
    ['110', 'sell'],
  ])
  expect(pendingOrders(bot)).toMatchObject({ buys: 2, sells: 2, inBuys: '185', inSells: '2' })
  // 5 less 0.1 % of 90 and of 95.
  expect(toText(turns.bottom)).toBe('4.815')
  expect(toText(turns.top)).toBe('4.785')
  expect(toText(gaps.bottom)).toBe('5.555556')
})

it('a new grid bot shows required funds, the initial purchase, and what is missing', () => {
  const { needs, missing, total, short } = previewWith({})
  // Two sells of 1; buys at 90 and 95 with their fee.
  expect(needs).toMatchObject({ base: '2', quote: '185.185' })
  expect(missing && toText(missing)).toBe('1.5')
  // 1.5 at 100 with its fee.
  expect(total && toText(total)).toBe('335.335')
  expect(short && toText(short)).toBe('0')
  const poor = previewWith({}, { free: { base: decimal('0'), quote: decimal('300') } })
  expect(poor.short && toText(poor.short)).toBe('85.385')
})

it('a new grid bot prices its first coins at the ask plus its own impact', () => {
  const reported = { ask: decimal('100.1'), depth: decimal('3'), impact: decimal('0.002') }
  // 1.5 at 100.2, which is 0.1 % beyond the ask, with their fee.
  expect(toText(previewWith({}, reported).total ?? decimal('0'))).toBe('335.6353')
})

it('a new grid bot uses the assumed fee', () => {
  // A turn of one unit from 90 to 95: 5 less both fees.
  expect(previewWith({}, { feeRate: decimal('0') }).turns.bottom).toBe('5')
  expect(previewWith({}, { feeRate: decimal('0.01') }).turns.bottom).toBe('3.15')
  expect(previewWith({}).turns.bottom).toBe('4.815')
})

it('a new grid bot claims nothing about an unknown price, balance or leverage', () => {
  expect(previewWith({}, { price: undefined }).total).toBeUndefined()
  expect(previewWith({}, { isFutures: true }).total).toBeUndefined()
  const unknown = previewWith({}, { free: { base: undefined, quote: undefined } })
  expect(unknown.short).toBeUndefined()
})

it('a new grid bot suggests ranges around the price, on ticks of the pair', () => {
  expect(rangeAround(10, { price: decimal('33.333'), tick: decimal('0.01') })).toEqual({
    lower: decimal('30'),
    upper: decimal('36.67'),
  })
  expect(rangeAround(10, { price: undefined, tick: undefined })).toBeUndefined()
})

it('a new grid bot shows its lines before a quantity is typed', () => {
  const shape = shapeOf({ ...filled, quantity_per_grid: '', lower_price: '90,00' })
  expect(shape && linesOf(shape, market).map(({ price, side }) => [toText(price), side])).toEqual([
    ['90', 'buy'],
    ['95', 'buy'],
    ['100', null],
    ['105', 'sell'],
    ['110', 'sell'],
  ])
  expect(shapeOf({ ...filled, upper_price: '80' })).toBeUndefined()
  expect(shape && linesOf({ ...shape, grids_quantity: 1 }, market)).toEqual([])
})
