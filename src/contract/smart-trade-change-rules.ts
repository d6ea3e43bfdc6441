import { isPositive } from '#money/decimal.ts'

import { type DraftRule, type MarketView, type PartialDraft, sentenceOf } from './draft-rule.ts'
import { entryRules, NEEDS_EXIT } from './entry-rules.ts'
import { exchangeRules } from './exchange-rules.ts'
import { type Attributes, say } from './sentences.ts'
import { isBeingFilled, isFixed, isWaiting, type PartialChange } from './smart-trade-change.ts'
import { exitClaims } from './smart-trade-claims.ts'
import { directionRules } from './smart-trade-rules.ts'
import type { SmartTrade } from './smart-trades.ts'
import { stopLossRules } from './stop-loss-rules.ts'
import { takeProfitRules } from './take-profit-rules.ts'
import { knownWord } from './value-of-word.ts'

type Step = NonNullable<NonNullable<SmartTrade['take_profit']>['steps']>[number]
type StepDraft = NonNullable<NonNullable<PartialChange['take_profit']>['steps']>[number]

const ENTRY_RULES: readonly string[] = [
  'instant-take-profit',
  'instant-stop-loss',
  'note-length',
  'note-characters',
]
const EXCHANGE_RULES: readonly string[] = ['tick', 'target-lot']
/** Rules that a change can break in a field that it does not contain. */
const CROSS_FIELD_RULES: readonly string[] = ['break-even']

const changeRules: readonly DraftRule[] = [
  ...entryRules.filter(({ id }) => ENTRY_RULES.includes(id)),
  ...takeProfitRules,
  ...stopLossRules,
  ...directionRules,
  ...exchangeRules.filter(({ id }) => EXCHANGE_RULES.includes(id)),
]

/** Returns true if exits are compared with the current price; skipped entries count at once. */
const isHeld = (trade: SmartTrade): boolean => trade.skip_enter_step || hasEntered(trade)

const hasEntered = ({ data }: SmartTrade): boolean =>
  data.entered_amount !== undefined && isPositive(data.entered_amount)

/** Merges a trade and a change into a draft. Percents count from the average entry without fee. */
export function changedDraft(trade: SmartTrade, change: PartialChange): PartialDraft {
  const { position, data } = trade
  const price =
    data.average_enter_price_without_commission ??
    position.price.value_without_commission ??
    position.price.value ??
    undefined
  const isEntryHeld = isHeld(trade)
  return {
    account_id: trade.account.id,
    pair: trade.pair,
    instant: trade.instant,
    skip_enter_step: isEntryHeld,
    position: {
      type: knownWord(['buy', 'sell'], position.type),
      order_type: isEntryHeld
        ? 'market'
        : knownWord(['market', 'limit', 'conditional'], position.order_type),
      units: { value: hasEntered(trade) ? data.entered_amount : position.units.value },
      price: { value: price },
      conditional: {
        order_type: undefined,
        price: { type: undefined, value: position.conditional?.price.value ?? price },
      },
    },
    take_profit: change.take_profit ?? {
      enabled: trade.take_profit.enabled,
      steps: trade.take_profit.steps.map(draftOfStep),
    },
    stop_loss: change.stop_loss ?? {
      enabled: trade.stop_loss.enabled,
      breakeven: trade.stop_loss.breakeven,
    },
    note: change.note,
  }
}

/** Repeats an existing target in a change, by price rather than percent. */
export const draftOfStep = ({ order_type, volume, price, trailing }: Step): StepDraft => ({
  order_type: order_type === 'limit' ? 'limit' : 'market',
  volume,
  price: { type: knownWord(['bid', 'ask', 'last'], price.type), value: price.value ?? undefined },
  ...(trailing?.enabled && {
    trailing: { enabled: true, percent: trailing.percent ?? undefined },
  }),
})

const isRepeated = (step: Step, asked: StepDraft | undefined): boolean =>
  asked !== undefined &&
  asked.volume === step.volume &&
  (asked.order_type ?? step.order_type) === step.order_type &&
  (asked.price?.value === undefined
    ? asked.price?.percent === step.price.percent
    : asked.price.value === step.price.value)

/** An unchanged open target is not judged again: the price may have passed it. */
const isUnchanged = (step: Step, asked: StepDraft | undefined): boolean =>
  isRepeated(step, asked) &&
  (asked?.price?.type ?? step.price.type) === step.price.type &&
  (asked?.trailing?.enabled ?? false) === (step.trailing?.enabled ?? false) &&
  (asked?.trailing?.percent ?? null) === (step.trailing?.percent ?? null)

/** An unchanged stop is not judged again: its delay may be running beyond its price. */
const isStopUnchanged = (trade: SmartTrade, { stop_loss }: PartialChange): boolean =>
  stop_loss !== undefined &&
  exitClaims(trade, { stop_loss }).every(([, has, asked]) => has === asked)

/** Checks that filled targets stay unchanged. */
function brokenOfFixed(trade: SmartTrade, { take_profit: asked }: PartialChange): Attributes {
  const issues: Attributes = {}
  const { steps } = trade.take_profit
  if (asked === undefined) return issues
  const isSame =
    asked.enabled === true &&
    asked.steps?.length === steps.length &&
    steps.every((step, index) => isRepeated(step, asked.steps?.[index]))
  steps.forEach((step, index) => {
    const path = `take_profit.steps.${index}`
    if (isBeingFilled(step) && !isSame) {
      say(
        issues,
        path,
        `Target ${index + 1} is being filled. Until it is, targets cannot be changed.`,
      )
    } else if (asked.enabled && isFixed(step) && !isRepeated(step, asked.steps?.[index])) {
      say(issues, path, `Target ${index + 1} is no longer open and cannot be changed.`)
    }
  })
  return issues
}

/** Returns true if a held position would be left without a stop and an open target. */
function losesExits(trade: SmartTrade, { take_profit: asked, stop_loss: stop }: PartialChange) {
  const { steps } = trade.take_profit
  const hasTarget = steps.some(isWaiting)
  const waits = (_: unknown, index: number): boolean => isWaiting(steps[index] ?? {})
  const keepsTarget = asked ? asked.enabled && (asked.steps?.some(waits) ?? true) : hasTarget
  const hasExit = hasTarget || trade.stop_loss.enabled
  return isHeld(trade) && hasExit && !keepsTarget && !(stop ?? trade.stop_loss).enabled
}

/** Returns the problems of a change by dotted path. Shared by form and service. */
export function judgeChange(
  change: PartialChange,
  trade: SmartTrade,
  market: MarketView,
): Attributes {
  const issues = brokenOfFixed(trade, change)
  if (losesExits(trade, change)) say(issues, 'take_profit.enabled', NEEDS_EXIT)
  const draft = changedDraft(trade, change)
  const unjudged = [
    ...trade.take_profit.steps.flatMap((step, index) =>
      isFixed(step) || isUnchanged(step, change.take_profit?.steps?.[index])
        ? `take_profit.steps.${index}.`
        : [],
    ),
    ...(isStopUnchanged(trade, change) ? ['stop_loss.price', 'stop_loss.conditional.price'] : []),
  ]
  for (const rule of changeRules) {
    for (const path of rule.broken(draft, market)) {
      const [member = ''] = path.split('.')
      const isAsked = Object.hasOwn(change, member) || CROSS_FIELD_RULES.includes(rule.id)
      const isPast = unjudged.some((start) => path.startsWith(start))
      if (isAsked && !isPast) say(issues, path, sentenceOf(rule, draft, market))
    }
  }
  return issues
}
