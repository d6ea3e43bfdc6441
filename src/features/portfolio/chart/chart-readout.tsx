import type { ReactNode } from 'react'

import { LegendMark } from '#charts/time-series.tsx'
import { type Decimal, fromNumber } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Percent } from '#ui/percent.tsx'

import { UNIT_PLACES } from '../unit.ts'
import type { Moment } from './balance-lines.ts'

/** The lines beside the value, each of which can be put away. */
export type LineName = 'other' | 'paidIn'

type ChartReadoutProps = {
  unit: Unit
  moment: Moment
  /** Points lie closer than a day apart, so the time of day matters. */
  hasClock: boolean
  shown: ReadonlySet<LineName>
  onToggle: (line: LineName) => void
  /** Stands at the right end. */
  children: ReactNode
}

/** The line above the chart: everything of the instant pointed at, else of the last one. */
export function ChartReadout(props: ChartReadoutProps) {
  const { unit, moment, hasClock, shown, onToggle, children } = props
  const { timeZone } = useDisplayPreferences()
  const places = UNIT_PLACES[unit]
  return (
    <>
      <span className="min-w-28 font-medium tabular-nums max-sm:min-w-0 max-sm:text-caption">
        {hasClock ? (
          <>
            <span className="max-sm:hidden">{formatInstant(moment.at, 'minute', timeZone)}</span>
            <span className="sm:hidden">{formatInstant(moment.at, 'short', timeZone)}</span>
          </>
        ) : (
          formatInstant(moment.at, 'weekday', timeZone)
        )}
      </span>
      <Item mark={<LegendMark of="value" />} name="Value">
        <Strong value={fromNumber(moment.value)} places={places} />
      </Item>
      <span className="contents max-sm:order-1 max-sm:flex max-sm:w-full max-sm:gap-5">
        <LineToggle
          isOn={shown.has('other')}
          mark={<LegendMark of="comparison" />}
          name={unit === 'usd' ? 'Held in BTC' : 'Held in USD'}
          onToggle={() => onToggle('other')}
        >
          <Strong value={decimalOf(moment.other)} places={places} />
        </LineToggle>
        <LineToggle
          isOn={shown.has('paidIn')}
          mark={<LegendMark of="deposits" />}
          name="Start and deposits"
          onToggle={() => onToggle('paidIn')}
        >
          <Strong value={decimalOf(moment.paidIn)} places={places} />
        </LineToggle>
      </span>
      <Item name="Profit">
        <Amount signed value={decimalOf(moment.profit)} places={places} />
      </Item>
      <Item name="Drawdown" className="max-sm:hidden">
        <Percent value={decimalOf(moment.drawdown)} signed hasColour={false} glyph={false} />
      </Item>
      <span className="ml-auto flex items-center gap-3">
        <span className="text-caption text-ink-3 max-xl:hidden">Arrow keys move the cursor</span>
        {children}
      </span>
    </>
  )
}

const decimalOf = (value: number | undefined): Decimal | undefined =>
  value === undefined ? undefined : fromNumber(value)

const Strong = (props: { value: Decimal | undefined; places: number }) => (
  <Amount {...props} mainPlaces={props.places} className="font-medium text-ink" />
)

type ItemProps = {
  mark?: ReactNode
  name: string
  className?: string | undefined
  children: ReactNode
}

const Item = ({ mark, name, className, children }: ItemProps) => (
  <span className={classNames('inline-flex items-center gap-2 text-caption text-ink-2', className)}>
    <span className="inline-flex items-center gap-2 max-sm:sr-only">
      {mark}
      {name}
    </span>
    {children}
  </span>
)

type LineToggleProps = ItemProps & { isOn: boolean; onToggle: () => void }

function LineToggle({ isOn, onToggle, mark, name, children }: LineToggleProps) {
  return (
    <span className="inline-flex items-center gap-2 text-caption text-ink-2">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onToggle}
        className={classNames(
          'touch inline-flex h-6 items-center gap-2 rounded-s hover:text-ink',
          !isOn && 'text-ink-3 line-through decoration-edge',
        )}
      >
        {mark}
        {name}
      </button>
      {isOn && <span className="max-sm:hidden">{children}</span>}
    </span>
  )
}
