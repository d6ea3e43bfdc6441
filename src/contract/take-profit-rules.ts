import { type Decimal, HUNDRED, isPositive, sum } from '#money/decimal.ts'

import { at, type DraftRule, type PartialDraft, stepsOf } from './draft-rule.ts'
import { isNotPositive, isTrailingOutOfRange, TRAILING_RANGE } from './entry-rules.ts'

export const MAX_STEPS = 8

type Step = ReturnType<typeof stepsOf>[number]

/** Checks each step and reports the given member of those that fail. */
const ofSteps =
  (member: string, isBroken: (entry: Step) => boolean | undefined): DraftRule['broken'] =>
  (draft) =>
    stepsOf(draft).flatMap((entry) => at(`${entry.path}.${member}`, isBroken(entry)))

export const takeProfitRules: readonly DraftRule[] = [
  {
    id: 'steps-count',
    sentence: `Take profit needs 1 to ${MAX_STEPS} targets.`,
    broken: (draft) =>
      at('take_profit.steps', draft.take_profit?.enabled && !hasStepsCount(stepsOf(draft).length)),
  },
  {
    id: 'volume-positive',
    sentence: 'The volume of a target must be more than 0 percent.',
    broken: ofSteps('volume', ({ step }) => isNotPositive(step.volume)),
  },
  {
    id: 'volumes-sum',
    sentence: 'The volumes of the targets must add up to exactly 100 percent.',
    broken: (draft) => at('take_profit.steps', hasOtherSum(draft)),
  },
  {
    id: 'target-price-needed',
    source: '4.2',
    sentence: 'A target needs a price or a percent.',
    broken: ofSteps(
      'price.value',
      ({ step }) => step.price?.value === undefined && step.price?.percent === undefined,
    ),
  },
  {
    id: 'target-price-single',
    source: '4.2',
    sentence: 'Give a target as a price or as a percent, not both.',
    broken: ofSteps(
      'price.percent',
      ({ step }) => step.price?.value !== undefined && step.price.percent !== undefined,
    ),
  },
  {
    id: 'target-value-positive',
    sentence: 'The price of a target must be more than 0.',
    broken: ofSteps('price.value', ({ step }) => isNotPositive(step.price?.value)),
  },
  {
    id: 'target-percent-positive',
    sentence: 'The percent of a target is written as a positive number.',
    broken: ofSteps('price.percent', ({ step }) => isNotPositive(step.price?.percent)),
  },
  {
    id: 'trailing-last',
    source: '4.2',
    sentence: 'Only the last target can trail.',
    broken: ofSteps('trailing.enabled', ({ step, isLast }) => step.trailing?.enabled && !isLast),
  },
  {
    id: 'trailing-market',
    sentence: 'Only a market order can trail.',
    broken: ofSteps(
      'trailing.enabled',
      ({ step }) => step.trailing?.enabled && step.order_type === 'limit',
    ),
  },
  {
    id: 'trailing-percent',
    source: '8',
    sentence: TRAILING_RANGE,
    broken: ofSteps(
      'trailing.percent',
      ({ step }) => step.trailing?.enabled && isTrailingOutOfRange(step.trailing.percent),
    ),
  },
]

const hasStepsCount = (count: number): boolean => count >= 1 && count <= MAX_STEPS

/** Checks the sum only if all volumes are given and positive; other rules report the rest. */
function hasOtherSum(draft: PartialDraft): boolean {
  const volumes = stepsOf(draft).map(({ step }) => step.volume)
  const known = volumes.filter((volume): volume is Decimal => volume !== undefined)
  const areAllThere = known.length === volumes.length && known.every(isPositive)
  return volumes.length > 0 && areAllThere && sum(known) !== HUNDRED
}
