import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'

import { readableRows } from '#contract/read.ts'
import { fieldsOf } from '#forms/fields.tsx'
import { decimal, divide, HUNDRED, toText } from '#money/decimal.ts'
import { formatAmount, formatMoney } from '#money/format.ts'
import { type GridMarket, quantityFor, rangeAround } from '#trading/example-grid.ts'
import { gridBotName } from '#trading/grid-bot-name.ts'
import { splitPair } from '#trading/pair.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { COMING_HINT } from '#ui/field.tsx'
import { Presets, SHARES } from '#ui/presets.tsx'

import { STOP_ACTION_WORDS, stopActionsOf } from '../bot-facts.ts'
import { gridBotList } from '../queries.ts'
import { gridBotForm, type NewBot, type NewBotParts } from './fields.ts'
import { shapeOf } from './new-bot.ts'

const { AmountField, ChoiceField, SelectField, SwitchField, TextField } = fieldsOf(gridBotForm)

const AROUND = [
  { value: '5', label: '±5%' },
  { value: '10', label: '±10%' },
  { value: '20', label: '±20%' },
] as const

export function NewBotForm(parts: NewBotParts) {
  const { values, fill, place, placeFields } = parts
  const { price, tick, lot, isFutures } = place.figures.now
  const { base } = splitPair(values.pair)
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-3 sm:grid-cols-2">{placeFields}</div>
      <div className="grid gap-3 sm:grid-cols-2">
        {values.pair !== '' && (
          <div className="min-h-7 sm:col-span-2 coarse:min-h-11">
            {price && (
              <Presets
                label="Range around the last price"
                options={AROUND}
                onPick={(percent) => {
                  const range = rangeAround(Number(percent), { price, tick })
                  if (!range) return
                  fill({ lower_price: toText(range.lower), upper_price: toText(range.upper) })
                }}
              />
            )}
          </div>
        )}
        <AmountField at="lower_price" />
        <AmountField at="upper_price" />
      </div>
      <div className="grid gap-3 min-[22.5rem]:grid-cols-2">
        <AmountField at="grids_quantity" />
        <AmountField
          at="quantity_per_grid"
          hint={lot ? `In steps of ${formatAmount(lot)} ${base}` : COMING_HINT}
        />
        {values.account !== '' && values.pair !== '' && <OfFree {...parts} />}
      </div>
      <ChoiceField at="grid_type" />
      <Advanced values={values} isFutures={isFutures ?? false} />
    </div>
  )
}

/** Free balance, with buttons for a quantity that uses a part of it, or the reason for none. */
function OfFree({ fill, values, place }: NewBotParts) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { base, quote } = splitPair(values.pair)
  const market = place.figures.now
  const { free } = market
  const shape = shapeOf(values)
  const amounts =
    free.base &&
    free.quote &&
    (areAmountsHidden
      ? 'hidden'
      : `${formatMoney(free.quote, quote)} ${quote} and ${formatAmount(free.base)} ${base}`)
  const quantityAt = (share: string) =>
    shape && quantityFor(divide(decimal(share), HUNDRED, 2, 'down'), shape, market)
  const offered = SHARES.filter(({ value }) => quantityAt(value))
  return (
    <div className="grid min-h-12 content-start gap-1 min-[22.5rem]:col-span-2 coarse:min-h-17">
      {offered.length > 0 && (
        <Presets
          label="Part of the free balance"
          options={offered}
          onPick={(share) => {
            const quantity = quantityAt(share)
            if (quantity) fill({ quantity_per_grid: toText(quantity) })
          }}
        />
      )}
      <p className="text-caption text-ink-3">
        {amounts !== undefined && `Free: ${amounts}. `}
        {offered.length === 0
          ? whyNoShares(shape !== undefined, market)
          : offered.length < SHARES.length && 'A smaller share is too little for each line.'}
      </p>
    </div>
  )
}

/** Reason that no part of the free balance can be chosen. */
export function whyNoShares(hasShape: boolean, { free, isFutures, price }: GridMarket): string {
  if (!free.base || !free.quote) return 'No shares, because the free balance is unknown.'
  if (isFutures !== false)
    return isFutures
      ? 'No shares on futures, where a margin is taken.'
      : 'No shares, because the kind of the account is unknown.'
  if (!price) return 'No shares, because the price is unknown.'
  if (!hasShape) return 'Enter range and lines to take a share of it.'
  return 'That is too little for this range.'
}

/** Some setting in the collapsed part has a value. */
const hasAdvanced = (values: NewBot): boolean =>
  values.trailing_up_enabled ||
  [
    values.lower_stop_loss_price,
    values.upper_stop_loss_price,
    values.expansion_down_stop_price,
    values.name,
  ].some((text) => text.trim() !== '')

/** Settings that most bots leave out: actions outside the range, and the name. */
function Advanced({ values, isFutures }: { values: NewBot; isFutures: boolean }) {
  const actions = stopActionsOf(isFutures).map((value) => ({
    value,
    label: STOP_ACTION_WORDS[value],
  }))
  const [isOpenAtFirst] = useState(() => hasAdvanced(values))
  const shape = shapeOf(values)
  const { data: bots } = useQuery({ ...gridBotList(), enabled: false })
  const taken = readableRows(bots).map(({ name }) => name)
  return (
    <Disclosure
      title="Advanced settings"
      caption="stop losses, trailing, name"
      isOpenAtFirst={isOpenAtFirst}
      className="border-t border-hairline pt-2"
    >
      <div className="grid gap-3 pt-1 sm:grid-cols-2">
        {(['lower', 'upper'] as const).map((side) => (
          <Fragment key={side}>
            <AmountField at={`${side}_stop_loss_price`} />
            <SelectField
              at={`${side}_stop_loss_action`}
              options={actions}
              isOff={values[`${side}_stop_loss_price`].trim() === ''}
            />
          </Fragment>
        ))}
        <AmountField at="expansion_down_stop_price" />
        <div className="self-end pb-1.5">
          <SwitchField at="trailing_up_enabled" />
        </div>
        <div className="sm:col-span-2">
          <TextField
            at="name"
            maxLength={100}
            placeholder={shape && gridBotName({ pair: values.pair, ...shape, isFutures, taken })}
          />
        </div>
      </div>
    </Disclosure>
  )
}
