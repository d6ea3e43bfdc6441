import { classNames } from './class-names.ts'
import { formatCount } from '#money/format.ts'

type CountProps = {
  /** Nothing is drawn where it is not known: a count that may be wrong is none. */
  of: number | undefined
  className?: string | undefined
}

/** How many rows a tab or a segment leads to, after its name. */
export const Count = ({ of, className }: CountProps) =>
  of === undefined ? null : (
    <span className={classNames('text-caption font-normal text-ink-3 tabular-nums', className)}>
      {formatCount(of)}
    </span>
  )
