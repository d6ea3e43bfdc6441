import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  type BalanceRow,
  getBalanceHistory,
  getBalanceTable,
  listExchanges,
  type ListedExchange,
} from '#contract/exchanges.ts'
import { getPair, listPairs } from '#contract/market.ts'
import { rawOf } from '#contract/read.ts'
import {
  amounts,
  arriving,
  at,
  entitiesOf,
  type Fields,
  ids,
  isSameAmount,
  type Json,
  lost,
} from '#testing/documented-answers.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { scriptedCall, theFacts } from '#testing/scripted-call.ts'

import { idOf } from './values.ts'

const RUNS = { numRuns: propertyRuns(5_000) }
const LARGE = { timeout: 600_000 }

const ACCOUNT: Fields = {
  market_code: 'text',
  name: 'text',
  created_at: 'time?',
  smart_trading_supported: 'flag',
}
const ACCOUNT_NAMES = { market_code: 'exchange', name: 'label' }

const accounts = fc
  .record({
    account: entitiesOf(ACCOUNT),
    id: ids,
    trading_supported: fc.boolean(),
    is_locked: fc.boolean(),
    api_key_invalid: fc.boolean(),
    lock_reason: fc.option(fc.string({ minLength: 1 })),
    api_keys_state: fc.constantFrom('ok', 'of_a_later_year', null, undefined),
    supported_market_types: fc.constantFrom(['spot'], ['futures'], ['spot', 'futures']),
  })
  .map(({ account, ...more }): Json => ({ ...account, ...more }))

const distinct = <T extends Json>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { maxLength: 4, selector: ({ id }) => String(id) })

it('the account list shows everything that 3Commas reports', LARGE, async () => {
  await fc.assert(
    fc.asyncProperty(distinct(accounts), async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(listExchanges, {}, () => answer)
      const shown = value as ListedExchange[]
      expect(shown).toHaveLength(wire.length)
      for (const [index, one] of wire.entries()) {
        const account = shown[index]
        expect(lost(account, one, ACCOUNT, ACCOUNT_NAMES)).toEqual([])
        expect(idOf('a', account?.id ?? '')).toBe(String(one['id']))
        expect(String(account?.account_id)).toBe(String(one['id']))
        expect(account?.account_name).toBe(one['name'])
        expect(account?.market_type).toBe((one['supported_market_types'] as string[])[0])
        const isFit = one['is_locked'] === false && one['api_key_invalid'] === false
        expect(account?.is_active).toBe(isFit)
        expect(account?.can_trade).toBe(isFit && one['trading_supported'])
        expect(account?.can_withdraw).toBeUndefined()
        const { api_keys_state: state, lock_reason: lock } = one
        expect(account?.last_error ?? null).toBe(lock ?? (state === 'ok' ? null : (state ?? null)))
      }
    }),
    RUNS,
  )
})

const BALANCE: Fields = {
  currency_code: 'text',
  currency_name: 'text?',
  currency_slug: 'text?',
  currency_icon: 'text?',
  percentage: 'amount',
  position: 'amount',
  position_available: 'amount',
  borrowed: 'amount',
  on_orders: 'amount',
  on_orders_with_leverage: 'amount',
  on_orders_long: 'amount',
  on_orders_short: 'amount',
  equity: 'amount',
  current_price: 'amount',
  current_price_usd: 'amount',
  day_change_percent: 'amount',
  day_change_percent_btc: 'amount',
  day_change_percent_usd: 'amount',
  btc_value: 'amount',
  usd_value: 'amount',
  available_long: 'amount',
  available_short: 'amount',
  available_with_leverage_long: 'amount',
  available_with_leverage_short: 'amount',
  is_wallet: 'flag?',
}

it('balances are shown row by row, the same coin separately per account', LARGE, async () => {
  const row = fc
    .record({
      row: entitiesOf(BALANCE),
      // Few coins and accounts, so that they repeat; some rows name no account.
      coin: fc.constantFrom('USDT', 'BTC', '1INCH'),
      account_id: fc.oneof(
        fc.constantFrom(1, '2', 32402783),
        ids,
        fc.constantFrom(null, undefined, 'all'),
      ),
      position_type: fc.constantFrom<unknown>(0, 'long', 'short', null),
    })
    .map(({ row, coin, ...more }): Json => ({ ...row, currency_code: coin, ...more }))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(
        getBalanceTable,
        { params: { id: 'summary' } },
        () => answer,
      )
      const shown = value as BalanceRow[]
      expect(shown).toHaveLength(wire.length)
      for (const [index, one] of wire.entries()) {
        const balance = shown[index]
        expect(lost(balance, one, BALANCE)).toEqual([])
        const account = balance?.account_id && idOf('a', balance.account_id)
        expect(account).toBe(
          /^\d+$/.test(String(one['account_id'])) ? String(one['account_id']) : undefined,
        )
        expect(at(rawOf(balance ?? {}), 'position_type')).toBe(one['position_type'])
      }
    }),
    RUNS,
  )
})

it(
  'the balance chart has each time once, in order, with the last reported value',
  LARGE,
  async () => {
    const figure = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((one) => one + 0)
    const point = fc.record({
      date: fc.integer({ min: 1_700_000_000, max: 1_700_000_009 }),
      usd: figure,
      btc: figure,
      usd_deposit_amount: fc.constantFrom(0, 5, '0.0', '12.5'),
      btc_deposit_amount: fc.constantFrom(0, 1, undefined),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(point), async (wire) => {
        const request = { params: { id: 'summary' as const }, query: { date_from: 0 } }
        const { value } = await scriptedCall(getBalanceHistory, request, () => ({
          json: arriving(wire),
        }))
        const shown = value as {
          date: number
          usd?: number
          btc?: number
          usd_deposit_amount?: number
        }[]
        const last = new Map(wire.map((one) => [one.date, one]))
        expect(shown.map(({ date }) => date / 1_000)).toEqual(
          [...last.keys()].toSorted((a, b) => a - b),
        )
        const hasFlows = [...last.values()].some(
          (one) => Number(one.usd_deposit_amount) + (one.btc_deposit_amount ?? 0) > 0,
        )
        for (const one of shown) {
          const was = last.get(one.date / 1_000)
          expect([one.usd, one.btc]).toEqual([was?.usd, was?.btc])
          // All zeros may mean unknown.
          expect(one.usd_deposit_amount).toBe(
            hasFlows ? Number(was?.usd_deposit_amount) : undefined,
          )
        }
      }),
      RUNS,
    )
  },
)

it('pairs of all markets of the accounts are listed under their market', LARGE, async () => {
  const pairs = fc.uniqueArray(
    fc.constantFrom('USDT_BTC', 'BNFCR_VETUSDT', 'USDT_DOGE_USDT', 'USDT_币安人生'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('binance', 'okx', 'bybit'), pairs, { minKeys: 1 }),
      async (wire) => {
        const listed = Object.keys(wire).map((market_code, index) => ({
          id: index + 1,
          market_code,
        }))
        const answerTo = ({ line }: { line: string }) => ({
          json: wire[line.replace(/^.*market_code=/, '')] ?? [],
        })
        const { value } = await scriptedCall(
          listPairs,
          {},
          answerTo,
          theFacts({ accounts: listed }),
        )
        const shown = (value as { exchange: string; pair: string }[]).map(
          ({ exchange, pair }) => `${exchange} ${pair}`,
        )
        expect(shown).toEqual(
          Object.entries(wire).flatMap(([market, names]) =>
            names.map((name) => `${market} ${name}`),
          ),
        )
      },
    ),
    RUNS,
  )
})

it('price, steps and minimum total of a pair are shown as reported', LARGE, async () => {
  const names = {
    last: 'last',
    bid: 'bid',
    ask: 'ask',
    priceStep: 'tick',
    lotStep: 'lot',
    minTotal: 'min_total',
  }
  const rates = fc.record(
    Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        fc.oneof(amounts, fc.constantFrom(null, undefined, '')),
      ]),
    ),
  )
  await fc.assert(
    fc.asyncProperty(rates, async (wire: Json) => {
      const query = { exchange: 'binance', pair: 'USDT_BTC' }
      const { value } = await scriptedCall(getPair, { query }, () => ({ json: arriving(wire) }))
      expect(value).toMatchObject(query)
      for (const [name, ours] of Object.entries(names)) {
        // A price or step of zero or less counts as unknown.
        const [was, is] = [wire[name], at(value, ours)]
        const isNone = ours !== 'min_total' && is === undefined && isNotPositive(was)
        expect(isNone || isSameAmount(is, was), `${name}: ${JSON.stringify(was)}`).toBe(true)
      }
    }),
    RUNS,
  )
})

const isNotPositive = (wire: unknown): boolean =>
  isSameAmount('0', wire) || String(at(wire, 'digits') ?? wire).startsWith('-')
