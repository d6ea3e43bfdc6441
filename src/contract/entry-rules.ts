import { compare, decimal, HUNDRED, isPositive, type Decimal } from '#money/decimal.ts'

import { at, type DraftRule, type MarketView } from './draft-rule.ts'
import { NOTE_CHARACTERS, NOTE_LENGTH, hasControlCharacter, hasNoteLength } from './note.ts'

const MIN_TRAILING = decimal('0.01')

export const TRAILING_RANGE = 'Trailing must be 0.01 to 100 percent.'

export const isTrailingOutOfRange = (percent: Decimal | undefined): boolean =>
  percent === undefined || compare(percent, MIN_TRAILING) < 0 || compare(percent, HUNDRED) > 0

export const isNotPositive = (value: Decimal | undefined): boolean =>
  value !== undefined && !isPositive(value)

export const NEEDS_EXIT = 'A position that you already hold needs a take profit or a stop loss.'

export const entryRules: readonly DraftRule[] = [
  {
    id: 'units-positive',
    sentence: 'Units must be more than 0.',
    broken: ({ position }) => at('position.units.value', isNotPositive(position?.units?.value)),
  },
  {
    id: 'price-needed',
    source: '4.2',
    sentence: 'A limit or conditional entry needs a price.',
    broken: ({ position }) =>
      at(
        'position.price.value',
        (position?.order_type === 'limit' || position?.order_type === 'conditional') &&
          position.price?.value === undefined,
      ),
  },
  {
    id: 'price-positive',
    sentence: 'The price must be more than 0.',
    broken: ({ position }) => at('position.price.value', isNotPositive(position?.price?.value)),
  },
  {
    id: 'trigger-needed',
    sentence: 'A conditional entry needs a trigger price.',
    broken: ({ position }) =>
      at(
        'position.conditional.price.value',
        position?.order_type === 'conditional' && position.conditional?.price?.value === undefined,
      ),
  },
  {
    id: 'trigger-positive',
    sentence: 'The trigger price must be more than 0.',
    broken: ({ position }) =>
      at(
        'position.conditional.price.value',
        position?.order_type === 'conditional' && isNotPositive(position.conditional?.price?.value),
      ),
  },
  {
    id: 'entry-trailing-market',
    sentence: 'Only a market order can trail its entry.',
    broken: ({ position }) =>
      at(
        'position.conditional.trailing.enabled',
        position?.order_type === 'conditional' &&
          position.conditional?.trailing?.enabled &&
          position.conditional.order_type === 'limit',
      ),
  },
  {
    id: 'entry-trailing-percent',
    sentence: TRAILING_RANGE,
    broken: ({ position }) =>
      at(
        'position.conditional.trailing.percent',
        position?.order_type === 'conditional' &&
          position.conditional?.trailing?.enabled &&
          isTrailingOutOfRange(position.conditional.trailing.percent),
      ),
  },
  {
    id: 'instant-market',
    source: '4.2',
    sentence: 'An instant trade is a market order.',
    broken: ({ instant, position }) =>
      at(
        'position.order_type',
        instant && position?.order_type !== undefined && position.order_type !== 'market',
      ),
  },
  {
    id: 'instant-take-profit',
    source: '4.2',
    sentence: 'An instant trade has no take profit.',
    broken: ({ instant, take_profit }) =>
      at('take_profit.enabled', instant && take_profit?.enabled),
  },
  {
    id: 'instant-stop-loss',
    source: '4.2',
    sentence: 'An instant trade has no stop loss.',
    broken: ({ instant, stop_loss }) => at('stop_loss.enabled', instant && stop_loss?.enabled),
  },
  {
    id: 'instant-entry',
    sentence: 'An instant trade cannot skip its entry.',
    broken: ({ instant, skip_enter_step }) => at('skip_enter_step', instant && skip_enter_step),
  },
  {
    id: 'held-exit',
    source: '4.2',
    sentence: NEEDS_EXIT,
    broken: ({ skip_enter_step, instant, take_profit, stop_loss }) =>
      at(
        'take_profit.enabled',
        skip_enter_step && !instant && !take_profit?.enabled && !stop_loss?.enabled,
      ),
  },
  {
    id: 'leverage-spot',
    sentence: 'A spot account has no leverage.',
    broken: ({ leverage }, market) =>
      at('leverage.enabled', leverage?.enabled && market.leverageAllowed === false),
  },
  {
    id: 'leverage-range',
    source: '4.2',
    sentence: (_draft, market) => leverageSentence(market),
    broken: ({ leverage }, { maxLeverage }) =>
      at(
        'leverage.value',
        leverage?.enabled &&
          leverage.value !== undefined &&
          (leverage.value < 1 || (maxLeverage !== undefined && leverage.value > maxLeverage)),
      ),
  },
  {
    id: 'note-length',
    source: '8',
    sentence: NOTE_LENGTH,
    broken: ({ note }) => at('note', note !== undefined && !hasNoteLength(note)),
  },
  {
    id: 'note-characters',
    sentence: NOTE_CHARACTERS,
    broken: ({ note }) => at('note', note !== undefined && hasControlCharacter(note)),
  },
]

const leverageSentence = ({ maxLeverage }: MarketView): string =>
  maxLeverage === undefined
    ? 'Leverage is a whole number of at least 1.'
    : `Leverage is a whole number from 1 to ${maxLeverage}.`
