import { useMemo } from 'react'

import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

import { choicesOf } from './narrowing.ts'
import type { HistoryModel } from './use-history.ts'

const ANY = ''

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const

/** Filters by what orders say of themselves, which no service filters by. */
export function MoreFilters({ history }: { history: HistoryModel }) {
  const { search, rows, onChange } = history
  const sources = useMemo(() => choicesOf(rows, 'source'), [rows])
  const roles = useMemo(() => choicesOf(rows, 'role'), [rows])
  const tags = useMemo(() => choicesOf(rows, 'tag'), [rows])
  const hasFees = rows.some(({ profit }) => profit?.fees !== undefined)
  return (
    <div className="grid w-72 max-w-full grid-cols-2 gap-x-2 gap-y-3">
      <Choice
        label="Placed by"
        className="col-span-2"
        any="Anything"
        value={search.source}
        options={sources}
        onChange={(source) => onChange({ source })}
      />
      <Choice
        label="Side"
        any="Both"
        value={search.side}
        options={SIDES}
        onChange={(side) => onChange({ side: SIDES.find(({ value }) => value === side)?.value })}
      />
      <Choice
        label="Purpose"
        any="Any"
        value={search.role}
        options={roles}
        onChange={(role) => onChange({ role })}
      />
      {(tags.length > 0 || search.tag !== undefined) && (
        <Choice
          label="Tag of the SmartTrade"
          className="col-span-2"
          any="Any"
          value={search.tag}
          options={tags}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      {(hasFees || search.profit === 'gross') && (
        <Field label="Profit" className="col-span-2">
          {(wiring) => (
            <Select
              {...wiring}
              value={search.profit}
              options={[
                { value: 'net', label: 'Net, after the fees of both sides' },
                { value: 'gross', label: 'Gross, before fees' },
              ]}
              onChange={({ target }) =>
                onChange({ profit: target.value === 'gross' ? 'gross' : 'net' })
              }
            />
          )}
        </Field>
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  any: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
  className?: string
}

/** What the address asks for is there to be seen, though no rows row says it. */
function Choice({ label, any, value, options, onChange, className }: ChoiceProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Field label={label} className={className}>
      {(wiring) => (
        <Select
          {...wiring}
          value={value ?? ANY}
          options={[
            { value: ANY, label: any },
            ...options,
            ...(isKnown ? [] : [{ value, label: value }]),
          ]}
          onChange={({ target }) => onChange(target.value === ANY ? undefined : target.value)}
        />
      )}
    </Field>
  )
}
