import type { ComponentProps } from 'react'
import { chipClass } from './chip-class.ts'
import { CloseIcon } from './icons.tsx'

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
