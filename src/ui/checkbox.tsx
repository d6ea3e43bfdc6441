import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** Left out where `aria-label` says it. */
  label?: ReactNode
}

/** One of several that may be chosen, or something understood before an action. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex items-start gap-2 py-1 max-sm:py-2.5', className)}>
      <span className="mt-0.5 inline-grid flex-none">
        <input
          {...input}
          type="checkbox"
          className="peer col-start-1 row-start-1 size-4 appearance-none rounded-s bg-field inset-ring inset-ring-edge checked:bg-accent-fill checked:inset-ring-0"
        />
        {input.checked !== false && (
          <span className="pointer-events-none invisible col-start-1 row-start-1 text-on-accent peer-checked:visible">
            <CheckIcon />
          </span>
        )}
      </span>
      {label !== undefined && <span>{label}</span>}
    </label>
  )
}
