import { useMemo, useState } from 'react'

import { isNegative, toNumber } from '#money/decimal.ts'
import { codeWords, formatCount } from '#money/format.ts'
import { nonZero } from '#money/numbers.ts'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import { groupNames } from './narrowing.ts'
import { type Overview, profitByGroup, type Stretch } from './sums.ts'
import { isPrintRounded, Profit, StretchExport } from './profit.tsx'
import { GROUPS, type GroupKind } from './search.ts'
import { unvaluedText } from './words.ts'

const NAMES: Record<GroupKind, string> = {
  source: 'source',
  pair: 'pair',
  role: 'exit reason',
  tag: 'tag',
}

const OPTIONS = GROUPS.map((value) => ({ value, label: `By ${NAMES[value]}` }))

type ProfitByGroupProps = { overview: Overview; by: GroupKind; onBy: (by: GroupKind) => void }

export function ProfitByGroup({ overview, by, onBy }: ProfitByGroupProps) {
  const { trades, isWhole, profit } = overview
  const groups = useMemo(() => {
    const nameOf = groupNames(trades, by)
    return profitByGroup(trades, by).map(([group, sum]): Stretch => ({
      key: nameOf(group),
      sum,
      isWhole: true,
    }))
  }, [trades, by])
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
          {isWhole && groups.length > 0 && (
            <StretchExport overview={overview} kind={NAMES[by]} stretches={groups} />
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
      {!isWhole ? (
        <p className="text-caption text-ink-3">Not all orders are loaded.</p>
      ) : groups.length === 0 ? (
        <p className="text-caption text-ink-3">No order closed with a profit or loss yet.</p>
      ) : (
        <Groups overview={overview} by={by} groups={groups} />
      )}
    </Section>
  )
}

type GroupsProps = { overview: Overview; by: GroupKind; groups: readonly Stretch[] }

const FEW = 6

function Groups({ overview, by, groups }: GroupsProps) {
  const [areAllShown, setAllShown] = useState(false)
  const { period, profit, all } = overview
  const whole = all(codeWords(period.name), groups)
  const rest = areAllShown ? [] : groups.slice(FEW)
  const largest = nonZero(Math.max(...groups.map(sizeOf)))
  return (
    <>
      <table className="w-full tabular-nums">
        <caption className="sr-only">
          {profit} by {NAMES[by]}, USD
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{codeWords(NAMES[by])}</th>
            <th scope="col">Bar</th>
            <th scope="col">Profit</th>
            <th scope="col">Closing orders</th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, areAllShown ? undefined : FEW).map((group) => (
            <tr key={group.key} className="h-7 border-t border-hairline">
              <th
                scope="row"
                title={group.key}
                className="w-2/5 max-w-0 truncate pr-3 text-left font-normal text-ink-2 @max-[26rem]/groups:w-full"
              >
                {group.key}
              </th>
              <td className="w-2/5 @max-[26rem]/groups:hidden" aria-hidden="true">
                <span
                  className={classNames('block h-2', group.sum.valued > 0 && 'min-w-px')}
                  style={{
                    width: `${(sizeOf(group) / largest) * 100}%`,
                    background: isNegative(group.sum.profit) ? 'var(--down)' : 'var(--up)',
                  }}
                />
              </td>
              <Figures of={group} />
            </tr>
          ))}
          {rest.length > 0 && (
            <SumRow of={all(`${rest.length} more`, rest)} className="border-hairline text-ink-3" />
          )}
        </tbody>
        {/* { Orders with several tags count in each, so there is no total. */}
        {by !== 'tag' && (
          <tfoot>
            <SumRow of={whole} className="border-hairline-2 font-medium" />
          </tfoot>
        )}
      </table>
      <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
        {by === 'tag' && 'Orders with several tags count in each.'}
        {by !== 'tag' && isPrintRounded(groups, whole.sum) && 'Rounded.'}
        {groups.length > FEW && (
          <button type="button" onClick={() => setAllShown(!areAllShown)} className="link touch">
            {areAllShown ? 'Show fewer' : 'Show all'}
          </button>
        )}
      </p>
    </>
  )
}

const sizeOf = ({ sum }: Stretch): number => Math.abs(toNumber(sum.profit))

const SumRow = ({ of, className }: { of: Stretch; className: string }) => (
  <tr className={`h-7 border-t ${className}`}>
    <td>{of.key}</td>
    <td className="@max-[26rem]/groups:hidden" />
    <Figures of={of} />
  </tr>
)

const Figures = ({ of }: { of: Stretch }) => (
  <>
    <td className="text-right whitespace-nowrap">
      <Profit of={of} />
    </td>
    <td className="pl-3 text-right text-caption whitespace-nowrap text-ink-3">
      {unvaluedText(of.sum) ?? formatCount(of.sum.closed)}
    </td>
  </>
)
