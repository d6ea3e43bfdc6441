import { type ReactElement, type ReactNode, useState } from 'react'

import { Button } from './button.tsx'
import { useDisplayPreferences } from './display-preferences.tsx'
import { Popover } from './popover.tsx'
import { TextField } from './text-input.tsx'

type DaysChoiceProps = {
  label: string
  align?: 'end'
  trigger: ReactElement
  /** Initial days. */
  first: string
  last: string
  today: string
  submitLabel: string
  note?: ReactNode
  /** Both days are included. */
  onChoose: (first: string, last: string) => void
}

/** No exchange has older figures. */
const EARLIEST = '2010-01-01'

/** Reason for an invalid range. */
export function daysProblem(first: string, last: string): string | undefined {
  if (first === '' || last === '') return 'Choose two days.'
  if (last < first) return 'The last day comes before the first.'
  return first < EARLIEST ? 'Choose days from 2010 on.' : undefined
}

export function DaysChoice(props: DaysChoiceProps) {
  const { label, align, trigger, today, submitLabel, note, onChoose } = props
  const { timeZone } = useDisplayPreferences()
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState(props.first)
  const [last, setLast] = useState(props.last)
  const problem = daysProblem(first, last)
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
          if (problem !== undefined) return
          setOpen(false)
          onChoose(first, last)
        }}
      >
        {day('First day', first, setFirst)}
        {day('Last day', last, setLast, last === '' || last >= first ? undefined : problem)}
        <Button type="submit" look="primary" reason={problem}>
          {submitLabel}
        </Button>
        {note}
      </form>
    </Popover>
  )
}
