import { chipFrameClass } from './chip.tsx'
import { classNames } from './class-names.ts'

/** The frame of everything that is typed into: edge, focus, invalid and off. */
export const inputFrameClass = (className?: string): string =>
  classNames(
    'flex min-w-0 items-center gap-2 rounded-m bg-field inset-ring inset-ring-edge',
    'has-focus-visible:inset-ring-2 has-focus-visible:inset-ring-accent',
    'has-aria-invalid:inset-ring-2 has-aria-invalid:inset-ring-caution',
    'has-[:is(input,select,textarea):disabled]:bg-transparent has-[:is(input,select,textarea):disabled]:text-ink-3 has-[:is(input,select,textarea):disabled]:inset-ring-hairline-2',
    className,
  )

/** The same as a filter has it: no fill, hairline frame, as tall as the chips beside it. */
export const chipInputFrameClass = (className?: string): string =>
  chipFrameClass(
    classNames(
      'min-w-0 has-focus-visible:inset-ring-2 has-focus-visible:inset-ring-accent',
      'has-aria-invalid:inset-ring-2 has-aria-invalid:inset-ring-caution',
      className,
    ),
  )

export const INPUT_HEIGHTS = {
  medium: 'h-8 max-sm:h-11',
  tall: 'h-9 contain-size contain-layout max-sm:h-11',
}

/** At least 16 px on a phone, where a smaller input makes the browser zoom. */
export const INPUT_TEXT = 'text-body max-sm:text-[1rem] outline-none'
