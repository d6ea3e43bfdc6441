import { useMemo, useState } from 'react'

import { isNegative, toNumber } from '#money/decimal.ts'
import { formatCount } from '#money/format.ts'
import { nonZero } from '#money/numbers.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { codeWords } from '#money/words.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import type { OverviewProps } from './overview-props.ts'
import { groupNames } from './narrowing.ts'
import { GROUPS, type GroupKind } from './search.ts'
import { type Stretch, StretchExport } from './stretches.tsx'
import { profitByGroup, profitOf, type ProfitSum, together } from './sums.ts'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

const NAMES: Record<GroupKind, string> = {
  source: 'source',
  pair: 'pair',
  role: 'exit reason',
  tag: 'tag',
}

const OPTIONS = GROUPS.map((value) => ({ value, label: `By ${NAMES[value]}` }))

type ProfitByGroupProps = Pick<
  OverviewProps,
  'period' | 'trades' | 'coverage' | 'source' | 'profit'
> & { by: GroupKind; onBy: (by: GroupKind) => void }

/** Profit of each source, pair, exit reason or tag, the most profitable first, and their total. */
export function ProfitByGroup(props: ProfitByGroupProps) {
  const { by, onBy, trades, coverage, profit } = props
  const groups = useMemo(() => {
    const nameOf = groupNames(trades, by)
    return profitByGroup(trades, by).map(([group, sum]): Stretch => ({
      key: nameOf(group),
      sum,
      isWhole: true,
    }))
  }, [trades, by])
  const title = `${profit} by ${NAMES[by]}, USD`
  return (
    <Section
      className="@container/groups"
      title={
        <>
          {profit}
          <span className="sr-only"> by {NAMES[by]}, USD</span>
        </>
      }
      actions={
        <>
          {coverage.isWhole && groups.length > 0 && (
            <StretchExport {...props} kind={NAMES[by]} stretches={groups} />
          )}
          <Select
            isChip
            aria-label="Profit by"
            value={by}
            options={OPTIONS}
            onChange={({ target }) => onBy(target.value as GroupKind)}
          />
        </>
      }
    >
      {!coverage.isWhole ? (
        <p className="text-caption text-ink-3">Not all orders are loaded.</p>
      ) : groups.length === 0 ? (
        <p className="text-caption text-ink-3">No order closed with a profit or loss yet.</p>
      ) : (
        <Groups {...props} groups={groups} title={title} />
      )}
    </Section>
  )
}

type GroupsProps = ProfitByGroupProps & { groups: readonly Stretch[] }

const FEW = 6

function Groups({ by, groups, period, title }: GroupsProps & { title: string }) {
  const [areAllShown, setAllShown] = useState(false)
  const sums = groups.map(({ sum }) => sum)
  const whole = together(sums)
  const rest = areAllShown ? [] : sums.slice(FEW)
  const others = together(rest)
  const largest = nonZero(Math.max(...sums.map(sizeOf)))
  return (
    <>
      <table className="w-full tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{codeWords(NAMES[by])}</th>
            <th scope="col">Bar</th>
            <th scope="col">Profit</th>
            <th scope="col">Closing orders</th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, areAllShown ? undefined : FEW).map(({ key, sum }) => (
            <tr key={key} className="h-7 border-t border-hairline">
              <th
                scope="row"
                title={key}
                className="w-2/5 max-w-0 truncate pr-3 text-left font-normal text-ink-2 @max-[26rem]/groups:w-full"
              >
                {key}
              </th>
              <td className="w-2/5 @max-[26rem]/groups:hidden" aria-hidden="true">
                <span
                  className={classNames('block h-2', sum && sum.valued > 0 && 'min-w-px')}
                  style={{
                    width: `${(sizeOf(sum) / largest) * 100}%`,
                    background: sum && isNegative(sum.profit) ? 'var(--down)' : 'var(--up)',
                  }}
                />
              </td>
              <Figures sum={sum} />
            </tr>
          ))}
          {rest.length > 0 && (
            <tr className="h-7 border-t border-hairline text-ink-3">
              <td>{rest.length} more</td>
              <td className="@max-[26rem]/groups:hidden" />
              <Figures sum={others} />
            </tr>
          )}
        </tbody>
        {/* An order with several tags counts in each: they have no total. */}
        {by !== 'tag' && (
          <tfoot>
            <tr className="h-7 border-t border-hairline-2 font-medium">
              <td>{codeWords(period.name)}</td>
              <td className="@max-[26rem]/groups:hidden" />
              <Figures sum={whole} />
            </tr>
          </tfoot>
        )}
      </table>
      <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
        {by === 'tag' && 'Orders with several tags count in each.'}
        {!isPrintedSum(sums.map(profitOf), profitOf(whole), 2) && by !== 'tag' && 'Rounded.'}
        {groups.length > FEW && (
          <button type="button" onClick={() => setAllShown(!areAllShown)} className="link touch">
            {areAllShown ? 'Show fewer' : 'Show all'}
          </button>
        )}
      </p>
    </>
  )
}

const sizeOf = (sum: ProfitSum | undefined): number => (sum ? Math.abs(toNumber(sum.profit)) : 0)

const Figures = ({ sum }: { sum: ProfitSum | undefined }) => (
  <>
    <td className="text-right whitespace-nowrap">
      <Amount signed places={2} value={profitOf(sum)} reason={NO_PROFIT_GIVEN} />
    </td>
    <td className="pl-3 text-right text-caption whitespace-nowrap text-ink-3">
      {(sum && unvaluedText(sum)) ?? formatCount(sum?.closed ?? 0)}
    </td>
  </>
)
