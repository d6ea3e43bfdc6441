import { formatAmount } from '#money/format.ts'
import { type Decimal, negate } from '#money/decimal.ts'

import { useReading } from '#ui/reading.tsx'

import { moneyPlaces } from './money-places.ts'
import { type PictureLine, type PicturePlan, planPicture } from './picture-plan.ts'
import { pricePlaces } from './price.tsx'
import { useTicket } from './ticket-context.ts'
import { useRecentPrices } from './use-recent-prices.ts'

const WIDTH = 360
const HEIGHT = 676
const AXIS = 276

/** The trade on a price axis: entry, every target, the stop, break-even and the present price. */
export function TradePicture() {
  const { preview, market, values, quote } = useTicket()
  const { targets, stop } = preview
  const prices = useRecentPrices(values.pair.trim(), market.view.price)
  const { areAmountsHidden } = useReading()
  const result = (profit: Decimal | undefined) =>
    profit === undefined || areAmountsHidden
      ? ''
      : `, ${formatAmount(profit, { signed: true, places: moneyPlaces(quote, profit) })}`
  const entryWords =
    values.type === 'smart_sell' || values.type === 'smart_buy'
      ? 'Entry, held'
      : `Entry, ${values.type.startsWith('simple') ? 'market' : values.position.order_type}`
  const plan = planPicture(
    preview,
    market.view.price,
    {
      entry: entryWords,
      stop: `Stop, ${stop?.orderType ?? 'market'}`,
      target: (index) => {
        const trailing = targets[index]?.trailing
        const name = targets.length === 1 ? 'Target' : `Target ${index + 1}`
        return trailing === undefined ? name : `${name}, trails ${formatAmount(trailing)}%`
      },
      targetDetail: (index) => {
        const { volume, profit } = targets[index] ?? {}
        return `${volume === undefined ? '—' : formatAmount(volume)}%${result(profit)}`
      },
      stopDetail: `100%${result(stop?.loss && negate(stop.loss))}`,
    },
    HEIGHT,
  )
  return (
    <section aria-label="Picture of the trade" className="min-w-0">
      <div className="mb-2.5 flex h-7 items-center justify-between border-b border-hairline-2">
        <h2 className="font-semibold">Picture of the trade</h2>
      </div>
      {plan ? (
        <Drawing plan={plan} prices={prices} />
      ) : (
        <p className="max-w-60 py-2 text-ink-2">
          Entry, targets and stop are drawn here as soon as they have prices.
        </p>
      )}
    </section>
  )
}

const write = (price: Decimal): string => formatAmount(price, { places: pricePlaces(price) })

type DrawingProps = { plan: PicturePlan; prices: readonly number[] }

function Drawing({ plan, prices }: DrawingProps) {
  const { lines, profitZone, lossZone, yOf } = plan
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Prices of the trade: ${lines.map(inWords).join(', ')}`}
      className="w-full max-w-110 text-[0.75rem]"
    >
      <Zone zone={profitZone} fill="var(--up-soft)" opacity={0.55} />
      <Zone zone={lossZone} fill="var(--down-soft)" opacity={0.7} />
      <Course ys={prices.map(yOf)} />
      {lines.map((line) => (
        <Line key={`${line.kind} ${line.name}`} line={line} />
      ))}
    </svg>
  )
}

const KIND_WORDS: Record<PictureLine['kind'], string> = {
  target: 'target',
  stop: 'stop',
  entry: 'entry',
  'break-even': 'break-even',
  now: 'last price',
}

const inWords = ({ kind, price }: PictureLine): string => `${KIND_WORDS[kind]} ${write(price)}`

type ZoneProps = { zone: [number, number] | undefined; fill: string; opacity: number }

const Zone = ({ zone, fill, opacity }: ZoneProps) =>
  zone && <rect y={zone[0]} width={AXIS} height={zone[1] - zone[0]} fill={fill} opacity={opacity} />

const COURSE_WIDTH = 168

/** How the price got here in the last day. */
function Course({ ys }: { ys: readonly number[] }) {
  const end = ys.at(-1)
  if (end === undefined) return null
  const step = COURSE_WIDTH / Math.max(1, ys.length - 1)
  const points = ys.map((y, index) => `${(index * step).toFixed(1)} ${y.toFixed(1)}`)
  const endX = ys.length === 1 ? AXIS - 4 : COURSE_WIDTH
  return (
    <>
      {points.length > 1 && (
        <path d={`M${points.join('L')}`} fill="none" stroke="var(--text-3)" strokeWidth={1.2} />
      )}
      <circle cx={endX} cy={end} r={3} fill="var(--text)" />
    </>
  )
}

const COLOURS: Record<PictureLine['kind'], { line: string; tag: string; text: string }> = {
  target: { line: 'var(--up)', tag: 'var(--up-soft)', text: 'var(--up)' },
  stop: { line: 'var(--down)', tag: 'var(--down-soft)', text: 'var(--down)' },
  entry: { line: 'var(--text)', tag: 'var(--active)', text: 'var(--text)' },
  now: { line: 'var(--text-3)', tag: 'var(--active)', text: 'var(--text-2)' },
  'break-even': { line: 'var(--text-3)', tag: '', text: 'var(--text-2)' },
}

function Line({ line }: { line: PictureLine }) {
  const { kind, name, price, y, tagY, detail } = line
  const colours = COLOURS[kind]
  // The entry's words lie under its line, where break-even's would run into them.
  const wordsY = kind === 'entry' ? y + 14 : y - 6
  return (
    <g>
      {kind !== 'now' && (
        <path
          d={`M0 ${y}H${AXIS}`}
          stroke={colours.line}
          strokeDasharray={kind === 'break-even' ? '3 3' : undefined}
        />
      )}
      {kind !== 'break-even' && (
        <>
          <rect x={AXIS} y={tagY - 10} width={84} height={20} rx={3} fill={colours.tag} />
          <text
            x={352}
            y={tagY + 4}
            textAnchor="end"
            fill={colours.text}
            fontWeight={500}
            className="tabular-nums"
          >
            {write(price)}
          </text>
        </>
      )}
      <text y={wordsY} fill="var(--text)">
        {name}
      </text>
      <text x={AXIS - 8} y={wordsY} textAnchor="end" fill="var(--text-2)">
        {detail}
      </text>
    </g>
  )
}
