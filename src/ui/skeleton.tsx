type SkeletonProps = { /** In px. */ width?: number | undefined; className?: string | undefined }

/** A bar in place of a value; appears after 150 ms, so that quick answers do not flash. */
export function Skeleton({ width = 72, className = '' }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`appear-late inline-block h-2.5 max-w-full rounded-s bg-active align-middle ${className}`}
      style={{ width: `${width / 16}rem` }}
    />
  )
}

type DetailSkeletonProps = {
  label: string
  /** Widths of the key figures, in px. */
  figures: readonly number[]
  rows: number
  /** Width of the first row, in px. */
  width: number
}

/** Skeleton of a detail page: key figures over a list. */
export function DetailSkeleton({ label, figures, rows, width }: DetailSkeletonProps) {
  return (
    <div aria-busy aria-label={label} role="status">
      <div className="flex flex-wrap gap-12 border-b border-hairline py-3.5">
        {figures.map((figure, index) => (
          <span key={index} className="grid gap-2.5 py-1">
            <Skeleton width={figure - 16} />
            <Skeleton width={figure} />
            <Skeleton width={figure} />
          </span>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-6.5 pt-10">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} width={width - (row % 3) * 40} />
        ))}
      </div>
    </div>
  )
}
