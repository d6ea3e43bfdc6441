import {
  createMemoryHistory,
  createRouter,
  Link,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement, isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { dcaBot } from '#contract/dca-bots.ts'
import { balanceRow } from '#contract/exchanges.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { historicalTrade } from '#contract/history.ts'
import type { ReadOf } from '#contract/read.ts'
import { smartTrade } from '#contract/smart-trades.ts'
import { figuresOf } from '#features/dca-bots/overview/bots-figures.ts'
import { type BotContext, dcaBotsList } from '#features/dca-bots/overview/dca-bot-list.tsx'
import { gridBotsList, type ListContext } from '#features/grid-bots/overview/grid-bot-list.tsx'
import { contextOf } from '#features/history/columns.tsx'
import { tradeList } from '#features/history/history-table.tsx'
import { BALANCES, balanceContext } from '#features/portfolio/balances/balance-columns.tsx'
import { profitTotal, profitUnit } from '#features/smart-trades/list/profit-total.tsx'
import { smartTradeList } from '#features/smart-trades/list/smart-trade-list.tsx'
import type { TradeContext } from '#features/smart-trades/list/trade-columns.tsx'
import { sumsOf } from '#lists/sums.ts'
import { assetsOf } from '#market/assets.ts'
import { ONE } from '#money/decimal.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { entity, isReadable } from '#testing/entity.ts'
import { oneUnread } from '#testing/one-unread.ts'
import type { DataList } from '#ui/data-list.tsx'
import {
  DisplayPreferencesContext,
  NowContext,
  useDisplayPreferences,
} from '#ui/display-preferences.tsx'
import type { Display } from '#ui/drawn.ts'
import { UnknownReason } from '#ui/amount.tsx'

import { routeTree } from './route-tree.gen.ts'

const NOW = Date.UTC(2026, 10, 23, 2, 17, 31)

const router = createRouter({
  routeTree,
  context: {
    sessionStore: aBrowser().openTab(),
    openConnectionContext: () => Promise.resolve(undefined),
    takePairingCode: () => undefined,
  },
  history: createMemoryHistory({ initialEntries: ['/smart-trades'] }),
})
await router.load()

type Component = (props: object) => ReactNode
type Drawn = { draw: (props: object, display: Display) => ReactNode }

/**
 * The text of what a cell returns, written without React: components are called outside of it, where
 * a hook throws, and those of `drawn()` are given the display. `wrappers` show their children: what
 * React adds around them, such as where a link leads, is no text.
 */
function textWithoutHooks(
  node: ReactNode,
  display: Display,
  wrappers: ReadonlySet<unknown>,
): string {
  const textOf = (inner: ReactNode) => textWithoutHooks(inner, display, wrappers)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (!isValidElement<{ children?: ReactNode; value?: string }>(node)) return ''
  const { type, props }: { type: unknown; props: typeof node.props } = node
  if (type === UnknownReason) {
    return textWithoutHooks(props.children, { ...display, unknownReason: props.value }, wrappers)
  }
  if (isDrawn(type)) return textOf(type.draw(props, display))
  if (typeof type !== 'function' || wrappers.has(type)) return textOf(props.children)
  try {
    return textOf((type as Component)(props))
  } catch (error) {
    throw new Error(`${type.name} cannot be drawn without React.`, { cause: error })
  }
}

const isDrawn = (type: unknown): type is Drawn =>
  (typeof type === 'object' || typeof type === 'function') && type !== null && 'draw' in type

const InRouter = ({ children }: { children?: ReactNode }) =>
  RouterContextProvider({ router, children })

/** The text as React writes it. */
function textByReact(node: ReactNode, { now, ...preferences }: Display): string {
  const html = renderToStaticMarkup(
    createElement(
      DisplayPreferencesContext,
      { value: preferences },
      createElement(NowContext, { value: now }, createElement(InRouter, null, node)),
    ),
  )
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (entity_, name: string) => names[name] ?? entity_)
}

const displays = [true, false].map((areAmountsHidden): Display => {
  const timeZone = areAmountsHidden ? 'UTC' : 'local'
  return { areAmountsHidden, timeZone, firstDay: 1, now: NOW, unknownReason: undefined }
})

/** Each cell and card as it is written without React, and by React. */
function textsOf<Row, Context>(list: DataList<Row, Context>, rows: readonly Row[], of: Context) {
  const texts: [without: string[], by: string[]] = [[], []]
  for (const display of displays) {
    for (const row of rows) {
      const cells = list.columns.map(({ id, cell }) => [id, cell(row, of)] as const)
      for (const [id, node] of [...cells, ['card', list.card?.(row, of, null)] as const]) {
        texts[0].push(`${id}: ${textWithoutHooks(node, display, new Set([Link]))}`)
        texts[1].push(`${id}: ${textByReact(node, display)}`)
      }
    }
  }
  return texts
}

/** A row as it is read, and again without each of the members that it can be read without. */
const rowsOf = <S extends z.ZodMiniType>(schema: S, written: unknown): ReadOf<S>[] =>
  [{ json: written }, ...oneUnread(written)].flatMap(({ json }) =>
    isReadable(schema, json) ? [entity(schema, json)] : [],
  )

it('SmartTrades: cells and cards draw the same outside a React component', () => {
  const closed = { status: { type: 'finished' }, data: { closed_at: '2026-11-20T00:00:00Z' } }
  const waiting = { is_position_not_filled: true, data: { entered_amount: '0' }, note: null }
  const known = [{}, closed, waiting, { status: { type: 'failed', error: 'No money' } }]
  const rows = [
    ...known.map(aSmartTrade),
    ...rowsOf(smartTrade, z.encode(smartTrade, aSmartTrade() as never)),
  ]
  const profit = profitUnit(rows)
  const context: TradeContext = {
    status: 'all',
    profit,
    total: profitTotal(rows, profit),
    places: { entry: 2, now: 2, units: 4 },
    address: '/smart-trades',
    TagLink: ({ tag }) => tag,
  }
  for (const status of ['all', 'failed'] as const) {
    const [without, by] = textsOf(smartTradeList, rows, { ...context, status })
    expect(without).toEqual(by)
  }
})

it('DCA bots: cells and cards draw the same outside a React component', () => {
  const deal = {
    pair: 'BTC/USDT',
    safety_orders_filled: 2,
    spent: '300',
    bought: '3',
    average_price: '100',
    current_price: '98',
    take_profit_price: '105',
    next_order_price: '97',
    profit: { amount: '-4.5', percent: '-1.5', currency: 'USDT' },
  }
  const rows = rowsOf(dcaBot, {
    name: 'Dips & <dales>',
    pairs: ['BTC/USDT', 'ETH/USDT'],
    quote_currency: 'USDT',
    status: 'running',
    start_condition: 'rsi',
    active_trades: 1,
    total_trades: 12,
    max_safety_orders: 5,
    safety_order_size: '30',
    take_profit_pct: '1.5',
    stop_loss_enabled: true,
    stop_loss_pct: '7',
    total_profit: '12.25',
    total_profit_currency: 'USDT',
    in_words: { take_profit_pct: 'two targets' },
    deals: [deal],
  })
  const context: BotContext = {
    week: new Map(rows.map(({ id }) => [id, [1, 2, 3]])),
    figures: figuresOf(rows),
    stop: { reason: 'Read only', onStop: () => undefined },
  }
  for (const one of [context, { ...context, week: undefined, stop: undefined }]) {
    const [without, by] = textsOf(dcaBotsList, rows, one)
    expect(without).toEqual(by)
  }
})

it('grid bots: cells draw the same outside a React component', () => {
  const rows = rowsOf(gridBot, {
    name: 'Night & shift',
    pair: 'USDT_BTC',
    is_enabled: true,
    account_name: 'Harbour',
    lower_price: '90',
    upper_price: '110',
    current_price: '112',
    grids_quantity: 10,
    current_profit_loss: '12.5',
    current_profit_loss_percent: '1.25',
    unrealized_profit_loss: '-2',
    total_profits_count: 7,
    running_seconds: 90_000,
  })
  const sums = sumsOf(rows, ({ name }) => ({ name, amount: ONE, currency: 'USDT' }))
  const context: ListContext = {
    stops: new Map(),
    prices: new Map(rows.map(({ id }) => [id, [100, 105, 112]])),
    stopReason: 'Read only',
    onStop: () => undefined,
    unit: undefined,
    totals: { total: sums, realised: sums, open: sums },
    trips: 7,
    fills: new Map(rows.map(({ id }) => [String(id), [{ x: 0.5, value: 105, isBuy: true }]])),
    shareOf: (amount) => amount,
    isTall: true,
  }
  for (const one of [context, { ...context, prices: undefined, stopReason: undefined }]) {
    const [without, by] = textsOf(gridBotsList, rows, one)
    expect(without).toEqual(by)
  }
})

it('history: cells and cards draw the same outside a React component', () => {
  const rows = rowsOf(historicalTrade, {
    uuid: 'a',
    account_id: 7,
    pair: 'USDT_BTC',
    closed_at: '2026-11-20T00:00:00Z',
    source: { type: 'grid_bot', id: '12', name: 'Night & shift' },
    order: { type: 'limit', side: 'sell', role: 'line' },
    units: { value: '1' },
    price: { value: '60000' },
    filled: { units: '1', total: '60000', price: '60000', value: '1' },
    commission: { amount: '0.5', currency: 'USDT' },
    profit: { amount: '3', currency: 'USDT', usd: '3', percent: '1' },
    status: { value: 'finished', error: 'Late' },
  })
  const context = contextOf(rows, {
    dayField: 'closed_at',
    nameOf: (id) => `Account ${id}`,
    isOneAccount: false,
    isGross: false,
    addressOf: (uuid) => `/history?trade=${uuid}`,
  })
  const [without, by] = textsOf(tradeList, rows, context)
  expect(without).toEqual(by)
})

it('balances: cells and cards draw the same outside a React component', () => {
  const rows = rowsOf(balanceRow, {
    currency_code: 'BTC',
    currency_name: 'Bitcoin',
    position: '2',
    position_available: '1',
    on_orders: '1',
    borrowed: '0.5',
    current_price_usd: '60000',
    usd_value: '90000',
  })
  const assets = rows.flatMap((row) => assetsOf([row], 'usd'))
  const context = balanceContext(assets, {
    unit: 'usd',
    shareOf: () => ONE,
    pricesOf: () => [1, 2, 3],
    total: ONE,
    isWhole: true,
  })
  const [without, by] = textsOf(BALANCES, assets, context)
  expect(without).toEqual(by)
})

it('a cell that uses a hook is reported by name', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Hooked = () => createElement('b', null, String(Boolean(useDisplayPreferences())))
  expect(() => textWithoutHooks(createElement(Hooked), displays[0] as Display, new Set())).toThrow(
    'Hooked cannot be drawn without React.',
  )
  silenced.mockRestore()
})
