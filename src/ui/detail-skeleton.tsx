import { Skeleton } from './skeleton.tsx'

type DetailSkeletonProps = {
  /** What is being read. */
  label: string
  /** Widths of the key figures, in px. */
  figures: readonly number[]
  rows: number
  /** Of the first row, in px. */
  width: number
}

/** A detail page's own outline while it is read: key figures over a list. */
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
