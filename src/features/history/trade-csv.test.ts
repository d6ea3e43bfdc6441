import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, it } from 'vitest'

import { historicalTrade } from '#contract/history.ts'
import { read } from '#contract/read.ts'
import { decimal, toText } from '#money/decimal.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { csvName, type CsvOptions, tradesAsCsv } from './export-csv.tsx'
import { idOf, type Trade } from './trades.ts'

const options: CsvOptions = {
  nameOf: (id) => `Account ${id}`,
  hasAmounts: true,
  hasTaxColumns: true,
  marketTypeOf: () => undefined,
}

function parsed(trades: readonly Trade[], wishes: Partial<CsvOptions> = {}) {
  const { data, errors } = papaparse.parse(tradesAsCsv(trades, { ...options, ...wishes }), {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}

const dangerous = fc.constantFrom(
  '=1+1',
  '+49',
  '-2',
  '@SUM(A1)',
  '\t=1',
  'a,b',
  'say "no"',
  'two\r\nlines',
  ' edge ',
  'ünï',
  '＝1',
)
const texts = fc.oneof(dangerous, fc.string())
const trades = fc
  .tuple(arbitraryOf(historicalTrade) as fc.Arbitrary<Trade>, texts, texts)
  .map(([trade, word, error]): Trade => ({
    ...trade,
    source: { type: word, id: word },
    status: { value: 'failed', error },
  }))

/** A text as the file gives it back: what a spreadsheet would calculate has an apostrophe in front. */
const unmarked = (text: string | undefined) => text?.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '')

describe('a CSV file', () => {
  it('a CSV file holds what can be read of a row that lacks what it needs', () => {
    const json = { uuid: 'u-7', pair: 'USDT_BTC', filled: { total: '12.5' } }
    const { value } = read(historicalTrade, json)
    expect(parsed([value as Trade])).toMatchObject([
      { uuid: 'u-7', pair: 'USDT_BTC', total: '12.5', profit: '' },
    ])
  })

  it('a CSV file read back by another program is what the service sent', () => {
    fc.assert(
      fc.property(fc.array(trades, { minLength: 1, maxLength: 50 }), (rows) => {
        const read = parsed(rows)
        expect(read).toHaveLength(rows.length)
        read.forEach((cells, index) => {
          const trade = rows[index] as Trade
          expect(cells).toMatchObject({
            closed_at: new Date(trade.closed_at ?? 0).toISOString(),
            created_at: new Date(trade.created_at ?? 0).toISOString(),
            account_id: String(trade.account_id),
            pair: trade.pair,
            units: textOf(trade.filled?.units),
            total: textOf(trade.filled?.total),
            price: textOf(trade.filled?.price),
            fee: textOf(trade.commission?.amount),
            profit: textOf(trade.profit?.amount),
            profit_usd: textOf(trade.profit?.usd),
          })
          expect(unmarked(cells['uuid'])).toBe(idOf(trade) ?? '')
          expect(unmarked(cells['source'])).toBe(trade.source?.type)
          expect(unmarked(cells['error'])).toBe(trade.status?.error)
        })
      }),
      { numRuns: propertyRuns(400) },
    )
  })

  it('a CSV file of 10,000 rows has them all, in their order', () => {
    const rows = Array.from({ length: 10_000 }, (_, index): Trade => ({
      ...({} as Trade),
      uuid: `${index}`,
      closed_at: index * 1_000,
      pair: 'USDT_BTC',
      filled: {
        units: decimal(`0.${String(index + 1).padStart(18, '0')}`),
        total: decimal(`-${index}.1`),
        price: null,
        value: undefined,
      },
    }))
    const read = parsed(rows)
    expect(read.map(({ uuid }) => uuid)).toEqual(rows.map(({ uuid }) => uuid))
    expect(read.map(({ units }) => units)).toEqual(rows.map((row) => textOf(row.filled?.units)))
    expect(read[7]?.['total']).toBe('-7.1')
  })

  it('a CSV file never begins a text with what a spreadsheet calculates', () => {
    fc.assert(
      fc.property(texts, (word) => {
        const [row] = parsed([{ ...({} as Trade), source: { type: word, id: word } }])
        expect(row?.['source']).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  it('a CSV file tells a negative figure from a formula', () => {
    const [row] = parsed([
      {
        ...({} as Trade),
        profit: { amount: decimal('-5.10'), currency: '-X', usd: null, percent: undefined },
      },
    ])
    expect(row).toMatchObject({ profit: '-5.1', profit_currency: "'-X", profit_usd: '' })
  })

  const paid = (amount: string) => ({ amount: decimal(amount), currency: 'USDT' })
  const gained = (amount: string, fees?: string) => ({
    ...paid(amount),
    usd: decimal(amount),
    percent: undefined,
    ...(fees !== undefined && { fees: decimal(fees) }),
  })
  const futures = { ...({} as Trade), pair: 'USDT_ETH', kind: 'order', market_type: 'futures' }

  it('books no coins for a leveraged position, but its profit, fee and funding apart', () => {
    const filled = { units: decimal('2'), total: decimal('100'), price: null, value: undefined }
    const order = (side: string) => ({ ...futures, filled, order: { side, type: 'market' } })
    const rows = parsed([
      { ...order('buy'), commission: paid('0.1'), profit: null },
      { ...order('sell'), commission: paid('0.12'), profit: gained('19.78', '0.22') },
      { ...futures, kind: 'funding', order: null, commission: paid('0'), profit: gained('-0.5') },
    ])
    for (const row of rows) {
      expect(legsOf(row)).toEqual({
        sent: { amount: '', currency: '' },
        received: { amount: '', currency: '' },
      })
      expect(row).toMatchObject({ market_type: 'futures', position_currency: 'USDT' })
    }
    expect(rows).toMatchObject([
      { position_profit_before_fees: '', position_fee: '0.1', position_interest_or_funding: '' },
      { position_profit_before_fees: '20', position_fee: '0.12' },
      { kind: 'funding', side: '', position_fee: '', position_interest_or_funding: '-0.5' },
    ])
  })

  it('a CSV file asks the account how a row was traded that does not say, and books nothing without an answer', () => {
    const filled = { units: decimal('2'), total: decimal('100'), price: null, value: undefined }
    const trade = {
      ...({} as Trade),
      account_id: 7,
      pair: 'USDT_ETH',
      order: { side: 'buy', type: 'market' },
      filled,
      commission: paid('0.1'),
    }
    const [unknown] = parsed([trade])
    expect(unknown).toMatchObject({ sent_amount: '', position_fee: '' })
    const [spot] = parsed([trade], { marketTypeOf: () => 'spot' })
    expect(spot).toMatchObject({ sent_amount: '100', position_fee: '' })
    const [margin] = parsed([trade], { marketTypeOf: () => 'margin' })
    expect(margin).toMatchObject({ sent_amount: '', position_fee: '0.1' })
  })

  it('a CSV file has entry and exit of a trade that the service lists as one row', () => {
    const [row] = parsed([
      {
        ...({} as Trade),
        kind: 'trade',
        market_type: 'spot',
        pair: 'USDT_ETH',
        order: { side: 'buy', type: 'market' },
        filled: {
          units: decimal('2'),
          total: decimal('100'),
          price: decimal('50'),
          value: undefined,
        },
        exit: { units: decimal('2'), total: decimal('110'), price: decimal('55') },
      },
    ])
    expect(row).toMatchObject({
      kind: 'trade',
      price: '50',
      total: '100',
      exit_price: '55',
      exit_units: '2',
      exit_total: '110',
      sent_amount: '',
    })
  })

  it('a CSV file tells tax programs what was sent and what was received', () => {
    const filled = { units: decimal('2'), total: decimal('100'), price: null, value: undefined }
    const trade = (side: string) => ({
      ...({} as Trade),
      pair: 'USDT_ETH',
      market_type: 'spot',
      order: { side, type: 'limit' },
      filled,
    })
    const [bought, sold] = parsed([trade('buy'), trade('sell')])
    const usdt = { amount: '100', currency: 'USDT' }
    const eth = { amount: '2', currency: 'ETH' }
    expect([legsOf(bought), legsOf(sold)]).toEqual([
      { sent: usdt, received: eth },
      { sent: eth, received: usdt },
    ])
    expect(parsed([trade('buy')], { hasTaxColumns: false })[0]).not.toHaveProperty('sent_amount')
  })

  it('a CSV file holds no amount that is hidden', () => {
    const secret = decimal('777.77')
    const trade: Trade = {
      ...({} as Trade),
      units: { value: secret },
      total: { value: secret },
      filled: { units: secret, total: secret, price: decimal('3'), value: secret },
      commission: { amount: secret, currency: 'USDT' },
      profit: { amount: secret, currency: 'USDT', usd: secret, percent: decimal('5') },
      order: { side: 'buy', type: 'limit' },
    }
    const text = tradesAsCsv([trade], { ...options, hasAmounts: false })
    expect(text).not.toContain('777')
    expect(text).toContain('profit_percent')
  })

  it('a CSV file is named with its account, pair and days', () => {
    const rows = ['2026-11-19T23:59:59Z', '2026-03-04T00:00:00Z'].map((iso): Trade => ({
      closed_at: Date.parse(iso),
    }))
    expect(csvName(rows, { account: 'Harbour / spot?', pair: 'USDT_BTC' })).toBe(
      'quarterdeck-history-harbour-spot-usdt-btc-2026-03-04-to-2026-11-19.csv',
    )
    expect(csvName([], { account: '../..', pair: undefined })).toBe(
      'quarterdeck-history-unnamed.csv',
    )
  })
})

const textOf = (value: Parameters<typeof toText>[0] | null | undefined): string =>
  value === null || value === undefined ? '' : toText(value)

const legsOf = (row: Record<string, string> | undefined) => ({
  sent: { amount: row?.['sent_amount'], currency: row?.['sent_currency'] },
  received: { amount: row?.['received_amount'], currency: row?.['received_currency'] },
})
