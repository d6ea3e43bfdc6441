import { classNames } from './class-names.ts'

/** Frame of filters and menu triggers, without padding. */
export const chipFrameClass = (className?: string): string | undefined =>
  classNames(
    'inline-flex h-7 flex-none items-center gap-1.5 rounded-m text-ink-2 inset-ring inset-ring-hairline-2 whitespace-nowrap transition-colors hover:bg-hover hover:text-ink coarse:h-11',
    className,
  )

export const chipClass = (className?: string): string | undefined =>
  chipFrameClass(classNames('px-2.5 max-sm:px-3', className))
