import fc from 'fast-check'
import papaparse from 'papaparse'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { historicalTrade } from '#contract/history.ts'
import { read } from '#contract/read.ts'
import { decimal, toText } from '#money/decimal.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { dayIn } from '#ui/civil-day.ts'

import { csvName, type CsvOptions, tradesAsCsv } from './export-csv.tsx'
import { idOf, type Trade } from './trades.ts'

afterEach(() => vi.unstubAllEnvs())

const options: CsvOptions = {
  nameOf: (id) => `Account ${id}`,
  hasAmounts: true,
}

function parsed(trades: readonly Trade[], wishes: Partial<CsvOptions> = {}) {
  const { data, errors } = papaparse.parse<Record<string, string>>(
    tradesAsCsv(trades, { ...options, ...wishes }),
    {
      header: true,
      skipEmptyLines: true,
    },
  )
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

describe('history CSV', () => {
  it('a CSV file has the readable fields of a row that lacks others', () => {
    const json = { uuid: 'u-7', pair: 'USDT_BTC', filled: { total: '12.5' } }
    const { value } = read(historicalTrade, json)
    expect(parsed([value as Trade])).toMatchObject([
      { uuid: 'u-7', pair: 'USDT_BTC', total: '12.5', profit: '' },
    ])
  })

  it('a CSV file read by another program equals what the service sent', () => {
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

  it('a CSV file of 10,000 rows has them all in order', () => {
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

  it('a CSV file never begins a text with a formula character', () => {
    fc.assert(
      fc.property(texts, (word) => {
        const [row] = parsed([{ ...({} as Trade), source: { type: word, id: word } }])
        expect(row?.['source']).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  it('a CSV file does not take a negative figure for a formula', () => {
    const [row] = parsed([
      {
        ...({} as Trade),
        profit: { amount: decimal('-5.10'), currency: '-X', usd: null, percent: undefined },
      },
    ])
    expect(row).toMatchObject({ profit: '-5.1', profit_currency: "'-X", profit_usd: '' })
  })

  it('a CSV file has entry and exit of a trade listed as one row', () => {
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
    })
  })

  it('a CSV file has no hidden amount', () => {
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

  it('a CSV file for spreadsheets has semicolons, decimal commas, and times without zone', () => {
    const trade: Trade = {
      closed_at: Date.UTC(2026, 10, 20, 15, 30, 5),
      pair: 'a;b',
      profit: { amount: decimal('-1.234'), currency: 'USDT', usd: null, percent: decimal('0') },
    }
    const [, row] = tradesAsCsv([trade], { ...options, localZone: 'UTC' }).split('\r\n')
    expect(row).toMatch(/^2026-11-20 15:30:05;;;;;"a;b";.*;-1,234;USDT;/)
  })

  it('a CSV file is named by account, pair and days', () => {
    const rows = ['2026-11-19T23:59:59Z', '2026-03-04T00:00:00Z'].map((iso): Trade => ({
      closed_at: Date.parse(iso),
    }))
    const dayOf = dayIn('UTC')
    expect(csvName(rows, { account: 'Harbour / spot?', pair: 'USDT_BTC', dayOf })).toBe(
      'quarterdeck-history-harbour-spot-usdt-btc-2026-03-04-to-2026-11-19.csv',
    )
    expect(csvName([], { account: '../..', pair: undefined, dayOf })).toBe(
      'quarterdeck-history-unnamed.csv',
    )
  })

  it('the days in the name of a CSV file are those of the trader’s clock', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const trade: Trade = { closed_at: Date.parse('2026-11-20T03:00:00Z') }
    const options = { account: 'all accounts', pair: undefined, dayOf: dayIn('local') }
    expect(csvName([trade], options)).toBe(
      'quarterdeck-history-all-accounts-2026-11-19-to-2026-11-19.csv',
    )
  })
})

const textOf = (value: Parameters<typeof toText>[0] | null | undefined): string =>
  value === null || value === undefined ? '' : toText(value)
