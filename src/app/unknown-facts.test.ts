import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { dcaBot } from '#contract/dca-bots.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { writeJson } from '#contract/json.ts'
import { isUnreadable, read, type ReadOf } from '#contract/read.ts'
import { smartTrade } from '#contract/smart-trades.ts'
import { dcaFigures } from '#features/dca-bots/bot/dca-bot-detail.tsx'
import { dealFacts } from '#features/dca-bots/bot/open-deal.tsx'
import { comparedFacts } from '#features/grid-bots/bot/compared-result.tsx'
import { fundsInOrders } from '#features/grid-bots/bot/funds-needed.tsx'
import { gridFigures } from '#features/grid-bots/bot/grid-bot-detail.tsx'
import { mainSettings } from '#features/grid-bots/bot/settings.tsx'
import { resultFacts } from '#features/grid-bots/result-rows.tsx'
import { tradeFacts } from '#features/smart-trades/trade/trade-overview.tsx'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { NowContext } from '#ui/display-preferences.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import type { KeyFacts } from '#ui/key-figures.tsx'

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

type Bot = ReadOf<typeof gridBot>
type Dca = ReadOf<typeof dcaBot>

const PAGES: [name: string, schema: z.ZodMiniType, factsOf: (entity: never) => Facts][] = [
  ['figures of a grid bot', gridBot, (bot: Bot) => flat(gridFigures(bot))],
  ['compared result of a grid bot', gridBot, (bot: Bot) => comparedFacts(bot, NOW)],
  ['funds in orders of a grid bot', gridBot, (bot: Bot) => fundsInOrders(bot)],
  ['settings of a grid bot', gridBot, (bot: Bot) => mainSettings(bot)],
  ['result of a grid bot', gridBot, (bot: Bot) => resultFacts(bot)],
  ['figures of a DCA bot', dcaBot, (bot: Dca) => flat(dcaFigures(bot, undefined))],
  [
    'deals of a DCA bot',
    dcaBot,
    (bot: Dca) => numbered((bot.deals ?? []).map((deal) => dealFacts(deal, bot))),
  ],
  ['figures of a SmartTrade', smartTrade, (trade: ReadOf<typeof smartTrade>) => tradeFacts(trade)],
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

/** The fault of a drawn fact, if any; `before`: its markup while the amount was known. */
function faultOf(markup: string, before: string | undefined): string | undefined {
  const text = textOf(markup)
  const dashes = markup.match(/—/g)?.length ?? 0
  if (/undefined|\bnull\b|NaN|Infinity|\[object/.test(text)) return `no figure: ${text}`
  if ((markup.match(DASH_WITH_REASON)?.length ?? 0) < dashes) return `no reason: ${text}`
  const isNew = before !== undefined && before !== markup
  return isNew && zerosIn(text) > zerosIn(textOf(before)) ? `a zero: ${text}` : undefined
}

it.each(PAGES)('%s: an amount is its value or a dash with a reason', (_, schema, factsOf) => {
  let seen = 0
  const drawnAt = (json: Json): Record<string, string> | undefined => {
    const { value } = read(schema, json)
    if (isUnreadable(value)) return undefined
    const facts = Object.entries(factsOf(value as never))
    return Object.fromEntries(facts.map(([term, fact]) => [term, drawn(fact)]))
  }
  fc.assert(
    fc.property(arbitraryOf(schema), fc.nat(), (entity, place) => {
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
          const fault = faultOf(markup, before)
          expect(fault && `${term} with ${path.join('.')} = ${String(value)}: ${fault}`).toBe(
            undefined,
          )
        }
      }
    }),
    { seed: SEED, numRuns: propertyRuns() },
  )
  expect(seen).toBeGreaterThan(0)
})
