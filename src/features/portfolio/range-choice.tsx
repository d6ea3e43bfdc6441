import { useIsFetching, useQueryClient } from '@tanstack/react-query'

import { lineOf } from '#contract/endpoint.ts'
import { getBalanceHistory } from '#contract/exchanges.ts'
import { useService } from '#query/service.tsx'
import type { BalanceColumns } from '#trading/balance-flow.ts'
import { Button } from '#ui/button.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { dayIn } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { DaysChoice } from '#ui/days-choice.tsx'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Segmented } from '#ui/segmented.tsx'

import type { balanceHistoryOf } from './queries.ts'
import {
  DAY,
  type NamedRange,
  type Range,
  rangeOfDays,
  RANGES,
  rangeStart,
  type Zone,
} from './range.ts'

type RangeChoiceProps = {
  scope: string
  range: Range
  now: number
  former: Range | undefined
  isFull?: boolean
  className: string
  onChange: (range: Range) => void
}

export function RangeChoice(props: RangeChoiceProps) {
  const { scope, range, now, former, isFull = false, className, onChange } = props
  const whyEmpty = useEmptyRanges(scope)
  const isOwn = typeof range === 'object'
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start gap-2',
        !isOwn && 'min-[22.5rem]:narrow:flex-nowrap',
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
  return (
    <DaysChoice
      label="Range of your own"
      align="end"
      trigger={
        <button
          type="button"
          aria-pressed={isOwn}
          className={chipClass(isOwn ? 'narrow:w-full narrow:justify-center' : 'narrow:mt-0.5')}
        >
          {isOwn ? titleOf(range, timeZone) : 'Custom'}
        </button>
      }
      first={dayOf(isOwn ? range.from : now - 30 * DAY)}
      last={dayOf(isOwn ? range.to - 1 : now)}
      today={dayOf(now)}
      submitLabel="Show range"
      note={<p className="text-caption text-ink-3">Or draw over the chart with the mouse.</p>}
      onChoose={(first, last) => onChange(rangeOfDays(first, last, timeZone))}
    />
  )
}

/** "1 Nov to 19 Nov", with the time of day for short ranges. */
function titleOf(
  { from, to }: Exclude<Range, NamedRange>,
  zone: DisplayPreferences['timeZone'],
): string {
  const style = to - from < 2 * DAY ? 'short' : to - from > 300 * DAY ? 'date' : 'day'
  return `${formatInstant(from, style, zone)} to ${formatInstant(to - 1, style, zone)}`
}

const queryKey = [lineOf(getBalanceHistory)]

function useEmptyRanges(scope: string): (range: NamedRange) => string | undefined {
  const client = useQueryClient()
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  // Draws again when a history read starts or ends.
  useIsFetching({ queryKey })
  const known = client
    .getQueryCache()
    .findAll({ queryKey })
    .flatMap(({ queryKey: key, state }): Known[] => {
      const [, { params, query }] = key as ReturnType<typeof balanceHistoryOf>['queryKey']
      if (state.data === undefined || params.id !== scope || query.date_to !== undefined) return []
      const readAt = clock.serviceTime(state.dataUpdatedAt)
      return [{ from: query.date_from, readAt, instants: (state.data as BalanceColumns).at }]
    })
  const empty = emptyRanges(known, timeZone)
  return (range) => {
    const begins = empty.get(range)
    if (begins === undefined) return undefined
    return begins === null
      ? 'There is no point in this range.'
      : `The history begins on ${formatInstant(begins, 'date', timeZone)}: a shorter range shows all of it.`
  }
}

/** Balance history that was read: its start, time of reading and sorted instants. */
type Known = { from: number; readAt: number; instants: Float64Array }

/**
 * Named ranges that would show no more than a shorter one, as far as read; nothing is known beyond
 * the longest read. Each has the start of the history, or `null` without a point in it.
 */
export function emptyRanges(
  known: readonly Known[],
  zone: Zone,
): ReadonlyMap<NamedRange, number | null> {
  const empty = new Map<NamedRange, number | null>()
  for (const [index, range] of RANGES.entries()) {
    if (range === 'all') continue
    const shorter = RANGES[index - 1]
    for (const { from, readAt, instants } of known) {
      const start = rangeStart(range, readAt, zone)
      if (from > start) continue
      const begins = instants[0]
      if (begins === undefined || (instants.at(-1) ?? begins) < start) {
        empty.set(range, null)
      } else if (shorter !== undefined && begins > rangeStart(shorter, readAt, zone)) {
        empty.set(range, begins)
      }
    }
  }
  return empty
}
