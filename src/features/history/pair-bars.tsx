import { useState } from 'react'

import { isNegative, toNumber } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'

import { profitOf, type ProfitSum, together } from './profit-sums.ts'
import { countText, NOTHING_TOLD, unvaluedText } from './words.ts'

type PairBarsProps = { pairs: readonly (readonly [pair: string, sum: ProfitSum])[] }

const SHOWN = 6

/** What each pair brought, the most profitable first; beyond a few, the others as one until wanted. */
export function PairBars({ pairs }: PairBarsProps) {
  const [isWhole, setWhole] = useState(false)
  if (pairs.length === 0) {
    return <p className="text-caption text-ink-3">No row tells a profit or loss.</p>
  }
  const shown = isWhole ? pairs : pairs.slice(0, SHOWN)
  const rest = isWhole ? [] : pairs.slice(SHOWN)
  const largest = Math.max(...pairs.map(([, { profit }]) => Math.abs(toNumber(profit)))) || 1
  const others = together(rest.map(([, sum]) => sum))
  return (
    <>
      <table className="w-full tabular-nums">
        <caption className="sr-only">Profit by pair, USD</caption>
        <tbody>
          {shown.map(([pair, sum]) => (
            <tr key={pair} className="h-7">
              <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap text-ink-2">
                {pair}
              </th>
              <td className="w-full" aria-hidden="true">
                <span
                  className={classNames('block h-2', sum.valued > 0 && 'min-w-px')}
                  style={{
                    width: `${(Math.abs(toNumber(sum.profit)) / largest) * 100}%`,
                    background: isNegative(sum.profit) ? 'var(--down)' : 'var(--up)',
                  }}
                />
              </td>
              <td className="px-3 text-right text-caption whitespace-nowrap text-ink-3">
                {unvaluedText(sum) ?? `${countText(sum.closed)} closed`}
              </td>
              <td className="text-right whitespace-nowrap">
                <Amount signed places={2} value={profitOf(sum)} reason={NOTHING_TOLD} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pairs.length > SHOWN && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="link touch text-caption"
        >
          {isWhole ? 'Show fewer' : `Show ${rest.length} more`}
          {rest.length > 0 && (
            <>
              , together <Amount places={2} value={profitOf(others)} />
              {others.unvalued > 0 && `, ${unvaluedText(others)}`}
            </>
          )}
        </button>
      )}
    </>
  )
}
