import { classNames } from './class-names.ts'
import { formatCount } from '#money/format.ts'

type CountProps = {
  /** Draws nothing if unknown. */
  of: number | undefined
  className?: string | undefined
}

/** Number of rows behind a tab or segment. */
export const Count = ({ of, className }: CountProps) =>
  of === undefined ? null : (
    <span className={classNames('text-caption font-normal text-ink-3 tabular-nums', className)}>
      {formatCount(of)}
    </span>
  )
