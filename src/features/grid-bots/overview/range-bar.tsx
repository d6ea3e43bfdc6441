import type { RangePosition } from '../range.ts'
import { rangeWords } from '../range.ts'

type RangeBarProps = { position: RangePosition | undefined; isWide?: boolean | undefined }

/** Where the last price stands between the lower price at the left and the upper at the right. */
export function RangeBar({ position, isWide = false }: RangeBarProps) {
  const isOutside = position !== undefined && position.place !== 'inside'
  return (
    <span
      role="img"
      aria-label={
        position
          ? `Price in the range: ${rangeWords(position)}`
          : 'The place in the range is unknown'
      }
      className={`relative inline-block h-3 align-middle ${isWide ? 'w-full' : 'w-16'}`}
    >
      <span className="absolute inset-x-0 top-1.25 h-0.5 bg-hairline-2" />
      <span className="absolute top-0.5 left-0 h-2 w-px bg-edge" />
      <span className="absolute top-0.5 right-0 h-2 w-px bg-edge" />
      {position && (
        <span
          className={`absolute top-[2.5px] size-1.75 -translate-x-1/2 rounded-full ${
            isOutside ? 'bg-canvas inset-ring-[1.5px] inset-ring-ink-2' : 'bg-ink'
          }`}
          style={{ left: `${position.share * 100}%` }}
        />
      )}
    </span>
  )
}
