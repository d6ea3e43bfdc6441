import { type Decimal, isNegative, isZero, toNumber } from '#money/decimal.ts'
import { formatCount } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { profitOf, type ProfitSum } from './sums.ts'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

const CELL = 'h-12.25 border border-hairline p-0 align-top'

const INSIDE = 'flex min-h-12 flex-col justify-between px-2 py-1 @max-[42rem]/calendar:px-1'

type ProfitCellProps = {
  /** Of a day or month: "3", "October". */
  name: string | number
  sum: ProfitSum | undefined
  /** The largest sum beside it, by which its ground is tinted. */
  largest: number
  label: string
  isChosen?: boolean
  /** It is of the period. */
  isOfPeriod?: boolean
  /** All of its orders are loaded. */
  isLoaded?: boolean
  onPress: () => void
}

export function ProfitCell(props: ProfitCellProps) {
  const { name, sum, largest, label, isChosen, onPress } = props
  const { isOfPeriod = true, isLoaded = true } = props
  const { areAmountsHidden } = useDisplayPreferences()
  if (!isOfPeriod || !isLoaded) {
    return (
      <td className={CELL}>
        <span className="block px-2 pt-1 text-caption text-ink-3 @max-[42rem]/calendar:px-1">
          {name}
        </span>
        {isOfPeriod && <span className="sr-only">not known</span>}
      </td>
    )
  }
  const left = sum && unvaluedText(sum)
  const background = sum && !areAmountsHidden ? tintOf(sum.profit, largest) : undefined
  return (
    <td className={CELL} style={{ background }}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={left ? `${label}, ${left}` : label}
        onClick={onPress}
        className={classNames(
          INSIDE,
          'size-full cursor-pointer text-left',
          isChosen === true
            ? 'inset-ring inset-ring-ink'
            : 'hover:inset-ring hover:inset-ring-hairline-2',
        )}
      >
        <CellHead name={name} sum={sum} />
        <span className="self-end">
          <CellAmount value={profitOf(sum)} largest={largest} hasColour={sum !== undefined} />
        </span>
      </button>
    </td>
  )
}

type TotalCellProps = Pick<ProfitCellProps, 'largest'> & {
  name: string
  sum: ProfitSum
  className?: string
}

export const TotalCell = ({ name, sum, largest, className }: TotalCellProps) => (
  <td className={classNames(CELL, className)}>
    <span className={INSIDE}>
      <CellHead name={name} sum={sum} isQuiet />
      <span className="self-end font-medium">
        {(sum.valued > 0 || sum.unvalued > 0) && (
          <CellAmount value={profitOf(sum)} largest={largest} reason={NO_PROFIT_GIVEN} />
        )}
      </span>
    </span>
  </td>
)

type CellHeadProps = {
  name: string | number
  sum: ProfitSum | undefined
  isQuiet?: boolean
}

/** With the number of rows that the sum leaves out; in small cells the month alone says it. */
function CellHead({ name, sum, isQuiet = false }: CellHeadProps) {
  const left = sum && unvaluedText(sum)
  const tone = isQuiet ? 'text-ink-3' : 'text-ink-2'
  return (
    <span
      className={`flex items-baseline justify-between gap-1 text-caption whitespace-nowrap ${tone}`}
    >
      {name}
      {left && (
        <span title={left} className="whitespace-nowrap text-ink-3 @max-[42rem]/calendar:hidden">
          <span aria-hidden="true">
            {formatCount(sum.unvalued)}
            {sum.unvalued < 100 && ' —'}
          </span>
          <span className="sr-only">{left}</span>
        </span>
      )}
    </span>
  )
}

type CellAmountProps = {
  value: Decimal | undefined
  largest: number
  reason?: string
  hasColour?: boolean
}

/** Width of a calendar from which a cell has room for cents. */
const hasCents = {
  hidden: '@max-[35rem]/calendar:hidden',
  shown: 'hidden @max-[35rem]/calendar:inline',
}
const WITHOUT_GLYPH = 1_000

/** Cents where the cell has room for them, else whole numbers: the title has every digit. */
function CellAmount({ value, largest, reason, hasColour = true }: CellAmountProps) {
  const props = { value, reason, hasColour, className: hasColour ? '' : 'text-ink-3' }
  return (
    <>
      <span className={classNames('@max-[42rem]/calendar:text-caption', hasCents.hidden)}>
        <Amount signed glyph={largest < WITHOUT_GLYPH} places={2} {...props} />
      </span>
      <span className={classNames('text-caption', hasCents.shown)}>
        <Amount signed glyph={false} places={0} {...props} />
      </span>
    </>
  )
}

export const largestOf = (sums: readonly (ProfitSum | undefined)[]): number =>
  Math.max(0, ...sums.map((sum) => (sum ? Math.abs(toNumber(sum.profit)) : 0)))

/** Parts of the largest sum from which a cell's ground is stronger. */
const STEPS = [
  { above: 0.55, strength: 100 },
  { above: 0.2, strength: 65 },
  { above: 0, strength: 35 },
]

function tintOf(profit: Decimal, largest: number): string | undefined {
  if (isZero(profit)) return undefined
  const share = Math.abs(toNumber(profit)) / largest
  const { strength } = STEPS.find(({ above }) => share > above) ?? { strength: 35 }
  const ground = isNegative(profit) ? 'var(--down-soft)' : 'var(--up-soft)'
  return `color-mix(in srgb, ${ground} ${strength}%, var(--canvas))`
}
