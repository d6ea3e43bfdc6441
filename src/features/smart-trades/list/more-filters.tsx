import { ticker } from '#contract/primitives.ts'
import { SMART_TRADE_TYPES } from '#contract/smart-trades.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-input.tsx'

import { TYPE_NAMES } from '../trade-facts.ts'
import { inCapitals } from './pair-search.tsx'
import { PAGE_SIZES, type SearchChange, type SmartTradeSearch } from './smart-trade-search.ts'

type MoreFiltersProps = { search: SmartTradeSearch; onChange: (change: SearchChange) => void }

const ANY = ''

export function MoreFilters({ search, onChange }: MoreFiltersProps) {
  const { timeZone } = useDisplayPreferences()
  const sizes = new Set<number>([...PAGE_SIZES, search.per_page])
  return (
    <div className="grid w-72 max-w-full grid-cols-2 gap-x-2 gap-y-3">
      <Field label="Type" className="col-span-2">
        {(wiring) => (
          <Select
            {...wiring}
            value={search.type ?? ANY}
            onChange={({ target }) =>
              onChange({ type: SMART_TRADE_TYPES.find((type) => type === target.value) })
            }
            options={[
              { value: ANY, label: 'Any type' },
              ...Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
      </Field>
      <TickerField label="Base" value={search.base} onTake={(base) => onChange({ base })} />
      <TickerField label="Quote" value={search.quote} onTake={(quote) => onChange({ quote })} />
      <DayField label="Created from" value={search.from} onTake={(from) => onChange({ from })} />
      <DayField label="Created to" value={search.to} onTake={(to) => onChange({ to })} />
      <p className="col-span-2 -mt-2 text-caption text-ink-3">
        Days in {timeZone === 'UTC' ? 'UTC' : 'local time'}, both included.
      </p>
      <TextField
        label="Account number"
        key={search.account_id}
        inputMode="numeric"
        defaultValue={search.account_id}
        onBlur={({ target }) => onChange({ account_id: wholeOf(target.value) })}
        onKeyDown={takeOnEnter}
      />
      <Field label="Rows per page">
        {(wiring) => (
          <Select
            {...wiring}
            value={String(search.per_page)}
            onChange={({ target }) => onChange({ per_page: Number(target.value) })}
            options={[...sizes]
              .toSorted((a, b) => a - b)
              .map((size) => ({ value: String(size), label: String(size) }))}
          />
        )}
      </Field>
      <Checkbox
        className="col-span-2"
        label="Finished in profit only"
        checked={search.status === 'successfully_finish'}
        onChange={({ target }) =>
          onChange({ status: target.checked ? 'successfully_finish' : 'finished' })
        }
      />
    </div>
  )
}

type TakenFieldProps = {
  label: string
  value: string | undefined
  onTake: (value: string | undefined) => void
}

function TickerField({ label, value, onTake }: TakenFieldProps) {
  return (
    <TextField
      label={label} // Follows the address when a chip takes the filter off.
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
}

/** A whole address may carry an instant; the browser's date field shows its day. */
function DayField({ label, value, onTake }: TakenFieldProps) {
  return (
    <TextField
      label={label}
      type="date"
      value={value?.slice(0, 10) ?? ''}
      onChange={({ target }) => onTake(target.value || undefined)}
    />
  )
}

const takeOnEnter = (event: { key: string; currentTarget: HTMLInputElement }) => {
  if (event.key === 'Enter') event.currentTarget.blur()
}

const wholeOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined
