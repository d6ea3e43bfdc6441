import { afterEach, describe, expect, it, vi } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { isUnreadable, read } from '#contract/read.ts'
import { chipsOf } from '#lists/filters.tsx'
import { entity } from '#testing/entity.ts'
import { decimal } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { dayIn } from '#ui/civil-day.ts'
import { shownColumns } from '#ui/data-list.tsx'

import { COLUMNS, contextOf } from './columns.tsx'
import { coverageOf } from './loaded-rows.ts'
import { periodOf } from './period.ts'
import { imageOf } from './profit.tsx'
import { daysOf, totalsOf } from './sums.ts'
import {
  countNew,
  idOf,
  inOrder,
  isFilled,
  mergePages,
  newestFirst,
  ofPeriod,
  searched,
  statusOf,
  type Trade,
  tradesIn,
} from './trades.ts'
import { unknownFields } from './unknown-fields.tsx'
import { filtersOf } from './use-history.ts'

const trade = (uuid: string, rest: object = {}): Trade => ({ uuid, ...rest })
const ids = (trades: readonly Trade[]) => trades.map(({ uuid }) => uuid)

describe('history pages', () => {
  it('a trade pushed to the next page by new ones is shown once', () => {
    const pages = [
      [trade('a'), trade('b')],
      [trade('b'), trade('c')],
    ]
    expect(ids(mergePages(pages))).toEqual(['a', 'b', 'c'])
  })

  it('rows that do not send their id are all kept', () => {
    const unnamed = { ...trade(''), uuid: undefined }
    expect(mergePages([[unnamed, unnamed]])).toHaveLength(2)
  })

  const answer = (...json: object[]) => entity(listHistory.response, json)
  const FEE = { commission: { amount: '0.1', currency: 'USDT' } }

  it('a row with only an id is shown once', () => {
    const pages = [
      answer({ id: 1, ...FEE }, { id: 2, ...FEE }),
      answer({ id: 2, ...FEE }, { id: 3 }),
    ]
    expect(mergePages(pages).map(idOf)).toEqual(['1', '2', '3'])
    expect(totalsOf(mergePages(pages)).fees.sums).toMatchObject([
      { currency: 'USDT', amount: '0.2' },
    ])
    expect(countNew(answer({ id: 9 }, { id: 2 }), mergePages(pages))).toBe(1)
  })

  it('a row without any id is shown once, two equal ones on one page twice', () => {
    const [one, other] = [
      { pair: 'USDT_ETH', ...FEE },
      { pair: 'USDT_BTC', ...FEE },
    ]
    const pages = [answer(one, one, other), answer(one, other, other)]
    expect(mergePages(pages).map(({ pair }) => pair)).toEqual([
      'USDT_ETH',
      'USDT_ETH',
      'USDT_BTC',
      'USDT_BTC',
    ])
    expect(countNew(answer(other), mergePages(pages))).toBe(0)
  })

  it('rows are sorted newest first even if one came late, then as chosen', () => {
    const pages = [
      [
        trade('c', { closed_at: 3, created_at: 1, pair: 'USDT_ETH' }),
        trade('of no time', { pair: 'BTC_ETH' }),
        trade('a', { closed_at: 1, created_at: 1, pair: 'USDT_BTC' }),
      ],
      [trade('late', { closed_at: 2, created_at: 2 }), trade('also 1', { closed_at: 1 })],
    ]
    const newest = newestFirst(mergePages(pages))
    expect(ids(newest)).toEqual(['c', 'of no time', 'late', 'a', 'also 1'])
    const by = (order_by: 'closed_at' | 'created_at' | 'pair', direction: 'asc' | 'desc') =>
      ids(inOrder(newest, { order_by, direction }))
    expect(by('closed_at', 'desc')).toEqual(ids(newest))
    expect(by('closed_at', 'asc')).toEqual(ids(newest).toReversed())
    expect(by('created_at', 'desc')).toEqual(['late', 'c', 'of no time', 'a', 'also 1'])
    expect(by('pair', 'asc')).toEqual(['late', 'also 1', 'a', 'of no time', 'c'])
  })

  it('a period lists trades closed in it; a row without a time is listed with an unknown profit', () => {
    const at = (iso: string) => ({ closed_at: Date.parse(iso), ...profit('1') })
    const rows = [
      trade('december', at('2026-12-01T00:00Z')),
      trade('last', at('2026-11-30T23:59:59.999Z')),
      trade('undated', profit('5')),
      trade('opened something', { profit: null }),
      trade('first', at('2026-11-01T00:00Z')),
      trade('october', at('2026-10-31T23:59:59.999Z')),
    ]
    const within = (chosen: Parameters<typeof periodOf>[0]) =>
      ofPeriod(rows, periodOf(chosen, '2026-12-05'), dayIn('UTC'))
    const november = within({ period: '2026-11' })
    expect(ids(november)).toEqual(['last', 'undated', 'opened something', 'first'])
    expect(totalsOf(november).profit).toMatchObject({ profit: '2', valued: 2, unvalued: 1 })
    expect(within({ period: 'all' })).toBe(rows)
    expect(totalsOf(within({ period: 'all' })).profit).toMatchObject({ profit: '9', unvalued: 0 })
  })

  it('the end of an order is found by either field of its status', () => {
    const [trade] = answer({ id: 1, status: { basic_type: 'cancelled' } })
    expect(trade && statusOf(trade)).toBe('cancelled')
    expect(searched(answer({ id: 1, status: { basic_type: 'failed' } }), 'failed')).toHaveLength(1)
  })

  it('trades that came since are counted', () => {
    expect(countNew([trade('x'), trade('a')], [trade('a'), trade('b')])).toBe(1)
  })
})

describe('history search', () => {
  const trades = [
    trade('1', { pair: 'USDT_ETH', source: { type: 'grid_bot', id: '48211' } }),
    trade('2', { pair: 'USDT_BTC', order: { side: 'sell', type: 'limit' } }),
    trade('3', { status: { value: 'failed', error: 'Not enough funds' } }),
  ]

  it('a pair is found as shown and as sent', () => {
    for (const typed of ['eth/usdt', 'USDT_ETH', 'ethusdt', 'eth-usdt', 'ETH_USDT']) {
      expect([typed, ids(searched(trades, typed))]).toEqual([typed, ['1']])
    }
  })

  it('search matches every word, in any order', () => {
    expect(ids(searched(trades, ' limit  btc '))).toEqual(['2'])
    expect(ids(searched(trades, 'btc grid'))).toEqual([])
    expect(ids(searched(trades, 'grid bot'))).toEqual(['1'])
  })

  it('the text of an error is found', () => {
    expect(ids(searched(trades, 'funds'))).toEqual(['3'])
  })

  it('an empty search shows every row', () => {
    expect(searched(trades, '  ')).toBe(trades)
  })
})

const profit = (amount: string, usd: string | null = amount) => ({
  profit: { amount: decimal(amount), currency: 'USDT', usd: usd === null ? null : decimal(usd) },
})

it('history totals add up loaded rows by currency', () => {
  const totals = totalsOf([
    trade('1', {
      pair: 'USDT_ETH',
      filled: { total: decimal('100.5') },
      commission: { amount: decimal('0.1'), currency: 'USDT' },
      ...profit('5'),
    }),
    trade('2', {
      pair: 'BTC_ETH',
      filled: { total: decimal('0.2') },
      commission: { amount: decimal('0.0001'), currency: 'BTC' },
      ...profit('-2'),
    }),
    trade('3', { pair: 'USDT_BTC', filled: { total: decimal('9.5') }, profit: null }),
  ])
  expect(totals).toMatchObject({ count: 3, won: 1, lost: 1 })
  expect(totals.profit).toEqual({ profit: '3', closed: 2, valued: 2, unvalued: 0 })
  expect(totals.volume).toMatchObject({
    sums: [
      { currency: 'USDT', amount: '110' },
      { currency: 'BTC', amount: '0.2' },
    ],
    unread: 0,
  })
  // The fee of the third was not told.
  expect(totals.fees).toMatchObject({
    sums: [
      { currency: 'USDT', amount: '0.1' },
      { currency: 'BTC', amount: '0.0001' },
    ],
    unread: 1,
  })
})

it('history totals include unfilled orders, also with a fee of 0 without a currency', () => {
  const cancelled = { filled: { total: decimal('0') }, commission: { amount: decimal('0') } }
  const { volume, fees } = totalsOf([trade('1', cancelled)])
  expect([volume, fees]).toEqual([
    { sums: [], unread: 0 },
    { sums: [], unread: 0 },
  ])
})

it('history totals count interest in the profit, but not among won or lost orders', () => {
  const interest = { order: { type: 'interest' }, filled: { total: decimal('0') } }
  const won = { filled: { total: decimal('50') }, ...profit('5') }
  const totals = totalsOf([trade('1', won), trade('2', { ...interest, ...profit('-0.5') })])
  expect(totals).toMatchObject({ count: 2, won: 1, lost: 0 })
  expect(totals.profit).toEqual({ profit: '4.5', closed: 1, valued: 2, unvalued: 0 })
})

it('history totals say how many profits have no value in USD', () => {
  const totals = totalsOf([trade('1', profit('5', null)), trade('2', profit('1'))])
  expect(totals.profit).toEqual({ profit: '1', closed: 2, valued: 1, unvalued: 1 })
  expect(totals.won).toBe(2)
})

it('history totals recognise an order without a fill', () => {
  expect(isFilled(trade('1', { filled: { total: decimal('0.00') } }))).toBe(false)
  expect(isFilled(trade('1', { filled: { total: decimal('5') } }))).toBe(true)
})

describe('history days', () => {
  afterEach(() => vi.unstubAllEnvs())

  const closed = (uuid: string, iso: string, rest = {}) =>
    trade(uuid, { closed_at: Date.parse(iso), ...rest })
  const trades = [
    closed('a', '2026-11-19T23:30:00Z', profit('3')),
    closed('b', '2026-11-19T01:00:00Z', profit('-1')),
    closed('c', '2026-11-18T23:30:00Z', profit('2')),
  ]
  const grouped = (place: string) => {
    vi.stubEnv('TZ', place)
    return daysOf(trades, {
      dayOf: dayIn('local'),
      instantOf: ({ closed_at }) => closed_at,
      hasDay: () => true,
    }).flatMap((day) => [`${day.key}: ${formatAmount(day.profit.profit)}`, ...day.trades.map(idOf)])
  }

  it('trades are listed by their day in UTC', () => {
    expect(grouped('UTC')).toEqual(['2026-11-19: 2', 'a', 'b', '2026-11-18: 2', 'c'])
  })

  it('trades are listed by the day of the chosen time zone', () => {
    expect(grouped('Asia/Tokyo')).toEqual(['2026-11-20: 3', 'a', '2026-11-19: 1', 'b', 'c'])
    expect(grouped('America/New_York')).toEqual(['2026-11-19: 3', 'a', '2026-11-18: 1', 'b', 'c'])
  })

  it('a day with a clock change keeps both repeated hours', () => {
    const night = [
      closed('late', '2026-10-25T22:59:00Z'),
      closed('second 02:30', '2026-10-25T01:30:00Z'),
      closed('first 02:30', '2026-10-25T00:30:00Z'),
    ]
    vi.stubEnv('TZ', 'Europe/Berlin')
    const days = daysOf(night, {
      dayOf: dayIn('local'),
      instantOf: ({ closed_at }) => closed_at,
      hasDay: () => true,
    })
    expect(days).toHaveLength(1)
  })

  it('a day without closing orders has no profit', () => {
    const bought = [closed('a', '2026-11-19T12:00:00Z', { profit: null })]
    const [day] = daysOf(bought, {
      dayOf: dayIn('UTC'),
      instantOf: ({ closed_at }) => closed_at,
      hasDay: () => true,
    })
    expect(day).toMatchObject({ profit: { closed: 0, unvalued: 0 } })
  })

  it('the oldest day is not complete while more rows may follow, in either order', () => {
    const open = (rows: readonly Trade[]) => {
      const { hasDay } = coverageOf(rows, { first: '', hasMore: true, dayOf: dayIn('UTC') })
      return daysOf(rows, { dayOf: dayIn('UTC'), instantOf: ({ closed_at }) => closed_at, hasDay })
        .filter(({ isOpen }) => isOpen)
        .map(({ key }) => key)
    }
    expect(open(trades)).toEqual(['2026-11-18'])
    expect(open(trades.toReversed())).toEqual(['2026-11-18'])
  })

  it('a trade without a time stays with its predecessor', () => {
    const [day, ...others] = daysOf([...trades.slice(0, 1), trade('z')], {
      dayOf: dayIn('UTC'),
      instantOf: ({ closed_at }) => closed_at,
      hasDay: () => true,
    })
    expect(day?.key).toBe('2026-11-19')
    expect(day?.trades.map(idOf)).toEqual(['a', 'z'])
    expect(others).toEqual([])
  })
})

describe('history columns', () => {
  const rest = {
    dayField: undefined,
    nameOf: String,
    isOneAccount: false,
    isGross: false,
    addressOf: String,
  }
  const idsOf = (trades: readonly Trade[], isOneAccount = false, hidden: string[] = []) =>
    shownColumns(COLUMNS, {
      rows: trades,
      context: contextOf(trades, { ...rest, isOneAccount }),
      hidden,
    }).map(({ id }) => id)
  const poor = trade('1', { pair: 'USDT_ETH', closed_at: 1, order: { side: 'buy', type: 'limit' } })

  it('columns are those that the service fills', () => {
    expect(idsOf([poor])).toEqual(['closed_at', 'pair', 'side', 'order'])
    expect(idsOf([poor, trade('2', profit('1'))])).toContain('profit')
  })

  it('columns show any status given, so that later pages add none', () => {
    expect(idsOf([{ ...poor, status: { value: 'finished', error: null } }])).toContain('status')
    expect(idsOf([{ ...poor, status: { value: 'failed', error: null } }])).toContain('status')
  })

  it('columns leave out the account while filtered by one', () => {
    const known = trade('1', { account_id: 7 })
    expect(idsOf([known])).toEqual(['account'])
    expect(idsOf([known], true)).toEqual([])
  })

  it('columns leave out hidden ones, but never all', () => {
    expect(idsOf([poor], false, ['closed_at', 'order'])).toEqual(['pair', 'side'])
    const bare = trade('1', { closed_at: 1 })
    expect(idsOf([bare], false, ['closed_at'])).toEqual(['closed_at'])
  })

  it('columns name a currency in the head only if all rows share it', () => {
    const other = trade('2', { pair: 'BTC_ETH' })
    expect(contextOf([poor], rest).shared.total).toBe('USDT')
    expect(contextOf([poor, other], rest).shared.total).toBeUndefined()
  })

  it('an unreadable row differs from one with few fields', () => {
    expect(isUnreadable(poor)).toBe(false)
    const [row] = tradesIn([{ kind: 'unreadable', id: '7', raw: { uuid: '7' } }])
    expect(row && isUnreadable(row)).toBe(true)
    expect(row && idOf(row)).toBe('7')
  })

  it('unreadable values are found by text, and known fields are not offered as unknown', () => {
    const json = { uuid: 'u-7', id: 7, pair: 'USDT_BTC', order: { side: 'sell' }, venue: 'dark' }
    const { value } = read(listHistory.response, [json])
    const rows = Array.isArray(value) ? tradesIn(value) : []
    expect(rows.map(isUnreadable)).toEqual([true])
    expect(rows.map(idOf)).toEqual(['u-7'])
    expect(searched(rows, 'btc/usdt sell')).toHaveLength(1)
    expect(searched(rows, 'eth')).toHaveLength(0)
    expect(unknownFields(rows)).toEqual(['venue'])
  })
})

it('an active filter is named in words, even without a matching row', () => {
  const search = { account_id: 7, pair: 'USDT_BTC', source: 'grid_bot', role: 'stop', tag: '#dip' }
  const rows = [trade('1', { pair: 'USDT_ETH', source: { type: 'smart_trade' } })]
  const chips = chipsOf({ filters: filtersOf(rows, [], []), rows, search, onChange: () => {} })
  expect(chips.map(({ label }) => label)).toEqual([
    'Account: 7',
    'Pair: BTC/USDT',
    'Placed by: Grid bots',
    'Purpose: Stop loss',
    'Tag of the SmartTrade: #dip',
  ])
})

it('the image of profit by group says how many groups it leaves out', () => {
  const numbers = Array.from({ length: 30 }, (_, at) => at)
  expect(imageOf('Profit by pair', 'pair', numbers.slice(18)).title).toBe('Profit by pair')
  expect(imageOf('Profit by pair', 'pair', numbers)).toEqual({
    drawn: numbers.slice(0, 12),
    title: 'Profit by pair, the first 12 of 30',
  })
})

it('the image of many months draws the latest and says so', () => {
  const numbers = Array.from({ length: 30 }, (_, at) => at)
  expect(imageOf('Profit by month', 'month', numbers)).toEqual({
    drawn: numbers.slice(18),
    title: 'Profit by month, the last 12 of 30',
  })
})
