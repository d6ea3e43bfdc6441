import { describe, expect, it } from 'vitest'

import { dcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { balanceRow } from '#contract/exchanges.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { read } from '#contract/read.ts'
import { decimal, toText } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { entity, isReadable } from '#testing/entity.ts'
import { oneUnread } from '#testing/one-unread.ts'

import { assetsOf, totalValue } from '#market/assets.ts'
import { mayStay, phraseFor, saleOf } from '#market/sale.ts'
import { changesBetween, type Entities, saleImpact, stoppingOf, worthMoved } from './sale.ts'
import { planned } from './sell-all.tsx'

const saleAt = (usd_value: number, dollars = 500) =>
  saleOf([
    read(balanceRow, { currency_code: 'BTC', position: 1, current_price_usd: usd_value, usd_value })
      .value,
    read(balanceRow, {
      currency_code: 'USDT',
      position: dollars,
      current_price_usd: 1,
      usd_value: dollars,
    }).value,
  ])

it('a sale that was reviewed may be sent after a gain, or a loss of at most a hundredth', () => {
  expect(worthMoved(saleAt(10_000), saleAt(12_000))).toBeUndefined()
  expect(worthMoved(saleAt(10_000), saleAt(9_900))).toBeUndefined()
})

it('a sale that was reviewed is held back once its account has lost more than a hundredth of its coins', () => {
  expect(worthMoved(saleAt(10_000), saleAt(9_866))).toBe(
    'Since it was read, the account has lost 1.34% of what its coins were worth.',
  )
})

it('a sale that was reviewed may be sent after a bot has sold coins at their price', () => {
  expect(worthMoved(saleAt(10_000), saleAt(9_000, 1_500))).toBeUndefined()
})

it('a sale that was reviewed is held back for a loss though its dollars have no value', () => {
  const unpriced = (usd_value: number) => ({
    ...saleAt(usd_value),
    stays: saleAt(usd_value).stays.map((asset) => ({ ...asset, value: undefined })),
  })
  expect(worthMoved(unpriced(10_000), unpriced(9_000))).toMatch(/has lost 10/)
  expect(worthMoved(unpriced(10_000), unpriced(9_950))).toBeUndefined()
})

it('a sale that was reviewed is held back for a loss though another coin has got its first price', () => {
  const saleWith = (usd_value: number, other: object) =>
    saleOf([
      read(balanceRow, {
        currency_code: 'BTC',
        position: 1,
        current_price_usd: usd_value,
        usd_value,
      }).value,
      read(balanceRow, { currency_code: 'HBRT', position: 5, ...other }).value,
    ])
  const before = saleWith(10_000, {})
  expect(before.unpriced).toHaveLength(1)
  expect(worthMoved(before, saleWith(9_000, { current_price_usd: 400, usd_value: 2_000 }))).toMatch(
    /has lost 10/,
  )
})

it('a sale that was reviewed is held back once its coins have no price', () => {
  expect(worthMoved(saleAt(10_000), saleAt(0))).toMatch(/has lost/)
})

it('the plan of a sale sells no asset that may stay, and calls unpriced coins unknown, not zero', () => {
  const holding = (currency_code: string, usd_value: string) =>
    entity(balanceRow, { currency_code, position: '1', current_price_usd: usd_value, usd_value })
  const held = [holding('BTC', '90000'), holding('USDT', '500')]
  const figuresOf = (...more: ReturnType<typeof holding>[]) => {
    const { proceeds, stays } = planned(saleOf([...held, ...more]))
    return [proceeds, totalValue(stays)]
  }
  expect(figuresOf()).toEqual(['0', '90500'])
  expect(figuresOf(holding('DUST', '2'))).toEqual(['2', '90500'])
  expect(figuresOf(holding('NEW', '0'))).toEqual([undefined, '90500'])
})

it('says what selling all of it at once moves the prices, where that is worth a word', () => {
  const { sold } = saleAt(10_000)
  const known = (depth: string) => {
    const percent = saleImpact(sold, (code) =>
      code === 'BTC' ? { depth: decimal(depth), impact: decimal('0.0004') } : undefined,
    )
    return percent && toText(percent)
  }
  // One coin: what two seconds offer, half of what one does, and a tenth.
  expect(known('0.5')).toBe('0.04')
  expect(known('2')).toBe('0.02')
  expect(known('10')).toBeUndefined()
  expect(saleImpact(sold, () => undefined)).toBeUndefined()
  expect(saleImpact([], () => undefined)).toBeUndefined()
})

it('names what its proceeds leave out because it could not be read', () => {
  const held = ['BTC', 'ETH'].map((currency_code, index) => ({
    currency_code,
    position: index + 1,
    current_price_usd: 100,
    usd_value: 100 * (index + 1),
  }))
  for (const { json, path } of oneUnread(held)) {
    if (!json.every((row) => isReadable(balanceRow, row))) continue
    const sale = saleOf(json.map((row) => entity(balanceRow, row)))
    const isWhole = sale.proceeds === decimal('300')
    expect([path, isWhole || sale.unpriced.length > 0]).toEqual([path, true])
  }
})

const trade = (id: number, account: number) => aSmartTrade({ id, account: { id: account } })
const dca = (id: string, connection: string, status: string, deals = 0): DcaBot => ({
  ...entity(dcaBot, { status, active_trades: deals }),
  id,
  connection_id: connection,
})
const grid = (id: number, account: number, isEnabled: boolean) =>
  entity(gridBot, { id, account_id: account, is_enabled: isEnabled })

const everything: Entities = {
  connectionId: 'here',
  accountId: 7,
  smartTrades: [trade(1, 7), trade(2, 8)],
  areSmartTradesCut: false,
  dcaBots: [
    dca('runs here', 'here', 'running'),
    dca('runs elsewhere', 'there', 'running'),
    dca('stopped', 'here', 'stopped'),
    dca('stopped with a deal', 'here', 'stopped', 1),
    dca('in an unknown status', 'here', 'paused'),
  ],
  gridBots: [grid(10, 7, true), grid(11, 7, false), grid(12, 8, true)],
}
const ids = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => id)

it('what selling everything stops stops what works on this connection and nothing else', () => {
  const stopping = stoppingOf(everything)
  expect(ids(stopping.smartTrades)).toEqual([1])
  expect(ids(stopping.dcaBots)).toEqual([
    'runs here',
    'stopped with a deal',
    'in an unknown status',
  ])
  expect(ids(stopping.gridBots)).toEqual([10])
  expect(stopping.caveats).toHaveLength(1)
})

it('what selling everything stops lists all accounts when it cannot tell them apart, and says so', () => {
  const stopping = stoppingOf({ ...everything, accountId: undefined })
  expect(ids(stopping.smartTrades)).toEqual([1, 2])
  expect(ids(stopping.gridBots)).toEqual([10, 12])
  expect(stopping.caveats.join(' ')).toContain('all accounts are listed')
})

it('what selling everything stops says which lists it does not have', () => {
  const { caveats } = stoppingOf({
    ...everything,
    smartTrades: undefined,
    dcaBots: undefined,
    gridBots: undefined,
  })
  expect(caveats).toEqual([
    'The active SmartTrades could not be read.',
    'The DCA bots could not be read.',
    'The grid bots could not be read. Expect them to stop as well.',
    'Orders placed on the exchange itself are not listed. They are cancelled too.',
  ])
})

it('what selling everything stops says of which the service counts another number than is listed, and how many orders', () => {
  const counted = { smart_trades: 3, dca_bots: 1, deals: 1, grid_bots: 0, orders: 2 }
  expect(stoppingOf({ ...everything, counted }).caveats).toEqual([
    'The service counts 3 active SmartTrades on this account, 1 is listed here.',
    'The service counts 0 running grid bots on this account, 1 is listed here.',
    'The service counts 2 open orders on this account. All orders are cancelled, also those placed on the exchange itself.',
  ])
})

it('what selling everything stops says where the service did not count', () => {
  expect(stoppingOf({ ...everything, counted: 'unread' }).caveats).toEqual([
    'The service did not say how much runs on this account, so there may be more.',
    'Orders placed on the exchange itself are not listed. They are cancelled too.',
  ])
})

it('what selling everything stops says when there may be more trades', () => {
  const { caveats } = stoppingOf({ ...everything, areSmartTradesCut: true })
  expect(caveats[0]).toBe('There may be more active SmartTrades than those read.')
})

describe('what selling everything sells', () => {
  const row = (code: string, amount: string, usd?: string) =>
    entity(balanceRow, {
      currency_code: code,
      position: amount,
      ...(usd !== undefined && { usd_value: usd, current_price_usd: '1' }),
    })
  const sale = saleOf([
    row('USDT', '500', '500'),
    row('ETH', '2', '6000'),
    row('BTC', '1', '90000'),
    row('SHIB', '40', '4'),
    row('HBRT', '5'),
    row('GONE', '0', '0'),
  ])

  it('what selling everything sells sells everything but dollars, largest first, and what has no price as well', () => {
    expect(sale.sold.map(({ code }) => code)).toEqual(['BTC', 'ETH', 'SHIB', 'HBRT'])
    expect(sale.stays.map(({ code }) => code)).toEqual(['USDT'])
    expect(sale.proceeds).toBe('96004')
    expect(sale.unpriced.map(({ code }) => code)).toEqual(['HBRT'])
  })

  it('what selling everything sells says what may be too little for an order or have no market', () => {
    expect(sale.sold.filter(mayStay).map(({ code }) => code)).toEqual(['SHIB', 'HBRT'])
  })

  it('what selling everything sells asks for the label to be typed', () => {
    expect(phraseFor('Harbour spot')).toBe('SELL ALL Harbour spot')
  })
})

describe('what remains after a sale', () => {
  const row = (code: string, amount: string) =>
    entity(balanceRow, { currency_code: code, position: amount })
  const now = assetsOf([row('USDT', '90500'), row('DUST', '1')], 'usd')

  it('what remains after a sale stands beside what was there, and what is gone stands last with nothing left', () => {
    const before = assetsOf([row('USDT', '500'), row('BTC', '1'), row('DUST', '1')], 'usd')
    const brief = changesBetween(before, now).map(({ label, before, now }) => [label, before, now])
    expect(brief).toEqual([
      ['USDT', '500', '90500'],
      ['DUST', '1', '1'],
      ['BTC', '1', '0'],
    ])
  })

  it('what remains after a sale says of a new asset that nothing of it was there', () => {
    expect(changesBetween([], now)[0]).toMatchObject({ label: 'USDT', before: '0' })
  })

  it('what remains after a sale tells two coins with one ticker apart', () => {
    const luna = (slug: string, amount: string) => ({ ...row('LUNA', amount), currency_slug: slug })
    const before = assetsOf([luna('terra', '5'), luna('terra-classic', '900')], 'usd')
    const after = assetsOf([luna('terra', '5')], 'usd')
    const brief = changesBetween(before, after).map(({ label, before, now }) => [
      label,
      before,
      now,
    ])
    expect(brief).toEqual([
      ['LUNA', '5', '5'],
      ['LUNA (terra-classic)', '900', '0'],
    ])
  })

  it('what remains after a sale calls nothing gone, and nothing new, beside a balance that cannot be read', () => {
    const before = assetsOf([row('BTC', '1')], 'usd')
    const unreadable = assetsOf([{ kind: 'unreadable', id: undefined, raw: {} }], 'usd')
    const changes = changesBetween(before, unreadable)
    expect(changes.map(({ label, now }) => [label, now])).toContainEqual(['BTC', undefined])
    expect(changes.find(({ label }) => label === undefined)?.before).toBeUndefined()
    expect(changesBetween(unreadable, now)[0]).toMatchObject({ label: 'USDT', before: undefined })
  })

  it('what remains after a sale does not guess what was held before when nobody knows', () => {
    expect(changesBetween(undefined, now)[0]).toMatchObject({ before: undefined, now: '90500' })
  })
})
