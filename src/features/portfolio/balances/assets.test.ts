import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import type { BalanceRow } from '#contract/exchanges.ts'
import { compare, decimal, HUNDRED, sum, toText, ZERO } from '#money/decimal.ts'

import { shownColumns } from '#ui/data-list.tsx'

import {
  assetsOf,
  matching,
  owing,
  sharesOf,
  sift,
  sorted,
  totalValue,
  unpriced,
  worthOf,
} from '#market/assets.ts'
import { BALANCES, balanceContext } from './balance-columns.tsx'
import { partsOf } from './balance-part.tsx'

type Row = BalanceRow

/** A row with the members that these tests need; the rest is unknown. */
const row = (code: string, figures: Record<string, string>, account = 'a'): Row =>
  ({
    currency_code: code,
    currency_name: `${code} coin`,
    account_id: account,
    ...Object.fromEntries(Object.entries(figures).map(([name, text]) => [name, decimal(text)])),
  }) as Row

const btc = (account: string, amount: string, usd: string, price = '90000') =>
  row(
    'BTC',
    {
      position: amount,
      position_available: amount,
      on_orders: '0',
      current_price: '1',
      current_price_usd: price,
      day_change_percent_usd: '1.24',
      day_change_percent_btc: '0',
      usd_value: usd,
      btc_value: amount,
    },
    account,
  )
const coin = (code: string, usd: string) =>
  row(code, { position: '1', current_price_usd: usd, usd_value: usd, btc_value: '0.001' })

it('assets add up the amounts of several accounts', () => {
  const [asset, ...others] = assetsOf([btc('a', '0.2', '18000'), btc('b', '0.1', '9000')], 'usd')
  expect(others).toEqual([])
  expect(asset).toMatchObject({ accounts: 2, amount: '0.3', value: '27000', price: '90000' })
})

it('assets with the same ticker are separate, each with its price and row', () => {
  const luna = (slug: string, amount: string, price: string, usd: string): Row => ({
    ...row('LUNA', { position: amount, current_price_usd: price, usd_value: usd }),
    currency_slug: slug,
  })
  const rows = [luna('terra-luna', '10', '0.5', '5'), luna('terra-luna-classic', '2', '0.1', '0.2')]
  const assets = assetsOf(rows, 'usd')
  expect(assets.map(({ price, value }) => [price, value])).toEqual([
    ['0.5', '5'],
    ['0.1', '0.2'],
  ])
  expect(new Set(assets.map((asset) => BALANCES.idOf(asset))).size).toBe(2)
})

it('an asset with two prices uses the average', () => {
  const rows = [btc('a', '1', '90000'), btc('b', '1', '90100', '90100')]
  expect(assetsOf(rows, 'usd')[0]?.price).toBe('90050')
})

it('the average price stays between those of the exchanges if one account owes the coin', () => {
  const owed = row(
    'BTC',
    { position: '0', borrowed: '0.9', current_price_usd: '90100', usd_value: '-81090' },
    'b',
  )
  const [asset] = assetsOf([btc('a', '1', '90000'), owed], 'usd')
  expect(asset?.price).toMatch(/^90047\.3684/)
})

it('the average price of two exchanges is exact, however small', () => {
  const pepe = (account: string, price: string, usd: string) =>
    row('PEPE', { position: '1000000', current_price_usd: price, usd_value: usd }, account)
  const rows = [pepe('a', '0.0000000064', '0.0064'), pepe('b', '0.0000000066', '0.0066')]
  expect(assetsOf(rows, 'usd')[0]?.price).toBe('0.0000000065')
})

it('assets are shown in BTC if chosen', () => {
  expect(assetsOf([btc('a', '0.2', '18000')], 'btc')[0]).toMatchObject({
    price: '1',
    value: '0.2',
    dayChange: '0',
    usdValue: '18000',
  })
})

it('assets with one ticker are distinguished by slug', () => {
  const luna = (slug: string | undefined, name: string, price: string, account = 'a') => ({
    ...row('LUNA', { position: '10', current_price_usd: price, usd_value: `${price}0` }, account),
    currency_slug: slug,
    currency_name: name,
  })
  const old = luna('terra-luna-classic', 'Terra Classic', '0.5')
  const young = luna('terra-luna', 'Terra', '0.8')
  const assets = assetsOf([old, young, luna('terra-luna', 'Terra', '0.8', 'b')], 'usd')
  expect(assets.map(({ label, amount, price }) => [label, amount, price])).toEqual([
    ['LUNA (Terra Classic)', '10', '0.5'],
    ['LUNA (Terra)', '20', '0.8'],
  ])
  expect(new Set(assets.map(({ id }) => id)).size).toBe(2)
  expect(partsOf(assets, 'usd').parts.map(({ name }) => name)).toEqual([
    'LUNA (Terra)',
    'LUNA (Terra Classic)',
  ])
  const silent = luna(undefined, 'Luna', '0.5', 'b')
  expect(assetsOf([old, silent], 'usd').map(({ label }) => label)).toEqual(['LUNA'])
  expect(assetsOf([old, young, silent], 'usd').map(({ label }) => label)).toContain('LUNA (Luna)')
})

it('the printed parts of the allocation add up to the printed total of all assets', () => {
  const named = ['4000.004', '3000.004', '2000.004', '1000.004']
  const held = [...named, '0.5', '0.4'].map((usd, index) => coin(`C${index}`, usd))
  const { parts } = partsOf(assetsOf(held, 'usd'), 'usd')
  expect(parts.at(-1)).toMatchObject({ name: '2 others', value: '0.92' })
  const tiny = [...named, '0.0004', '0.0001'].map((usd, index) => coin(`C${index}`, usd))
  // A remainder of 0 would hide what is held.
  expect(partsOf(assetsOf(tiny, 'usd'), 'usd').parts.at(-1)).toMatchObject({ value: '0.02' })
  const exact = ['4', '3', '2', '1', '0.0004', '0.0001'].map((usd, i) => coin(`C${i}`, usd))
  expect(partsOf(assetsOf(exact, 'usd'), 'usd').parts.at(-1)).toMatchObject({ value: '0.0005' })
})

it('the day change of a coin is weighted by the value on each account', () => {
  const held = (change: string, usd: string, account: string) =>
    row(
      'BTC',
      { position: '1', usd_value: usd, current_price_usd: usd, day_change_percent_usd: change },
      account,
    )
  const changeOf = (...rows: Row[]) => assetsOf(rows, 'usd')[0]?.dayChange
  expect(changeOf(held('1.73', '6000', 'a'), held('1.75', '4000', 'b'))).toBe('1.738')
  // A debt weighs as much as the same amount held.
  expect(changeOf(held('1', '6000', 'a'), held('2', '-4000', 'b'))).toBe('1.4')
  expect(changeOf(held('1', '6000', 'a'), held('2', '0', 'b'))).toBeUndefined()
  const silent = row('BTC', { position: '1', usd_value: '4000', current_price_usd: '4000' }, 'b')
  expect(changeOf(held('1.73', '6000', 'a'), silent)).toBeUndefined()
})

it('a coin with a price of 0 has no day change', () => {
  const gone = { position: '5', usd_value: '0', current_price_usd: '0' }
  const [asset] = assetsOf([row('GONE', { ...gone, day_change_percent_usd: '0' })], 'usd')
  expect(asset).toMatchObject({ price: undefined, dayChange: undefined })
})

it('an asset has no total amount if one account lacks it', () => {
  const silent = row('BTC', { usd_value: '9000', current_price_usd: '90000' }, 'b')
  expect(assetsOf([btc('a', '0.2', '18000'), silent], 'usd')[0]).toMatchObject({
    amount: undefined,
    available: undefined,
    value: '27000',
  })
})

it('assets without a price are named instead of counted as zero', () => {
  const priceless = row('HBRT', { position: '5', usd_value: '0', current_price_usd: '0' })
  const assets = assetsOf([btc('a', '0.2', '18000'), priceless], 'usd')
  expect(unpriced(assets).map(({ code }) => code)).toEqual(['HBRT'])
  expect(totalValue(assets)).toBe('18000')
  expect(sift(assets).shown).toHaveLength(2)
})

it('borrowed amounts are shown', () => {
  const assets = assetsOf(
    [row('USDT', { position: '5', borrowed: '2' }), row('BTC', { position: '1', borrowed: '0' })],
    'usd',
  )
  expect(owing(assets).map(({ code, borrowed }) => [code, borrowed])).toEqual([['USDT', '2']])
})

it('unreadable rows are separate assets with unknown facts', () => {
  const unreadable = { kind: 'unreadable', id: undefined, raw: {} } as const
  const found = worthOf([coin('X', '5'), unreadable, unreadable])
  expect(found.usd).toMatchObject({ value: '5', without: 2, count: 3 })
})

it('assets under 1 USD are hidden, and their sum is shown', () => {
  const assets = assetsOf([coin('A', '1'), coin('B', '0.99'), coin('C', '0.01')], 'usd')
  const { shown, small, smallValue } = sift(assets)
  expect(shown.map(({ code }) => code)).toEqual(['A'])
  expect(small.map(({ code }) => code)).toEqual(['B', 'C'])
  expect(smallValue).toBe('1')
  expect(sift(assets, decimal('0.5')).small.map(({ code }) => code)).toEqual(['C'])
  expect(sift(assets, decimal('0')).small).toEqual([])
})

it('a debt is never hidden as small', () => {
  const debt = row('ETH', {
    position: '0',
    borrowed: '2',
    usd_value: '-6000',
    btc_value: '-0.06',
  })
  const { shown, small } = sift(assetsOf([coin('A', '10000'), debt, coin('B', '0.5')], 'usd'))
  expect(shown.map(({ code }) => code)).toEqual(['A', 'ETH'])
  expect(small.map(({ code }) => code)).toEqual(['B'])
})

it('assets have a column for debts only if there are any, and no hidden columns', () => {
  const idsOf = (rows: Parameters<typeof assetsOf>[0], hidden: string[] = []) => {
    const assets = assetsOf(rows, 'usd')
    const context = balanceContext(assets, {
      unit: 'usd',
      shareOf: () => undefined,
      pricesOf: undefined,
      total: undefined,
      isWhole: false,
    })
    const columns = shownColumns(BALANCES.columns, { rows: assets, context, hidden })
    return columns.map(({ id }) => id)
  }
  expect(idsOf([coin('A', '1')])).not.toContain('borrowed')
  expect(idsOf([row('USDT', { position: '5', borrowed: '2' })])).toContain('borrowed')
  expect(idsOf([coin('A', '1')], ['price', 'share'])).toEqual([
    'asset',
    'day',
    'amount',
    'available',
    'onOrders',
    'value',
  ])
})

it('assets are small by their value in USD, also for figures in BTC', () => {
  const { smallValue, small } = sift(assetsOf([coin('B', '0.99')], 'btc'))
  expect(small).toHaveLength(1)
  expect(smallValue).toBe('0.001')
})

it('assets are found by code and by name', () => {
  const assets = assetsOf([coin('SOL', '5'), coin('ETH', '6')], 'usd')
  expect(matching(assets, ' sol ').map(({ code }) => code)).toEqual(['SOL'])
  expect(matching(assets, 'coin')).toHaveLength(2)
})

it('assets are sorted by a figure with unknown ones last, in both directions', () => {
  const priceless = row('HBRT', { position: '5' })
  const assets = assetsOf([coin('A', '9'), priceless, coin('B', '10')], 'usd')
  const codes = (direction: 'asc' | 'desc') =>
    sorted(assets, { by: 'value', direction }).map(({ code }) => code)
  expect(codes('desc')).toEqual(['B', 'A', 'HBRT'])
  expect(codes('asc')).toEqual(['A', 'B', 'HBRT'])
})

it('assets are sorted by name alphabetically', () => {
  const assets = assetsOf([coin('B', '9'), coin('A', '10')], 'usd')
  expect(sorted(assets, { by: 'code', direction: 'asc' })[0]?.code).toBe('A')
})

it('shares add up to the whole', () => {
  expect(sharesOf(['0', '0'].map(decimal))).toEqual([])
  expect(sharesOf(['1', '1', '1'].map(decimal)).map(toText)).toEqual(['33.34', '33.33', '33.33'])
})

it('shares of debts are negative, and missing if more is owed than owned', () => {
  const shares = sharesOf(['5117.44', '-1723.3', '-1818.88'].map(decimal))
  expect(shares.map(toText)).toEqual(['324.86', '-109.4', '-115.46'])
  expect(sharesOf(['100', '-300'].map(decimal))).toEqual([])
})

it('shares add up to 100, each within 0.01 of the exact value', () => {
  const values = fc.array(fc.integer({ min: -1_000_000, max: 10_000_000 }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(values, (cents) => {
      const shares = sharesOf(cents.map((value) => decimal(String(value))))
      const whole = cents.reduce((a, b) => a + b, 0) > 0 ? HUNDRED : ZERO
      expect(compare(sum(shares), whole)).toBe(0)
      const total = cents.reduce((a, b) => a + b, 0) || 1
      shares.forEach((share, index) => {
        const exact = ((cents[index] ?? 0) / total) * 100
        expect(Math.abs(Number(toText(share)) - exact)).toBeLessThan(0.0101)
      })
    }),
  )
})
