import { type ReactNode, useState } from 'react'

import { classNames } from './class-names.ts'
import { ChevronRightIcon } from './icons.tsx'

type DisclosureProps = {
  /** Hidden content, such as "Settings of the bot". */
  title: ReactNode
  /** Summary right of the title, such as "12 settings". */
  caption?: ReactNode
  isOpenAtFirst?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** Content that few people need, in a `<details>`: works by keyboard and page search. */
export const Disclosure = (props: DisclosureProps) => {
  const { title, caption, isOpenAtFirst, className, children } = props
  return (
    <details open={isOpenAtFirst} className={classNames('min-w-0', className)}>
      <summary className="flex min-h-8 items-center gap-2 rounded-s text-ink-2 select-none hover:text-ink [&::-webkit-details-marker]:hidden coarse:min-h-11">
        <ChevronRightIcon className="flex-none text-ink-3 transition-transform [[open]>summary>&]:rotate-90" />
        <span className="max-w-2/3 flex-none font-medium wrap-anywhere">{title}</span>
        {caption !== undefined && (
          <span className="ml-auto text-right text-caption wrap-anywhere text-ink-3">
            {caption}
          </span>
        )}
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  )
}

/** The first rows of a list, and a button that shows all. */
export function useFirst<Row>(rows: readonly Row[], most: number, noun: string) {
  const [isWhole, setWhole] = useState(false)
  return {
    shown: isWhole ? rows : rows.slice(0, most),
    toggle: rows.length > most && (
      <button
        type="button"
        aria-expanded={isWhole}
        className="link touch mt-1.5"
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? `Show the newest ${most}` : `Show all ${rows.length} ${noun}`}
      </button>
    ),
  }
}
