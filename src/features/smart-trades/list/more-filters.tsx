import { readId, ticker } from '#contract/primitives.ts'
import type { OwnControlProps, SearchValues } from '#lists/filters.tsx'
import { textOr } from '#money/format.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-input.tsx'

import { inCapitals, takeOnEnter } from './pair-search.tsx'
import { dayOfMoment, PAGE_SIZES, type SmartTradeSearch } from './smart-trade-search.ts'

export const TickerField = ({ label, value, onTake }: OwnControlProps) => (
  <TextField
    label={label}
    // Resets the field when a chip removes the filter.
    key={value}
    defaultValue={value}
    placeholder="Any"
    onBlur={({ target }) => {
      const typed = inCapitals(target.value.trim())
      if (typed === '') onTake(undefined)
      else if (ticker.safeParse(typed).success) onTake(typed)
    }}
    onKeyDown={takeOnEnter}
  />
)

/** The URL may have an instant; the date field shows its day. */
export function DayField({ label, value, onTake }: OwnControlProps) {
  const { timeZone } = useDisplayPreferences()
  return (
    <TextField
      label={label}
      type="date"
      hint={`${timeZone === 'UTC' ? 'UTC' : 'Local time'}, included`}
      value={value ? dayOfMoment(value, timeZone) : ''}
      onChange={({ target }) => onTake(textOr(target.value, undefined))}
    />
  )
}

export const InProfit = ({ value, onTake }: OwnControlProps) => (
  <Checkbox
    className="col-span-2"
    label="Finished in profit only"
    checked={value !== undefined}
    onChange={({ target }) => onTake(target.checked ? 'successfully_finish' : 'finished')}
  />
)

type FurtherProps = { search: SmartTradeSearch; onChange: (values: SearchValues) => void }

/** Account by number, and rows per request. */
export function Further({ search, onChange }: FurtherProps) {
  const { account_id: account, per_page: size } = search
  const sizes = [...new Set<number>([...PAGE_SIZES, size])].toSorted((a, b) => a - b)
  return (
    <>
      <TextField
        label="Account number"
        key={account}
        inputMode="numeric"
        defaultValue={account}
        onBlur={({ target }) => {
          const typed = target.value.trim()
          onChange({ account_id: /^\d{1,15}$/.test(typed) ? readId(typed) : undefined })
        }}
        onKeyDown={takeOnEnter}
      />
      <Field label="Rows per page">
        {(wiring) => (
          <Select
            {...wiring}
            value={String(size)}
            onChange={({ target }) => onChange({ per_page: Number(target.value) })}
            options={sizes.map((one) => ({ value: String(one), label: String(one) }))}
          />
        )}
      </Field>
    </>
  )
}
