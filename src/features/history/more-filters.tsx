import { useMemo } from 'react'

import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

import { choicesOf } from './narrowing.ts'
import type { HistoryModel } from './use-history.ts'

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const

const NET = 'Net, after the fees of both sides'
const GROSS = [{ value: 'gross', label: 'Gross, before fees' }] as const

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
        isWide
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
          isWide
          any="Any"
          value={search.tag}
          options={tags}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      {(hasFees || search.profit === 'gross') && (
        <Choice
          label="Profit"
          isWide
          any={NET}
          value={search.profit === 'gross' ? 'gross' : undefined}
          options={GROSS}
          onChange={(profit) => onChange({ profit: profit === undefined ? 'net' : 'gross' })}
        />
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  /** The choice of none of the options. */
  any: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
  isWide?: boolean
}

/** Offers the value of the address also if no row has it. */
function Choice({ label, any, value, options, onChange, isWide = false }: ChoiceProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Field label={label} className={isWide ? 'col-span-2' : undefined}>
      {(wiring) => (
        <Select
          {...wiring}
          value={value ?? ''}
          options={[
            { value: '', label: any },
            ...options,
            ...(isKnown ? [] : [{ value, label: value }]),
          ]}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )}
    </Field>
  )
}
