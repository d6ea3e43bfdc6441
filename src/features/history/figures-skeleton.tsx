import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const LABELS = ['Rows loaded', 'Profit of these rows', 'In profit', 'Traded', 'Fees']

/** The room the figures will take. */
export const FiguresSkeleton = () => (
  <KeyFigures label="Of the rows loaded" className="max-sm:mt-3">
    {LABELS.map((label) => (
      <KeyFigure key={label} label={label} value={<Skeleton />} detail={<Skeleton width={96} />} />
    ))}
  </KeyFigures>
)
