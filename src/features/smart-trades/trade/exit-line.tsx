import { pricePlaces } from '#market/price.tsx'
import { formatAmount } from '#money/format.ts'

import { planExitLine } from './exit-marks.ts'
import { directionOf, progressOf } from '../progress.ts'
import type { Trade } from '../trade-facts.ts'

const WIDTH = 391
const MIDDLE = 32
const EDGE = 2

/** The drawer's large bar: stop, entry, every target and the present price, with their figures. */
export function ExitLine({ trade }: { trade: Trade }) {
  const write = (price: Parameters<typeof formatAmount>[0]) =>
    formatAmount(price, { places: pricePlaces(price) })
  const plan = planExitLine(trade, WIDTH - 2 * EDGE, write)
  if (!plan) return null
  const direction = directionOf(trade)
  const colour = { up: 'var(--up)', down: 'var(--down)', none: 'var(--text-3)' }[direction]
  const { marks, entryX, nowX } = plan
  return (
    <div className="border-b border-hairline pt-3.5 pb-2.5">
      <svg
        viewBox={`0 0 ${WIDTH} 64`}
        role="img"
        aria-label={progressOf(trade)?.label ?? 'Stop, entry and targets'}
        className="w-full tabular-nums"
      >
        <path d={`M${EDGE} ${MIDDLE}H${WIDTH - EDGE}`} stroke="var(--hairline-2)" strokeWidth={3} />
        {direction !== 'none' && entryX !== undefined && nowX !== undefined && (
          <path
            d={`M${EDGE + Math.min(entryX, nowX)} ${MIDDLE}H${EDGE + Math.max(entryX, nowX)}`}
            stroke={colour}
            strokeWidth={3}
          />
        )}
        {marks.map((mark) => (
          <g key={mark.name} transform={`translate(${EDGE + mark.x} 0)`}>
            <path
              d={`M0 ${MIDDLE - 6}v12`}
              stroke={mark.isEntry ? 'var(--text)' : 'var(--text-3)'}
              strokeWidth={1.5}
            />
            {mark.hasWords && (
              <g textAnchor={mark.anchor} fontSize={12}>
                <text y={14} fill="var(--text-2)">
                  {mark.name}
                </text>
                <text y={60} fill="var(--text-3)">
                  {write(mark.price)}
                </text>
              </g>
            )}
          </g>
        ))}
        {nowX !== undefined && (
          <circle
            cx={EDGE + nowX}
            cy={MIDDLE}
            r={5.5}
            fill={direction === 'none' ? 'var(--overlay)' : colour}
            stroke={direction === 'none' ? 'var(--text-3)' : 'var(--overlay)'}
            strokeWidth={2}
          />
        )}
      </svg>
    </div>
  )
}
