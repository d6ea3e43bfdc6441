import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type DefinitionListProps = {
  /** Hairlines between the lines. */
  isLined?: boolean | undefined
  /** 24 px lines instead of 28. */
  isTight?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** Names left, values right: settings, receipts, facts before sending. */
export function DefinitionList({ isLined, isTight, className, children }: DefinitionListProps) {
  return (
    <dl
      className={classNames(
        'tabular-nums',
        isLined && '[&>*:not(:last-child)]:border-b [&>*]:border-hairline',
        isTight ? '[&>*]:min-h-6 [&>*]:py-0.5' : '[&>*]:min-h-7 [&>*]:py-1',
        className,
      )}
    >
      {children}
    </dl>
  )
}

type DefinitionProps = {
  term: ReactNode
  /** A sum: semibold, with a line above. */
  isTotal?: boolean | undefined
  children: ReactNode
}

export function Definition({ term, isTotal = false, children }: DefinitionProps) {
  return (
    <div
      className={classNames(
        'flex items-start justify-between gap-4',
        isTotal && 'border-t border-hairline-2 font-semibold',
      )}
    >
      <dt className={isTotal ? '' : 'text-ink-2'}>{term}</dt>
      <dd className="text-right wrap-anywhere">{children}</dd>
    </div>
  )
}
