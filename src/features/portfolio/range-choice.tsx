import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { chipClass } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { dayIn } from '#ui/civil-day.ts'
import { Field } from '#ui/field.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Popover } from '#ui/popover.tsx'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { DAY, type NamedRange, type Range, rangeOfDays, RANGES } from './range.ts'
import { useEmptyRanges } from './use-empty-ranges.ts'

type RangeChoiceProps = {
  scope: string
  range: Range
  now: number
  /** The range that was chosen before one of one's own. */
  former: Range | undefined
  isFull?: boolean
  className: string
  onChange: (range: Range) => void
}

/** The ranges that have a name, and one between two days of one's own. */
export function RangeChoice(props: RangeChoiceProps) {
  const { scope, range, now, former, isFull = false, className, onChange } = props
  const whyEmpty = useEmptyRanges(scope)
  const isOwn = typeof range === 'object'
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start gap-2',
        !isOwn && 'min-[22.5rem]:max-sm:flex-nowrap',
        className,
      )}
    >
      {isOwn && former !== undefined && (
        <Button size="small" look="quiet" onClick={() => onChange(former)}>
          Undo
        </Button>
      )}
      <Segmented
        label="Range"
        value={isOwn ? '' : range}
        options={RANGES.map((value) => ({
          value: value as NamedRange | '',
          label: value === 'all' ? 'All' : value,
          reason: value === range ? undefined : whyEmpty(value),
        }))}
        onChange={(next) => next !== '' && onChange(next)}
        isFull={isFull}
      />
      <OwnRange
        key={isOwn ? `${range.from} ${range.to}` : ''}
        range={range}
        now={now}
        onChange={onChange}
      />
    </div>
  )
}

type OwnRangeProps = Pick<RangeChoiceProps, 'range' | 'now' | 'onChange'>

function OwnRange({ range, now, onChange }: OwnRangeProps) {
  const { timeZone } = useDisplayPreferences()
  const dayOf = dayIn(timeZone)
  const isOwn = typeof range === 'object'
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState(isOwn ? dayOf(range.from) : dayOf(now - 30 * DAY))
  const [last, setLast] = useState(isOwn ? dayOf(range.to - 1) : dayOf(now))
  const ofZone = timeZone === 'UTC' ? ', UTC' : ''
  const chosen = rangeOfDays(first, last, timeZone)
  return (
    <Popover
      label="Range of your own"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-pressed={isOwn}
          className={chipClass(isOwn ? 'max-sm:w-full max-sm:justify-center' : 'max-sm:mt-0.5')}
        >
          {isOwn ? titleOf(range, timeZone) : 'Custom'}
        </button>
      }
    >
      <form
        className="flex w-60 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!chosen) return
          setOpen(false)
          onChange(chosen)
        }}
      >
        <Field label={`First day${ofZone}`}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="date"
              value={first}
              max={dayOf(now)}
              onChange={({ target }) => setFirst(target.value)}
            />
          )}
        </Field>
        <Field
          label={`Last day${ofZone}`}
          error={chosen ? undefined : 'The last day comes before the first, or one is missing.'}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="date"
              value={last}
              max={dayOf(now)}
              onChange={({ target }) => setLast(target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" reason={chosen ? undefined : 'Choose two days.'}>
          Show range
        </Button>
        <p className="text-caption text-ink-3">Or draw over the chart with the mouse.</p>
      </form>
    </Popover>
  )
}

/** "1 Nov to 19 Nov": with the time of day when it is short. */
function titleOf(
  { from, to }: Exclude<Range, NamedRange>,
  zone: DisplayPreferences['timeZone'],
): string {
  const style = to - from < 2 * DAY ? 'short' : to - from > 300 * DAY ? 'date' : 'day'
  return `${formatInstant(from, style, zone)} to ${formatInstant(to - 1, style, zone)}`
}
