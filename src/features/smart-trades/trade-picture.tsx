import { memo, startTransition, useDeferredValue, useState } from 'react'

import { type Decimal, negate, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { useReading } from '#ui/reading.tsx'

import { moneyPlaces } from './money-places.ts'
import { AXIS, DrawnLine, type LineMoves, MovableLine, WIDTH, writePrice } from './picture-line.tsx'
import { fieldOfLine } from './picture-moves.ts'
import { type PictureLine, type PicturePlan, planPicture, type Scale } from './picture-plan.ts'
import { type Ticket, useTicket } from './ticket-context.ts'
import { useRecentPrices } from './use-recent-prices.ts'

const HEIGHT = 676

/** The trade on a price axis: entry, every target, the stop, break-even and the present price. */
export function TradePicture() {
  // Drawn after a choice has been shown: nothing waits for the picture.
  const ticket = useDeferredValue(useTicket())
  return (
    <section aria-label="Picture of the trade" className="min-w-0">
      <Picture ticket={ticket} />
    </section>
  )
}

const Picture = memo(function Picture({ ticket }: { ticket: Ticket }) {
  const { preview, market, values, form } = ticket
  const [held, setHeld] = useState<Scale>()
  const prices = useRecentPrices(values.pair.trim(), market.view.price)
  const words = usePictureWords(ticket)
  const plan = planPicture(preview, market.view.price, words, HEIGHT, held)
  const moveTo = (line: PictureLine, price: Decimal) => {
    const field = fieldOfLine(line, values)
    if (field === undefined) return
    const typed = { shouldDirty: true, shouldTouch: true }
    if (field === 'position.price' || field === 'position.conditional.price') {
      form.setValue(`${field}.value`, toText(price), typed)
      return
    }
    form.setValue(`${field}.by`, 'value', typed)
    form.setValue(`${field}.percent`, '', typed)
    form.setValue(`${field}.value`, toText(price), typed)
  }
  return (
    <>
      <div className="mb-2.5 flex h-7 items-center justify-between gap-3 border-b border-hairline-2">
        <h2 className="font-semibold">Picture of the trade</h2>
        {plan && (
          <span className="text-caption text-ink-3 max-sm:hidden">
            Drag a line or use arrow keys
          </span>
        )}
      </div>
      {plan ? (
        <Drawing
          plan={plan}
          prices={prices}
          isMovable={(line) => fieldOfLine(line, values) !== undefined}
          moves={{
            tick: market.view.tick,
            priceAt: plan.priceAt,
            yOf: plan.yOf,
            onGrab: () => startTransition(() => setHeld(plan.scale)),
            onMove: moveTo,
            onRelease: () => startTransition(() => setHeld(undefined)),
          }}
        />
      ) : (
        <p className="max-w-60 py-2 text-ink-2">
          Entry, targets and stop are drawn here as soon as they have prices.
        </p>
      )}
    </>
  )
})

function usePictureWords({ preview: { targets, stop }, values, quote }: Ticket) {
  const { areAmountsHidden } = useReading()
  const result = (profit: Decimal | undefined) =>
    profit === undefined || areAmountsHidden
      ? ''
      : `, ${formatAmount(profit, { signed: true, places: moneyPlaces(quote, profit) })}`
  const entry =
    values.type === 'smart_sell' || values.type === 'smart_buy'
      ? 'Entry, held'
      : `Entry, ${values.type.startsWith('simple') ? 'market' : values.position.order_type}`
  return {
    entry,
    stop: `Stop, ${stop?.orderType ?? 'market'}`,
    target: (index: number) => {
      const trailing = targets[index]?.trailing
      const name = targets.length === 1 ? 'Target' : `Target ${index + 1}`
      return trailing === undefined ? name : `${name}, trails ${formatAmount(trailing)}%`
    },
    targetDetail: (index: number) => {
      const { volume, profit } = targets[index] ?? {}
      return `${volume === undefined ? '—' : formatAmount(volume)}%${result(profit)}`
    },
    stopDetail: `100%${result(stop?.loss && negate(stop.loss))}`,
  }
}

type DrawingProps = {
  plan: PicturePlan
  prices: readonly number[]
  isMovable: (line: PictureLine) => boolean
  moves: LineMoves
}

function Drawing({ plan, prices, isMovable, moves }: DrawingProps) {
  const { lines, profitZone, lossZone, yOf } = plan
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Prices of the trade: ${lines.map(inWords).join(', ')}`}
      className="w-full max-w-110 text-[0.75rem] select-none"
    >
      <Zone zone={profitZone} fill="var(--up-soft)" opacity={0.55} />
      <Zone zone={lossZone} fill="var(--down-soft)" opacity={0.7} />
      <Course ys={prices.map(yOf)} />
      {lines.map((line) =>
        isMovable(line) ? (
          <MovableLine
            key={`${line.kind} ${line.index}`}
            line={line}
            label={nameOf(line, lines)}
            spoken={`${writePrice(line.price)}${line.detail && `, ${line.detail}`}`}
            moves={moves}
          />
        ) : (
          <g key={line.kind} aria-hidden="true">
            <DrawnLine line={line} />
          </g>
        ),
      )}
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

const inWords = ({ kind, price }: PictureLine): string => `${KIND_WORDS[kind]} ${writePrice(price)}`

/** "Target 2 line": the fields beside it are called after the same things. */
function nameOf({ kind, index }: PictureLine, lines: readonly PictureLine[]): string {
  if (kind !== 'target') return `${kind === 'stop' ? 'Stop' : 'Entry'} line`
  const isOnly = lines.filter((line) => line.kind === 'target').length === 1
  return isOnly ? 'Target line' : `Target ${index + 1} line`
}

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
