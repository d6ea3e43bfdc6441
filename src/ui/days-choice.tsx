import { type ReactElement, type ReactNode, useState } from 'react'

import { Button } from './button.tsx'
import { useDisplayPreferences } from './display-preferences.tsx'
import { Popover } from './popover.tsx'
import { TextField } from './text-input.tsx'

type DaysChoiceProps = {
  label: string
  align?: 'end'
  trigger: ReactElement
  /** The days as first proposed. */
  first: string
  last: string
  today: string
  submitLabel: string
  /** Text below the button. */
  note?: ReactNode
  /** Both days are included. */
  onChoose: (first: string, last: string) => void
}

/** No exchange has figures from before. */
const EARLIEST = '2010-01-01'
const OUT_OF_ORDER = 'The last day comes before the first, or one is missing.'

/** True for two days in order; false if one is missing. */
export const areInOrder = (first: string, last: string): boolean =>
  first >= EARLIEST && first <= last

/** A popover with a first and a last day. */
export function DaysChoice(props: DaysChoiceProps) {
  const { label, align, trigger, today, submitLabel, note, onChoose } = props
  const { timeZone } = useDisplayPreferences()
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState(props.first)
  const [last, setLast] = useState(props.last)
  const isSpan = areInOrder(first, last)
  const day = (name: string, value: string, onDay: (day: string) => void, error?: string) => (
    <TextField
      label={name + (timeZone === 'UTC' ? ', UTC' : '')}
      error={error}
      type="date"
      value={value}
      max={today}
      onChange={({ target }) => onDay(target.value)}
    />
  )
  return (
    <Popover label={label} align={align} isOpen={isOpen} onOpenChange={setOpen} trigger={trigger}>
      <form
        className="flex w-60 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSpan) return
          setOpen(false)
          onChoose(first, last)
        }}
      >
        {day('First day', first, setFirst)}
        {day('Last day', last, setLast, isSpan ? undefined : OUT_OF_ORDER)}
        <Button type="submit" look="primary" reason={isSpan ? undefined : 'Choose two days.'}>
          {submitLabel}
        </Button>
        {note}
      </form>
    </Popover>
  )
}
