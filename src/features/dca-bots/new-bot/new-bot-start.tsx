import { type DealStartCondition, START_CONDITIONS } from '#contract/dca-bots.ts'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'

import type { NewBotPart } from './new-bot-field.tsx'
import { useConditions } from './use-conditions.ts'
import { plainStart, startInShort } from '../words.ts'

const ORDERS = [
  { value: 'market', label: 'At market' },
  { value: 'limit', label: 'Limit' },
] as const

/** When a deal is opened, as the service describes it, and with which order. */
export function NewBotStart({ part }: { part: NewBotPart }) {
  const { values, errors, onChange } = part
  const told = useConditions()
  const condition = told?.find(({ id }) => id === values.start_condition)
  const offered = START_CONDITIONS.filter((id) => told?.some((each) => each.id === id) ?? true)
  return (
    <div className="grid gap-3">
      <Field label="Starts a deal" error={errors['start_condition']?.[0]}>
        {(wiring) => (
          <Select
            {...wiring}
            value={values.start_condition}
            options={offered.map((id) => ({ value: id, label: nameOf(id, told) }))}
            onChange={({ target }) => {
              const chosen = offered.find((id) => id === target.value)
              if (chosen) onChange({ start_condition: chosen })
            }}
          />
        )}
      </Field>
      <p className="-mt-1.5 text-caption text-ink-3">
        {condition?.description ?? plainStart(values)}
      </p>
      <Segmented
        label="Opens it"
        isLabelVisible
        value={values.start_order_type}
        options={ORDERS}
        onChange={(start_order_type) => onChange({ start_order_type })}
      />
    </div>
  )
}

const nameOf = (
  id: (typeof START_CONDITIONS)[number],
  told: readonly DealStartCondition[] | undefined,
): string => told?.find((each) => each.id === id)?.name ?? startInShort(id) ?? id
