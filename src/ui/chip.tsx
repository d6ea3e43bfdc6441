import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'

/** Frame of filters and menu triggers, without padding. */
export const chipFrameClass = (className?: string): string | undefined =>
  classNames(
    'inline-flex h-7 flex-none items-center gap-1.5 rounded-m text-ink-2 inset-ring inset-ring-hairline-2 whitespace-nowrap transition-colors hover:bg-hover hover:text-ink coarse:h-11',
    className,
  )

export const chipClass = (className?: string): string | undefined =>
  chipFrameClass(classNames('px-2.5 max-sm:px-3', className))

export function Chip({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={chipClass(className)} />
}

/** An active filter; a press removes it. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Chip onClick={onRemove} aria-label={`Remove filter ${label}`}>
      {label}
      <CloseIcon />
    </Chip>
  )
}
