import { readAmount } from '#forms/amount-text.ts'
import { compare, type Decimal } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'

import { NewBotAmount, type NewBotPart } from './new-bot-field.tsx'

type NewBotExitsProps = {
  part: NewBotPart
  /** How far away the last safety order stands, in percent, once that is known. */
  reach: Decimal | undefined
}

/** Where a deal takes its profit, and where it gives up. */
export function NewBotExits({ part, reach }: NewBotExitsProps) {
  const { values, onChange } = part
  return (
    <>
      <fieldset className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2">
        <legend className="sr-only">Take profit</legend>
        <NewBotAmount part={part} field="take_profit_pct" label="Take profit" unit="%" />
        <Segmented
          label="Counts from"
          isLabelVisible
          value={values.tp_type}
          options={TARGET_OPTIONS}
          onChange={(tp_type) => onChange({ tp_type })}
        />
        <Switch
          label="Trails the target"
          className="sm:self-end"
          checked={values.tp_trailing}
          onChange={(event) => onChange({ tp_trailing: event.target.checked })}
        />
        {values.tp_trailing && (
          <NewBotAmount part={part} field="tp_trailing_pct" label="Trails by" unit="%" />
        )}
      </fieldset>
      <fieldset className="grid gap-3 border-t border-hairline pt-2 sm:grid-cols-2">
        <legend className="sr-only">Stop loss</legend>
        <Switch
          label="Stop loss"
          className="sm:col-span-2"
          checked={values.stop_loss_enabled}
          onChange={(event) => onChange({ stop_loss_enabled: event.target.checked })}
        />
        {values.stop_loss_enabled && (
          <>
            <NewBotAmount
              part={part}
              field="stop_loss_pct"
              label="Stops at a loss of"
              unit="%"
              hint={stopHint(values.stop_loss_pct, reach)}
            />
            <Field label="Then" error={part.errors['sl_type']?.[0]}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={values.sl_type}
                  options={STOP_OPTIONS}
                  onChange={({ target }) => {
                    const chosen = STOP_OPTIONS.find(({ value }) => value === target.value)
                    if (chosen) onChange({ sl_type: chosen.value })
                  }}
                />
              )}
            </Field>
          </>
        )}
      </fieldset>
    </>
  )
}

/** A stop that comes first leaves safety orders that are never reached. */
function stopHint(typed: string, reach: Decimal | undefined): string {
  const stop = readAmount(typed)
  return stop && reach && compare(stop, reach) < 0
    ? `Before the last safety order, which stands ${formatPercent(reach)} away`
    : 'From where the deal started'
}

const TARGET_OPTIONS = [
  { value: 'percentage', label: 'Average' },
  { value: 'base', label: 'Base order' },
] as const

const STOP_OPTIONS = [
  { value: 'stop_loss', label: 'Closes the deal' },
  { value: 'stop_loss_and_disable', label: 'Closes it, stops the bot' },
] as const
