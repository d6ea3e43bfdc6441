import * as z from 'zod/mini'

import { compare, decimal, HUNDRED, isPositive, multiply, ZERO } from '#money/decimal.ts'

import {
  at,
  type DraftRule,
  entryPriceOf,
  exactPriceOf,
  type GivenPrice,
  judgedPriceOf,
  type MarketView,
  type PartialDraft,
  sentenceOf,
  stepsOf,
  stopOf,
  written,
} from './draft-rule.ts'
import { entryRules } from './entry-rules.ts'
import { exchangeRules } from './exchange-rules.ts'
import { withoutNulls } from './json.ts'
import { readParts } from './read.ts'
import { type Attributes, attributesOf, say } from './sentences.ts'
import { smartTradeDraft, type SmartTradeDraft } from './smart-trade-draft.ts'
import { stopLossRules } from './stop-loss-rules.ts'
import { takeProfitRules } from './take-profit-rules.ts'

type Priced = { path: string } & GivenPrice

const targetsOf = (draft: PartialDraft): Priced[] =>
  stepsOf(draft).map(({ step, path }) => ({ ...step.price, path: `${path}.price` }))

const stopsOf = (draft: PartialDraft): Priced[] => [
  { ...stopOf(draft)?.price, path: 'stop_loss.price' },
  { ...stopOf(draft)?.conditional?.price, path: 'stop_loss.conditional.price' },
]

const HALF = decimal('0.5')

type Side = 'buy' | 'sell'

/** A percent is on the right side by definition, except for a position held before. */
const wrongSide =
  (side: Side, pricesOf: (draft: PartialDraft) => Priced[], mustBe: 'above' | 'below') =>
  (draft: PartialDraft, market: MarketView): string[] => {
    const judged = judgedPriceOf(draft, market)
    if (draft.position?.type !== side || judged === undefined) return []
    const entry = draft.skip_enter_step ? entryPriceOf(draft, market) : undefined
    const right = mustBe === 'above' ? 1 : -1
    return pricesOf(draft).flatMap((given) => {
      const isPercent = given.value === undefined
      if (isPercent && !(given.percent && isPositive(given.percent))) return []
      const price = exactPriceOf(given, mustBe === 'above', entry)
      return at(
        `${given.path}.${isPercent ? 'percent' : 'value'}`,
        price && compare(price, judged) !== right,
      )
    })
  }

/** A price below the entry by a percent must stay above zero once it is rounded to the tick. */
const belowZero =
  (side: Side, pricesOf: (draft: PartialDraft) => Priced[]) =>
  (draft: PartialDraft, market: MarketView): string[] => {
    const entry = entryPriceOf(draft, market)
    const { tick } = market
    const [from, least] =
      tick && entry && isPositive(entry) ? [entry, multiply(tick, HALF)] : [HUNDRED, ZERO]
    return (draft.position?.type === side ? pricesOf(draft) : []).flatMap(({ path, percent }) => {
      const price = exactPriceOf({ percent }, false, from)
      return at(`${path}.percent`, price && compare(price, least) <= 0)
    })
  }

const lessThan100 = ({ tick }: MarketView): string =>
  `less than 100 percent below its entry${tick ? `, at a price of at least ${written(tick)}` : ''}.`

const entryIn = (draft: PartialDraft, market: MarketView): string => {
  const isCurrent = draft.skip_enter_step || draft.position?.order_type === 'market'
  return `${isCurrent ? 'the current price' : 'the entry price'}, ${written(judgedPriceOf(draft, market))}`
}

export const directionRules: readonly DraftRule[] = [
  {
    id: 'buy-target-above',
    sentence: (draft, market) => `A target of a buy must be above ${entryIn(draft, market)}.`,
    broken: wrongSide('buy', targetsOf, 'above'),
  },
  {
    id: 'sell-target-below',
    sentence: (draft, market) => `A target of a sell must be below ${entryIn(draft, market)}.`,
    broken: wrongSide('sell', targetsOf, 'below'),
  },
  {
    id: 'buy-stop-below',
    sentence: (draft, market) => `The stop of a buy must be below ${entryIn(draft, market)}.`,
    broken: wrongSide('buy', stopsOf, 'below'),
  },
  {
    id: 'sell-stop-above',
    sentence: (draft, market) => `The stop of a sell must be above ${entryIn(draft, market)}.`,
    broken: wrongSide('sell', stopsOf, 'above'),
  },
  {
    id: 'sell-target-percent',
    sentence: (_draft, market) => `A target of a sell must be ${lessThan100(market)}`,
    broken: belowZero('sell', targetsOf),
  },
  {
    id: 'buy-stop-percent',
    sentence: (_draft, market) => `The stop of a buy must be ${lessThan100(market)}`,
    broken: belowZero('buy', stopsOf),
  },
]

/** Rules of spec 4.2 and 8 beyond the shape, and of `api-decisions.md` part 4. */
export const draftRules: readonly DraftRule[] = [
  ...entryRules,
  ...takeProfitRules,
  ...stopLossRules,
  ...directionRules,
]

type Judgement =
  | { draft: SmartTradeDraft; issues?: undefined }
  | { draft?: undefined; issues: Attributes }

/** Returns all problems of a draft by dotted path. Shared by form and service. */
export function judgeSmartTrade(json: unknown, market: MarketView): Judgement {
  const body = withoutNulls(json)
  const checked = z.safeDecode(smartTradeDraft, body as never)
  const issues = checked.success ? {} : attributesOf(checked.error)
  const isObject = typeof body === 'object' && body !== null
  if (isObject) addBroken(draftRules, readParts(smartTradeDraft, body), market, issues)
  return checked.success && Object.keys(issues).length === 0 ? { draft: checked.data } : { issues }
}

/** Returns the exchange's problems: tick, lot, minimum total, balance. For a valid draft. */
export function judgeAtExchange(draft: SmartTradeDraft, market: MarketView): Attributes {
  const issues: Attributes = {}
  addBroken(exchangeRules, draft, market, issues)
  return issues
}

/** Skips paths that already have a problem of shape. */
function addBroken(
  rules: readonly DraftRule[],
  draft: PartialDraft,
  market: MarketView,
  issues: Attributes,
): void {
  const misshapen = new Set(Object.keys(issues))
  for (const rule of rules) {
    for (const path of rule.broken(draft, market)) {
      if (!misshapen.has(path)) say(issues, path, sentenceOf(rule, draft, market))
    }
  }
}
