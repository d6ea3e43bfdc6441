import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { dcaBot } from '#contract/dca-bots.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { type HistoricalTrade, historicalTrade } from '#contract/history.ts'
import { writeJson } from '#contract/json.ts'
import { isUnreadable, read, type ReadOf } from '#contract/read.ts'
import { smartTrade } from '#contract/smart-trades.ts'
import { balancePoint, balanceRow } from '#contract/exchanges.ts'
import { marketPair } from '#contract/market.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { dcaFigures } from '#features/dca-bots/bot/dca-bot-detail.tsx'
import { dealFacts } from '#features/dca-bots/bot/open-deal.tsx'
import { stoppedRows as stoppedDca } from '#features/dca-bots/bot/stop-bot.tsx'
import { fundsInOrders } from '#features/grid-bots/bot/funds-needed.tsx'
import { comparedFacts, gridFigures } from '#features/grid-bots/bot/grid-bot-detail.tsx'
import { mainSettings } from '#features/grid-bots/bot/settings.tsx'
import { startedFacts } from '#features/grid-bots/bot/start-bot.tsx'
import { executionOf } from '#features/history/trade-drawer.tsx'
import { resultRows } from '#features/grid-bots/result-rows.tsx'
import { freedFacts, stoppedRows, stopRows } from '#features/grid-bots/stop/stop-bot.tsx'
import { SaleFacts } from '#features/panic/panic-review.tsx'
import { readSeries, returnOfOther } from '#features/portfolio/chart/series.ts'
import { performanceOf, todayOf } from '#features/portfolio/figures/performance.ts'
import { portfolioFacts, rangeFacts } from '#features/portfolio/figures/portfolio-facts.tsx'
import { closeRows, endedRows } from '#features/smart-trades/closing/close-trade-sheet.tsx'
import { unchangedFacts } from '#features/smart-trades/edit/edit-page.tsx'
import { fundsRows } from '#features/smart-trades/funds/funds-figures.tsx'
import { previewFunds } from '#features/smart-trades/funds/funds.ts'
import { entryFacts, ReviewExits } from '#features/smart-trades/review/review-facts.tsx'
import { emptyDraft } from '#features/smart-trades/ticket/fields.ts'
import { costFacts } from '#features/smart-trades/ticket/ticket-receipt.tsx'
import { type Market, marketViewOf } from '#features/smart-trades/ticket/use-market.ts'
import { tradeFacts } from '#features/smart-trades/trade/trade-overview.tsx'
import type { EffectRow } from '#forms/effect.tsx'
import { worthOf } from '#market/assets.ts'
import { saleOf } from '#market/sale.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft } from '#testing/a-draft.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'
import { NowContext } from '#ui/display-preferences.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import type { KeyFacts } from '#ui/key-figures.tsx'
import { UnknownValue } from '#ui/amount.tsx'

const NOW = Date.UTC(2026, 10, 27)
const SEED = 20_261_127

/** Value and detail of each key figure. */
const flat = (facts: KeyFacts): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([term, fact]) =>
      fact === undefined || fact === false
        ? []
        : [
            [term, fact.value],
            [`${term}, below`, fact.detail],
          ],
    ),
  )

const numbered = (lists: Facts[]): Facts =>
  Object.fromEntries(
    lists.flatMap((facts, index) =>
      Object.entries(facts).map(([term, value]) => [`${index} ${term}`, value]),
    ),
  )

const rowsOf = (rows: readonly EffectRow[]): Facts =>
  Object.fromEntries(
    rows.flatMap(([name, before, after]) => [
      [name, before ?? createElement(UnknownValue)],
      [`${name}, after`, after === null ? createElement(UnknownValue) : after],
    ]),
  )

type Bot = ReadOf<typeof gridBot>
type Dca = ReadOf<typeof dcaBot>

type Trade = ReadOf<typeof smartTrade>

/** With few safety orders: sizes of hundreds have thousands of digits. */
const dcaBots = arbitraryOf(dcaBot).map((bot) => {
  const { max_safety_orders: count, ...rest } = bot as z.infer<typeof dcaBot>
  return { ...rest, max_safety_orders: count % 5 }
})

function fundsOf(trade: Trade): Facts {
  const view = { price: decimal('7'), lot: decimal('0.01'), feeRate: FEE_RATE }
  const draft = { units: { value: decimal('3') }, order_type: 'market' } as const
  return numbered(
    (['add', 'reduce'] as const).map((change) => {
      const { before, after } = previewFunds(change, draft, trade, view)
      return rowsOf(fundsRows(trade, before, after))
    }),
  )
}

/** A market order with targets and a stop. */
const ORDER = aDraft({ 'position.order_type': 'market', 'position.price': undefined })

const MARKET = z.decode(marketPair, {
  pair: 'USDT_BTC',
  exchange: 'harbour',
  last: '60000',
  bid: '59999',
  ask: '60001',
  tick: '0.01',
  lot: '0.00001',
  min_total: '10',
  max_leverage: 20,
  day_change_percent: '1',
  quote_volume: '9',
  depth: '0.5',
  impact: '0.001',
  daily_interest: '0.0004',
  daily_funding: '0.0001',
})

function orderOf(row: ReadOf<typeof marketPair>): Facts {
  const view = marketViewOf({ row, traded: undefined, free: {}, marketType: 'spot' }, FEE_RATE)
  const body = judgeSmartTrade(ORDER, {}).draft as SmartTradeDraft
  const preview = previewSmartTrade(body, view)
  const market = { view } as Market
  const values = emptyDraft()
  return {
    ...entryFacts({ body, preview, market }),
    ...costFacts({ base: 'BTC', quote: 'USDT', values, preview, market }).facts,
    Exits: createElement(ReviewExits, { body, preview }),
  }
}

const balances = z.object({ rows: z.array(balanceRow) })

const saleOfRows = ({ rows }: ReadOf<typeof balances>): Facts => ({
  Sale: createElement(SaleFacts, { sale: saleOf(rows), problem: undefined }),
})

const portfolio = z.extend(balances, { points: z.array(balancePoint) })

function portfolioOf({ rows, points }: ReadOf<typeof portfolio>): Facts {
  const [unit, range, zone] = ['usd', 'all', 'UTC'] as const
  const series = readSeries(balanceColumns(points))
  const performance = performanceOf(series.usd, range, zone)
  const known = series.hasFlows.usd ? performance : undefined
  const state = { isLoading: false, isValueLoading: false, isValueStale: false }
  const shown = { unit, range, zone, series, performance, known, worth: worthOf(rows), ...state }
  const today = todayOf(series, unit, { midnight: NOW, timeZone: zone })
  const otherReturn = returnOfOther(series, unit)
  const figures = { ...shown, today, isSplit: false, otherReturn, reported: undefined }
  const ofRange = known ? Object.values(rangeFacts(known, { unit, range, zone })) : []
  return {
    ...flat(portfolioFacts(figures)),
    ...Object.fromEntries(ofRange.map(({ term, value }) => [`range ${term}`, value])),
  }
}

type Page = [
  name: string,
  schema: z.ZodMiniType,
  factsOf: (entity: never) => Facts,
  entities?: fc.Arbitrary<unknown>,
]

const PAGES: Page[] = [
  ['figures of a grid bot', gridBot, (bot: Bot) => flat(gridFigures(bot))],
  ['compared result of a grid bot', gridBot, (bot: Bot) => comparedFacts(bot, NOW)],
  [
    'funds in orders of a grid bot',
    gridBot,
    (bot: Bot) => numbered([fundsInOrders(bot), freedFacts(bot) ?? {}]),
  ],
  ['settings of a grid bot', gridBot, (bot: Bot) => mainSettings(bot)],
  ['result of a grid bot', gridBot, (bot: Bot) => Object.fromEntries(resultRows(bot))],
  ['a grid bot that was started', gridBot, (bot: Bot) => startedFacts(bot)],
  ['execution of an order', historicalTrade, (trade: HistoricalTrade) => executionOf(trade)],
  ['figures of a DCA bot', dcaBot, (bot: Dca) => flat(dcaFigures(bot, undefined)), dcaBots],
  [
    'deals of a DCA bot',
    dcaBot,
    (bot: Dca) => numbered((bot.deals ?? []).map((deal) => dealFacts(deal, bot))),
    dcaBots,
  ],
  ['receipt of a DCA bot', dcaBot, (bot: Dca) => rowsOf(stoppedDca(bot, bot)), dcaBots],
  ['stop of a grid bot', gridBot, (bot: Bot) => rowsOf(stopRows(bot))],
  ['receipt of a stopped grid bot', gridBot, (bot: Bot) => rowsOf(stoppedRows(bot, bot))],
  ['figures of a SmartTrade', smartTrade, (trade: Trade) => tradeFacts(trade)],
  ['closing of a SmartTrade', smartTrade, (trade: Trade) => rowsOf(closeRows('close', trade))],
  ['receipt of a closed SmartTrade', smartTrade, (trade: Trade) => rowsOf(endedRows(trade, trade))],
  ['edit of a SmartTrade', smartTrade, (trade: Trade) => unchangedFacts(trade)],
  ['funds of a SmartTrade', smartTrade, fundsOf],
  ['ticket and review of an order', marketPair, orderOf, fc.constant(MARKET)],
  ['sale in a panic', balances, saleOfRows],
  ['portfolio', portfolio, portfolioOf],
]

const drawn = (value: ReactNode): string =>
  renderToStaticMarkup(
    createElement(NowContext, { value: NOW }, createElement(FactList, { of: { '': value } })),
  )

const DASH_WITH_REASON =
  /<button type="button" class="cursor-help[^"]*"><span aria-hidden="true">—<\/span>/g
const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, ' ')
const zerosIn = (text: string): number =>
  text.match(/(?<![\d.,])0(?:\.0+)?(?![\d.,])/g)?.length ?? 0

/** Returns true if a fact shows the amount 7.25 itself, not a result of it. */
const isShown = (markup = ''): boolean => /(?<![\d.,])7\.25(?![\d,])/.test(textOf(markup))

type Json = { [name: string]: unknown } | unknown[]

/** Paths of all amounts: numbers and decimal texts. */
function amountsIn(json: unknown, path: string[] = []): string[][] {
  if (typeof json === 'object' && json !== null) {
    return Object.entries(json).flatMap(([name, value]) => amountsIn(value, [...path, name]))
  }
  return /^-?\d+(\.\d+)?$/.test(String(json)) ? [path] : []
}

function withValue(json: Json, [name = '', ...rest]: string[], value: unknown): Json {
  const inner = (json as Record<string, unknown>)[name]
  const next = rest.length === 0 ? value : withValue(inner as Json, rest, value)
  if (Array.isArray(json)) return json.map((row, index) => (String(index) === name ? next : row))
  return { ...json, [name]: next }
}

const dashesIn = (markup = ''): number => markup.match(/—/g)?.length ?? 0

/** Fault of a rendered fact, if any. `before`: its markup with a known amount. */
function faultOf(markup: string, before: string | undefined): string | undefined {
  const text = textOf(markup)
  if (/undefined|\bnull\b|NaN|Infinity|\[object/.test(text)) return `no figure: ${text}`
  if ((markup.match(DASH_WITH_REASON)?.length ?? 0) < dashesIn(markup)) return `no reason: ${text}`
  const isNew = before !== undefined && before !== markup
  return isNew && zerosIn(text) > zerosIn(textOf(before)) ? `a zero: ${text}` : undefined
}

it.each(PAGES)(
  '%s shows every amount as its value or as a dash with a reason',
  (_, schema, factsOf, entities = arbitraryOf(schema)) => {
    let seen = 0
    const drawnAt = (json: Json): Record<string, string> | undefined => {
      const { value } = read(schema, json)
      if (isUnreadable(value)) return undefined
      const facts = Object.entries(factsOf(value as never))
      return Object.fromEntries(facts.map(([term, fact]) => [term, drawn(fact)]))
    }
    fc.assert(
      fc.property(entities, fc.nat(), (entity, place) => {
        const json = JSON.parse(writeJson(z.encode(schema, entity))) as Json
        const paths = amountsIn(json)
        const path = paths[place % Math.max(1, paths.length)]
        if (!path) return
        const known = drawnAt(withValue(json, path, '7.25'))
        for (const value of [undefined, null, 0, '0', '0.00']) {
          const shown = drawnAt(withValue(json, path, value))
          for (const [term, markup] of Object.entries(shown ?? {})) {
            const before = value == null ? known?.[term] : undefined
            if (before !== undefined && before !== markup) seen += 1
            const isDash =
              value != null && isShown(known?.[term]) && dashesIn(markup) > dashesIn(known?.[term])
            const fault = isDash ? 'a dash for zero' : faultOf(markup, before)
            expect(fault && `${term} with ${path.join('.')} = ${String(value)}: ${fault}`).toBe(
              undefined,
            )
          }
        }
      }),
      { seed: SEED, numRuns: propertyRuns() },
    )
    expect(seen).toBeGreaterThan(0)
  },
)
