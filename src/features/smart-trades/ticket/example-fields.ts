import type { MarketView } from '#contract/draft-rule.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { readAmount } from '#forms/amount-text.ts'
import type { Example, ExampleField } from '#forms/example.tsx'
import { type Decimal, toText } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { type ExampleTrade, exampleTrade } from '#trading/example-trade.ts'

import { type DraftValues, emptyStep, type LinkedPrice } from './fields.ts'

const isBlank = (text: string): boolean => text.trim() === ''

/** Example values for the ticket; typed values stay, and disabled parts stay empty. */
export function exampleFields(values: DraftValues, market: MarketView): Example {
  const { type, position, take_profit, stop_loss } = values
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  const { order_type: orderType, conditional } = position
  const waits = !instant && !isHeld && orderType !== 'market'
  const isConditional = waits && orderType === 'conditional'
  const trigger = isConditional ? readAmount(conditional.price.value) : undefined
  const hasLimit = waits && !(isConditional && conditional.order_type === 'market')
  const typed = hasLimit ? readAmount(position.price.value) : undefined
  const made = exampleTrade({ type, orderType, price: typed ?? trigger, trigger }, market)
  if ('cannot' in made) return made
  return [
    ...(isConditional
      ? priced('trigger price', 'position.conditional.price.value', made.trigger)
      : []),
    ...(hasLimit ? priced('price', 'position.price.value', made.price) : []),
    {
      name: 'units for 10% of the free balance',
      at: 'position.units.value',
      value: toText(made.units),
      with: { 'position.by': 'units' },
      isGiven: !isBlank(position.units.value) || !isBlank(position.total.value),
    },
    ...(!instant && take_profit.enabled ? targetFields(take_profit, made) : []),
    ...(!instant && stop_loss.enabled
      ? [
          ...linked('stop', 'stop_loss.conditional.price', stop_loss.conditional.price, made.stop),
          ...(stop_loss.order_type === 'limit'
            ? linked('stop limit', 'stop_loss.price', stop_loss.price, made.stopLimit)
            : []),
        ]
      : []),
  ]
}

const priced = (name: string, at: string, price: Decimal | undefined): ExampleField[] =>
  price ? [{ name, at, value: toText(price) }] : []

const linked = (
  name: string,
  at: string,
  { value, percent }: LinkedPrice,
  price: Decimal | undefined,
): ExampleField[] =>
  price
    ? [
        {
          name,
          at: `${at}.value`,
          value: toText(price),
          with: { [`${at}.by`]: 'value' },
          isGiven: !isBlank(value) || !isBlank(percent),
        },
      ]
    : []

/** All targets if untouched, else only their missing prices. */
function targetFields(
  { steps }: DraftValues['take_profit'],
  { targets }: ExampleTrade,
): ExampleField[] {
  const [only] = steps
  const isUntouched =
    steps.length === 1 &&
    only &&
    only.volume.trim() === '100' &&
    isBlank(only.price.value) &&
    isBlank(only.price.percent)
  if (!isUntouched) {
    return steps.flatMap(({ price }, index) =>
      linked(
        `target ${index + 1}`,
        `take_profit.steps.${index}.price`,
        price,
        (targets[index] ?? targets.at(-1))?.price,
      ),
    )
  }
  return [
    {
      name: plural(targets.length, 'target'),
      at: 'take_profit.steps',
      value: targets.map(({ price, volume }) => ({
        ...emptyStep(),
        order_type: only.order_type,
        volume: toText(volume),
        price: { by: 'value', value: toText(price), percent: '' },
      })),
    },
  ]
}
