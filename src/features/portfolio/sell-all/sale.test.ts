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

it('a reviewed sale stays valid after a gain, or a loss up to 1 %', () => {
  expect(worthMoved(saleAt(10_000), saleAt(12_000))).toBeUndefined()
  expect(worthMoved(saleAt(10_000), saleAt(9_900))).toBeUndefined()
})

it('a reviewed sale is blocked after its coins lost over 1 %', () => {
  expect(worthMoved(saleAt(10_000), saleAt(9_866))).toBe(
    'Since it was read, the account has lost 1.34% of what its coins were worth.',
  )
})

it('a reviewed sale stays valid after a bot sold coins at their price', () => {
  expect(worthMoved(saleAt(10_000), saleAt(9_000, 1_500))).toBeUndefined()
})

it('a reviewed sale is blocked by a loss even if its dollars have no value', () => {
  const unpriced = (usd_value: number) => ({
    ...saleAt(usd_value),
    stays: saleAt(usd_value).stays.map((asset) => ({ ...asset, value: undefined })),
  })
  expect(worthMoved(unpriced(10_000), unpriced(9_000))).toMatch(/has lost 10/)
  expect(worthMoved(unpriced(10_000), unpriced(9_950))).toBeUndefined()
})

it('a reviewed sale is blocked by a loss even if another coin got a price', () => {
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

it('a reviewed sale is blocked once its coins have no price', () => {
  expect(worthMoved(saleAt(10_000), saleAt(0))).toMatch(/have lost/)
})

it('the plan of a sale keeps assets that may stay, and calls unpriced coins unknown', () => {
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

it('a sale names its price impact if worth mentioning', () => {
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

it('a sale names unreadable assets missing in its proceeds', () => {
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

it('a sale stops entities of its account only', () => {
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

it('a sale lists all accounts if it cannot tell them apart, and says so', () => {
  const stopping = stoppingOf({ ...everything, accountId: undefined })
  expect(ids(stopping.smartTrades)).toEqual([1, 2])
  expect(ids(stopping.gridBots)).toEqual([10, 12])
  expect(stopping.caveats.join(' ')).toContain('all accounts are listed')
})

it('a sale names lists that are missing', () => {
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

it('a sale says if the service counts more entities than listed, and how many orders', () => {
  const counted = { smart_trades: 3, dca_bots: 1, deals: 1, grid_bots: 0, orders: 2 }
  expect(stoppingOf({ ...everything, counted }).caveats).toEqual([
    'The service counts 3 active SmartTrades on this account, 1 is listed here.',
    'The service counts 0 running grid bots on this account, 1 is listed here.',
    'The service counts 2 open orders on this account. All orders are cancelled, also those placed on the exchange itself.',
  ])
})

it('a sale says if the service did not count', () => {
  expect(stoppingOf({ ...everything, counted: 'unread' }).caveats).toEqual([
    'The service did not say how much runs on this account, so there may be more.',
    'Orders placed on the exchange itself are not listed. They are cancelled too.',
  ])
})

it('a sale says if there may be more trades', () => {
  const { caveats } = stoppingOf({ ...everything, areSmartTradesCut: true })
  expect(caveats[0]).toBe('There may be more active SmartTrades than those read.')
})

describe('assets of a sale', () => {
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

  it('a sale sells everything except dollars, largest first, including unpriced assets', () => {
    expect(sale.sold.map(({ code }) => code)).toEqual(['BTC', 'ETH', 'SHIB', 'HBRT'])
    expect(sale.stays.map(({ code }) => code)).toEqual(['USDT'])
    expect(sale.proceeds).toBe('96004')
    expect(sale.unpriced.map(({ code }) => code)).toEqual(['HBRT'])
  })

  it('a sale names assets that may be too small or lack a market', () => {
    expect(sale.sold.filter(mayStay).map(({ code }) => code)).toEqual(['SHIB', 'HBRT'])
  })

  it('a sale asks for the label to be typed', () => {
    expect(phraseFor('Harbour spot')).toBe('SELL ALL Harbour spot')
  })
})

describe('balances after a sale', () => {
  const row = (code: string, amount: string) =>
    entity(balanceRow, { currency_code: code, position: amount })
  const now = assetsOf([row('USDT', '90500'), row('DUST', '1')], 'usd')

  it('balances after a sale show earlier ones, with sold assets last at zero', () => {
    const before = assetsOf([row('USDT', '500'), row('BTC', '1'), row('DUST', '1')], 'usd')
    const brief = changesBetween(before, now).map(({ label, before, now }) => [label, before, now])
    expect(brief).toEqual([
      ['USDT', '500', '90500'],
      ['DUST', '1', '1'],
      ['BTC', '1', '0'],
    ])
  })

  it('balances after a sale show zero before for a new asset', () => {
    expect(changesBetween([], now)[0]).toMatchObject({ label: 'USDT', before: '0' })
  })

  it('balances after a sale distinguish two coins with one ticker', () => {
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

  it('balances after a sale call nothing gone or new beside an unreadable balance', () => {
    const before = assetsOf([row('BTC', '1')], 'usd')
    const unreadable = assetsOf([{ kind: 'unreadable', id: undefined, raw: {} }], 'usd')
    const changes = changesBetween(before, unreadable)
    expect(changes.map(({ label, now }) => [label, now])).toContainEqual(['BTC', undefined])
    expect(changes.find(({ label }) => label === undefined)?.before).toBeUndefined()
    expect(changesBetween(unreadable, now)[0]).toMatchObject({ label: 'USDT', before: undefined })
  })

  it('balances after a sale do not guess unknown earlier ones', () => {
    expect(changesBetween(undefined, now)[0]).toMatchObject({ before: undefined, now: '90500' })
  })
})
