import type { DcaBot } from '#contract/dca-bots.ts'
import { valueScale } from '#charts/scale.ts'
import { useWidth } from '#charts/use-width.ts'
import { fromNumber, toNumber } from '#money/decimal.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { Section } from '#ui/page.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { type DealEstimate, pricePlaces } from './ladder.ts'

type DealPictureProps = { bot: DcaBot; estimate: DealEstimate }

const PRICES = 290
const SIZES = { top: 330, bottom: 372 }
const HEIGHT = 396
const GUTTER = 64
const MARK = 22

/** Order, average and target after each order, and how large each order is. */
export function DealPicture({ bot, estimate }: DealPictureProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const [box, width] = useWidth<HTMLDivElement>()
  const steps = estimate.steps.map((step) => ({
    index: step.index,
    order: toNumber(step.price),
    average: toNumber(step.average),
    target: toNumber(step.takeProfit),
    size: toNumber(step.size),
  }))
  const first = estimate.steps[0]
  const last = estimate.steps.at(-1)
  if (!first || !last) return null

  const scale = valueScale(
    steps.flatMap(({ order, average, target }) => [order, average, target]),
    6,
  )
  const most = Math.max(...steps.map(({ size }) => size))
  const plot = Math.max(0, width - GUTTER)
  const slot = plot / steps.length
  const mark = Math.min(MARK, slot * 0.6)
  const x = (index: number) => slot * (index + 0.5)
  const y = (price: number) =>
    14 + (1 - (price - scale.low) / (scale.high - scale.low)) * (PRICES - 14)
  const price = (value: number) =>
    formatAmount(fromNumber(value), { places: pricePlaces(estimate) })
  const label = (index: number) => (index === 0 ? 'Base' : `${index}`)
  // Labels closer than this would touch.
  const every = Math.ceil(28 / Math.max(1, slot))
  return (
    <Section title="After each order" actions={<Legend />}>
      <div ref={box} style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={`${bot.pair ?? 'The pair'}: orders from ${formatAmount(first.price)} to ${formatAmount(last.price)}, average ${formatAmount(last.average, { places: pricePlaces(estimate) })}, target ${formatAmount(last.takeProfit, { places: pricePlaces(estimate) })}`}
            width={width}
            height={HEIGHT}
            className="block"
          >
            {scale.ticks.map((tick) => (
              <g key={tick}>
                <path d={`M0 ${Math.round(y(tick)) + 0.5}H${plot}`} stroke="var(--hairline)" />
                <text {...TEXT} x={width} y={y(tick) + 4} textAnchor="end">
                  {price(tick)}
                  {estimate.counted === 'percent' && '%'}
                </text>
              </g>
            ))}
            {steps.map(({ index, order, average, target, size }) => {
              const left = x(index) - mark / 2
              const bar = most > 0 ? (size / most) * (SIZES.bottom - SIZES.top) : 0
              return (
                <g key={index}>
                  <path
                    d={`M${x(index)} ${y(target)}V${y(order)}`}
                    stroke="var(--edge)"
                    strokeDasharray="1 3"
                  />
                  <path d={`M${left} ${y(target)}h${mark}`} stroke="var(--up)" strokeWidth={2} />
                  <path d={`M${left} ${y(average)}h${mark}`} stroke="var(--text)" strokeWidth={2} />
                  <path d={`M${left} ${y(order)}h${mark}`} stroke="var(--accent)" strokeWidth={4} />
                  <rect
                    x={left}
                    y={SIZES.bottom - bar}
                    width={mark}
                    height={bar}
                    fill="var(--accent)"
                    opacity={0.55}
                  />
                  {(index === 0 || index % every === 0) && (
                    <text {...TEXT} x={x(index)} y={HEIGHT - 2} textAnchor="middle">
                      {label(index)}
                    </text>
                  )}
                </g>
              )
            })}
            <path d={`M0 ${SIZES.bottom + 0.5}H${plot}`} stroke="var(--hairline-2)" />
            <text {...TEXT} x={width} y={SIZES.top + 4} textAnchor="end">
              {areAmountsHidden ? HIDDEN : formatAmount(fromNumber(most), { places: 0 })}
            </text>
            <text {...TEXT} x={width} y={HEIGHT - 2} textAnchor="end">
              Size
            </text>
          </svg>
        )}
      </div>
    </Section>
  )
}

const TEXT = { fontSize: 12, fill: 'var(--text-3)', className: 'tabular-nums' } as const

const LEGEND = [
  { words: 'Target', mark: 'h-0.5 bg-up' },
  { words: 'Average', mark: 'h-0.5 bg-ink' },
  { words: 'Order', mark: 'h-1 bg-accent' },
]

function Legend() {
  return (
    <span aria-hidden="true" className="flex gap-4 text-caption text-ink-2">
      {LEGEND.map(({ words, mark }) => (
        <span key={words} className="flex items-center gap-1">
          <span className={`w-2.5 ${mark}`} />
          {words}
        </span>
      ))}
    </span>
  )
}
