import { type ComponentProps, type ReactNode, useId } from 'react'

import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** Omit with an `aria-label`. */
  label?: ReactNode
}

/** One of several options, or a confirmation before an action. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex items-start gap-2 py-1 coarse:py-2.5', className)}>
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

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & {
  label: ReactNode
  /** Effect of the switch, printed left of it, or the reason why it is off. */
  detail?: ReactNode
  help?: ReactNode
  /** A section title as label. */
  isTitle?: boolean | undefined
}

/** A setting that is on or off. The whole row toggles a native checkbox. */
export function Switch({ label, detail, help, isTitle = false, className, ...input }: SwitchProps) {
  const helpId = useId()
  return (
    <label
      className={classNames(
        'flex min-h-8 items-center gap-3 has-disabled:cursor-default has-disabled:text-ink-3 coarse:min-h-11',
        className,
      )}
    >
      <span className="min-w-0 flex-1">
        <span className={isTitle ? 'font-semibold' : 'text-ink-2'}>{label}</span>
        {help !== undefined && (
          <span id={helpId} className="block text-caption text-ink-3">
            {help}
          </span>
        )}
      </span>
      {detail !== undefined && <span className="flex-none text-ink">{detail}</span>}
      <span className="relative inline-flex flex-none">
        <input
          {...input}
          type="checkbox"
          role="switch"
          aria-describedby={help === undefined ? input['aria-describedby'] : helpId}
          className="peer h-4 w-7 appearance-none rounded-l inset-ring inset-ring-edge transition-colors checked:bg-accent-fill checked:inset-ring-0 disabled:inset-ring-hairline-2"
        />
        <span className="pointer-events-none absolute top-[3px] left-[3px] size-2.5 rounded-full bg-edge transition-[left] peer-checked:top-0.5 peer-checked:left-3.5 peer-checked:size-3 peer-checked:bg-on-accent" />
      </span>
    </label>
  )
}
