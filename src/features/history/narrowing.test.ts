import { describe, expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { entity } from '#testing/entity.ts'

import { beforeFees, choicesOf, groupNames, narrowed, type Narrowing } from './narrowing.ts'
import { decimal, ZERO } from '#money/decimal.ts'
import { profitByGroup, profitOfAll } from './sums.ts'
import { idOf, type Trade } from './trades.ts'

const NO_NARROWING: Narrowing = {
  source: undefined,
  side: undefined,
  role: undefined,
  tag: undefined,
}

const GRID = { type: 'grid_bot', id: '7', name: 'Harbour grid' }
const SWING = { type: 'smart_trade', id: '1', note: 'Breakout #swing #btc' }

const rows: Trade[] = entity(listHistory.response, [
  {
    uuid: 'grid buy',
    source: GRID,
    order: { side: 'buy', role: 'line' },
    closed_at: '2026-11-01T23:59:59Z',
    profit: null,
  },
  {
    uuid: 'grid sale',
    source: GRID,
    order: { side: 'sell', role: 'line' },
    closed_at: '2026-11-02T00:00:00Z',
    profit: { amount: '9.81', currency: 'USDT', usd: '9.81', fees: '0.19' },
  },
  {
    uuid: 'target',
    source: SWING,
    order: { side: 'sell', role: 'target' },
    closed_at: '2026-11-03T12:00:00Z',
    profit: { amount: '39.16', currency: 'USDT', usd: '39.16', fees: '0.84' },
  },
  {
    uuid: 'stop',
    source: SWING,
    order: { side: 'sell', role: 'stop' },
    closed_at: '2026-11-04T12:00:00Z',
    profit: { amount: '-0.1', currency: 'BTC', usd: '-9000', fees: '0.001' },
  },
  {
    uuid: 'other grid',
    source: { type: 'grid_bot', id: '8', name: 'Harbour grid' },
    order: { side: 'sell', role: 'line' },
    profit: { amount: '1', currency: 'USDT', usd: '1' },
  },
])

const found = (wanted: Partial<typeof NO_NARROWING>) =>
  narrowed(rows, { ...NO_NARROWING, ...wanted }).map(idOf)

it.each([
  [{ source: 'grid_bot' }, ['grid buy', 'grid sale', 'other grid']],
  [{ source: 'grid_bot:7' }, ['grid buy', 'grid sale']],
  [{ source: 'grid_bot:7', side: 'sell' as const }, ['grid sale']],
  [{ role: 'stop' }, ['stop']],
  [{ tag: '#swing' }, ['target', 'stop']],
  [{ tag: '#Swing' }, ['target', 'stop']],
  [{ tag: '#swin' }, []],
  [{}, ['grid buy', 'grid sale', 'target', 'stop', 'other grid']],
])('the filter %j finds its rows', (wanted, ids) => expect(found(wanted)).toEqual(ids))

describe('profit before fees', () => {
  const gross = (uuid: string) => {
    const row = rows.find((one) => idOf(one) === uuid)
    const { amount, usd } = (row && beforeFees(row))?.profit ?? {}
    return { amount, usd }
  }

  it('profit before fees adds the fees in dollars at the profit’s rate', () => {
    expect(gross('grid sale')).toEqual({ amount: '10', usd: '10' })
    expect(gross('target')).toEqual({ amount: '40', usd: '40' })
    // 0.099 BTC at 90,000
    expect(gross('stop')).toEqual({ amount: '-0.099', usd: '-8910' })
  })

  it('profit before fees has no dollars if a zero profit gives no rate', () => {
    const [row] = rows.filter((trade) => idOf(trade) === 'stop')
    const nothing = (fees: string) =>
      row?.profit &&
      beforeFees({
        ...row,
        profit: { ...row.profit, amount: ZERO, usd: ZERO, fees: decimal(fees) },
      }).profit
    expect(nothing('0.001')).toMatchObject({ amount: '0.001', usd: undefined })
    expect(nothing('0')).toMatchObject({ amount: '0', usd: '0' })
  })

  it('profit before fees is unknown if the fees are, and a sum says what it leaves out', () => {
    expect(gross('other grid')).toEqual({ amount: undefined, usd: undefined })
    expect(profitOfAll(rows.map(beforeFees))).toMatchObject({ profit: '-8860', unvalued: 1 })
  })
})

describe('groups of orders', () => {
  const sums = (kind: 'source' | 'role' | 'tag') => {
    const nameOf = groupNames(rows, kind)
    return profitByGroup(rows, kind).map(([group, { profit }]) => [nameOf(group), profit])
  }

  it('groups by source are bots, numbered if names repeat, and SmartTrades as one', () => {
    expect(sums('source')).toEqual([
      ['Harbour grid, 7', '9.81'],
      ['Harbour grid, 8', '1'],
      ['SmartTrades', '-8960.84'],
    ])
  })

  it('groups by closing reason are available', () => {
    expect(sums('role')).toEqual([
      ['Take profit', '39.16'],
      ['Grid line', '10.81'],
      ['Stop loss', '-9000'],
    ])
  })

  it('groups by tag count an order in each of its tags', () => {
    expect(sums('tag')).toEqual([
      ['No tag', '10.81'],
      ['#btc', '-8960.84'],
      ['#swing', '-8960.84'],
    ])
  })

  it('groups can be chosen: one bot, or all bots of a kind', () => {
    expect(choicesOf(rows, 'source')).toEqual([
      { value: 'grid_bot', label: 'Grid bots' },
      { value: 'grid_bot:7', label: 'Harbour grid, 7' },
      { value: 'grid_bot:8', label: 'Harbour grid, 8' },
      { value: 'smart_trade', label: 'SmartTrades' },
    ])
    expect(choicesOf(rows, 'tag').map(({ value }) => value)).toEqual(['#btc', '#swing'])
  })
})
