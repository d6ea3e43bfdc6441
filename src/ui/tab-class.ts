import { classNames } from './class-names.ts'

/** Classes of a row of tabs or links. */
export const tabListClass = (className?: string): string | undefined =>
  classNames(
    'flex gap-5 overflow-x-auto shadow-[inset_0_-1px_0_var(--hairline)] [scrollbar-width:none] max-sm:gap-6',
    className,
  )

/** Classes of a tab. A link marks the selected one with `aria-current="page"`. */
export const tabClass = (className?: string): string | undefined =>
  classNames(
    'flex h-9 min-w-6 flex-none items-center justify-center gap-1.5 border-b-2 border-transparent pt-0.5 font-medium text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 coarse:h-11',
    'aria-[current=page]:border-accent aria-[current=page]:text-ink data-[state=active]:border-accent data-[state=active]:text-ink',
    className,
  )
