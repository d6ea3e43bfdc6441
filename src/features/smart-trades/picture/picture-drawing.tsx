import { type Decimal, toNumber } from '#money/decimal.ts'

import { AXIS, HEIGHT, NOW, WIDTH, yOnAxis } from './picture-axis.ts'
import { PictureCandles } from './picture-candles.tsx'
import { DrawnLine, type LineMoves, MovableLine, writePrice } from './picture-line.tsx'
import type { PictureLine, PicturePlan } from './picture-plan.ts'

type PictureDrawingProps = {
  plan: PicturePlan
  last: Decimal | undefined
  pair: string
  isMovable: (line: PictureLine) => boolean
  moves: LineMoves
}

/** Zones behind candles behind lines, each line that stands for a field one to take hold of. */
export function PictureDrawing({ plan, last, pair, isMovable, moves }: PictureDrawingProps) {
  const { lines, profitZone, lossZone, scale } = plan
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Prices of the trade: ${lines.map(inWords).join(', ')}`}
      className="w-full max-w-110 text-[0.75rem] select-none"
    >
      <Zone zone={profitZone} fill="var(--up-soft)" opacity={0.55} />
      <Zone zone={lossZone} fill="var(--down-soft)" opacity={0.7} />
      <PictureCandles pair={pair} {...scale} />
      {last && <circle cx={NOW} cy={yOnAxis(scale, toNumber(last))} r={3} fill="var(--text)" />}
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
            <DrawnLine {...line} />
          </g>
        ),
      )}
    </svg>
  )
}

const KIND_WORDS: Record<PictureLine['kind'], string> = {
  target: 'target',
  ask: 'ask',
  now: 'last price',
  bid: 'bid',
  trigger: 'trigger',
  entry: 'entry',
  'break-even': 'break-even',
  stop: 'stop',
  'stop-limit': 'stop limit',
  liquidation: 'estimated liquidation',
}

const inWords = ({ kind, price }: PictureLine): string => `${KIND_WORDS[kind]} ${writePrice(price)}`

/** "Target 2 line", "Stop limit line": the fields beside it are called after the same things. */
function nameOf({ kind, index }: PictureLine, lines: readonly PictureLine[]): string {
  const [first = '', ...rest] = KIND_WORDS[kind]
  const isOneOfMany = kind === 'target' && lines.filter((line) => line.kind === kind).length > 1
  return `${first.toUpperCase()}${rest.join('')}${isOneOfMany ? ` ${index + 1}` : ''} line`
}

type ZoneProps = {
  zone: [number, number] | undefined
  fill: string
  opacity: number
}

const Zone = ({ zone, fill, opacity }: ZoneProps) =>
  zone && <rect y={zone[0]} width={AXIS} height={zone[1] - zone[0]} fill={fill} opacity={opacity} />
