import { Fragment } from 'react'

import { splitPair } from '#trading/pair.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'

import { NewBotAmount, type NewBotPart } from './new-bot-amount.tsx'
import { STOP_ACTION_WORDS, stopActionsOf } from '../stop-actions.ts'

const STOPS = [
  { side: 'lower', where: 'below' },
  { side: 'upper', where: 'above' },
] as const

type NewBotLimitsProps = { part: NewBotPart; isFutures: boolean }

/** What the bot does once the price leaves its range. */
export function NewBotLimits({ part, isFutures }: NewBotLimitsProps) {
  const { values, onChange } = part
  const { quote } = splitPair(values.pair)
  return (
    <fieldset className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2">
      <legend className="sr-only">Outside the range</legend>
      {STOPS.map((stop) => (
        <Fragment key={stop.side}>
          <NewBotAmount
            part={part}
            field={`${stop.side}_stop_loss_price`}
            label={`Stop ${stop.where}, if any`}
            unit={quote}
          />
          <StopAction part={part} isFutures={isFutures} {...stop} />
        </Fragment>
      ))}
      <NewBotAmount
        part={part}
        field="expansion_down_stop_price"
        label="Grow down to, if any"
        unit={quote}
      />
      <div className="self-end pb-1.5">
        <Switch
          label="Range follows the price up"
          checked={values.trailing_up_enabled}
          onChange={(event) => onChange({ trailing_up_enabled: event.target.checked })}
        />
      </div>
    </fieldset>
  )
}

/** What is done at a stop price, once there is one. */
function StopAction({ part, isFutures, side, where }: NewBotLimitsProps & (typeof STOPS)[number]) {
  const { values, errors, onChange } = part
  const field = `${side}_stop_loss_action` as const
  return (
    <Field label={`Stop ${where} does`} error={errors[field]?.[0]}>
      {(wiring) => (
        <Select
          {...wiring}
          disabled={values[`${side}_stop_loss_price`].trim() === ''}
          value={values[field]}
          options={stopActionsOf(isFutures).map((value) => ({
            value,
            label: STOP_ACTION_WORDS[value],
          }))}
          onChange={({ target }) => {
            const chosen = stopActionsOf(isFutures).find((action) => action === target.value)
            if (chosen) onChange({ [field]: chosen })
          }}
        />
      )}
    </Field>
  )
}
