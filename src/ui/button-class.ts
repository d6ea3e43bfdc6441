import { classNames } from './class-names.ts'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger-open' | 'danger-final'

export type ButtonStyle = {
  look?: ButtonLook | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  /** A square with one icon and an `aria-label`. */
  isIcon?: boolean | undefined
  className?: string | undefined
}

const BASE =
  'inline-flex flex-none items-center justify-center gap-1.5 rounded-m font-medium whitespace-nowrap select-none transition-[background-color,filter] off:bg-active off:text-ink-3 off:inset-ring-0 off:cursor-default off:brightness-100'

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent-fill text-on-accent hover:brightness-108 active:brightness-95',
  secondary: 'text-ink inset-ring inset-ring-edge hover:bg-hover active:bg-active',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-active',
  'danger-open':
    'text-caution inset-ring inset-ring-caution hover:bg-caution-soft active:bg-active',
  'danger-final':
    'bg-caution-fill font-semibold text-on-caution inset-ring inset-ring-caution hover:brightness-108 active:brightness-95',
}

const SIZES = {
  small: 'h-7 px-2.5 text-body coarse:h-11 max-sm:px-3',
  medium: 'h-8 px-3 text-body coarse:h-11 max-sm:px-4',
  large: 'h-10 px-5 text-large coarse:h-12',
}

const ICON_SIZES = {
  small: 'size-7 coarse:size-11',
  medium: 'size-8 coarse:size-11',
  large: 'size-10 coarse:size-12',
}

/** Button classes, for links that act like buttons. */
export const buttonClass = ({
  look = 'secondary',
  size = 'medium',
  isIcon = false,
  className,
}: ButtonStyle = {}): string | undefined =>
  classNames(BASE, LOOKS[look], isIcon ? ICON_SIZES[size] : SIZES[size], className)

/** Attributes of a button that opens a panel. */
export const popoverTriggerState = (opens: 'menu' | 'dialog', isOpen: boolean, id: string) => ({
  'aria-haspopup': opens,
  'aria-expanded': isOpen,
  'aria-controls': isOpen ? id : undefined,
})
