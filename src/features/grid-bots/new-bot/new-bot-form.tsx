import { Fragment } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

import { fieldsOf } from '#forms/fields.tsx'
import { PlaceFields } from '#forms/place-fields.tsx'
import { formatAmount } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Presets } from '#ui/presets.tsx'

import { STOP_ACTION_WORDS, stopActionsOf } from '../bot-facts.ts'
import { gridBotForm, type NewBot } from './fields.ts'
import { rangeAround } from './new-bot.ts'
import type { KnownOfBot } from './create-bot.tsx'

const { AmountField, ChoiceField, SelectField, SwitchField, TextField } = fieldsOf(gridBotForm)

const AROUND = [
  { value: '5', label: '±5%' },
  { value: '10', label: '±10%' },
  { value: '20', label: '±20%' },
] as const

type NewBotFormProps = {
  form: Pick<UseFormReturn<NewBot & FieldValues>, 'setValue'>
  values: NewBot
  known: KnownOfBot
}

/** Everything a grid bot is made of. */
export function NewBotForm({ form, values, known }: NewBotFormProps) {
  const { accounts, pairs, areComing, figures } = known
  const { price, tick, lot } = figures.now
  const { base, quote } = splitPair(values.pair)
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlaceFields
          accountAt="account"
          pairAt="pair"
          accounts={accounts}
          pairs={pairs?.toSorted().map((pair) => ({ value: pair, label: toSlashPair(pair) }))}
          pairLike="USDT_BTC"
          pairHint={price && `Last price ${formatAmount(price, { minPlaces: 2 })} ${quote}`}
          areComing={areComing}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <AmountField at="lower_price" />
        <AmountField at="upper_price" />
        {price && (
          <div className="sm:col-span-2">
            <Presets
              label="Range around the last price"
              options={AROUND}
              onPick={(percent) => {
                const range = rangeAround(Number(percent), { price, tick })
                if (!range) return
                form.setValue('lower_price', range.lower_price, { shouldDirty: true })
                form.setValue('upper_price', range.upper_price, { shouldDirty: true })
              }}
            />
          </div>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <AmountField at="grids_quantity" />
        <AmountField
          at="quantity_per_grid"
          hint={lot && `In steps of ${formatAmount(lot)} ${base}`}
        />
      </div>
      <ChoiceField at="grid_type" />
      <OutsideTheRange values={values} isFutures={figures.now.isFutures ?? false} />
      <TextField
        at="name"
        maxLength={100}
        placeholder={values.pair === '' ? undefined : `${toSlashPair(values.pair)} grid`}
      />
    </div>
  )
}

/** What the bot does once the price leaves its range. */
function OutsideTheRange({ values, isFutures }: { values: NewBot; isFutures: boolean }) {
  const actions = stopActionsOf(isFutures).map((value) => ({
    value,
    label: STOP_ACTION_WORDS[value],
  }))
  return (
    <fieldset className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2">
      <legend className="sr-only">Outside the range</legend>
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
    </fieldset>
  )
}
