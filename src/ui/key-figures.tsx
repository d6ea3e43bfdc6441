import { Children, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

type KeyFiguresProps = { label: string; children: ReactNode; className?: string | undefined }

const SHOWN_WHEN_NARROW = 4

/**
 * At most seven `KeyFigure`s in a row, hairlines between; two a row on a phone. The list is moved left
 * by one padding and one line, and on a phone up by one line, so that whichever figure starts a row
 * has neither.
 */
export function KeyFigures({ label, children, className }: KeyFiguresProps) {
  const [isWhole, setWhole] = useState(false)
  const hasMore = Children.toArray(children).length > SHOWN_WHEN_NARROW
  return (
    <section
      aria-label={label}
      className={classNames(
        'overflow-x-clip max-sm:overflow-hidden border-b border-hairline py-3.5 max-sm:py-0',
        className,
      )}
    >
      <dl
        className={classNames(
          '-ml-[calc(1.5rem+1px)] flex flex-wrap items-end gap-y-3',
          'max-sm:-ml-[calc(1rem+1px)] max-sm:grid max-sm:grid-cols-2 max-sm:items-stretch max-sm:gap-0',
          'max-sm:-mt-px',
          !isWhole && 'sm:max-xl:[&>:nth-child(n+5)]:hidden',
        )}
      >
        {children}
      </dl>
      {hasMore && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="link touch mt-2 hidden text-caption sm:max-xl:inline-block"
        >
          {isWhole ? 'Fewer figures' : 'More figures'}
        </button>
      )}
    </section>
  )
}

type KeyFigureProps = {
  label: ReactNode
  value: ReactNode
  detail?: ReactNode
  /** The page's one large figure; stands first. */
  isLarge?: boolean | undefined
}

export function KeyFigure({ label, value, detail, isLarge = false }: KeyFigureProps) {
  return (
    <div
      className={classNames(
        'border-l border-hairline px-6 whitespace-nowrap max-sm:border-t max-sm:px-4 max-sm:py-2.5 max-sm:whitespace-normal',
        isLarge && 'pr-8 max-sm:col-span-2',
      )}
    >
      <dt className="text-caption text-ink-3">{label}</dt>
      <dd className={isLarge ? 'text-value font-semibold' : 'text-figure font-medium'}>{value}</dd>
      {detail !== undefined && <dd className="text-caption text-ink-3">{detail}</dd>}
    </div>
  )
}
