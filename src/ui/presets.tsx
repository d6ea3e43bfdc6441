export const SHARES = ['25', '50', '75', '100'].map((value) => ({ value, label: `${value}%` }))

type PresetsProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  onPick: (value: T) => void
}

/** Buttons that enter a value; never selected, as the value is the state. */
export function Presets<T extends string>({ label, options, onPick }: PresetsProps<T>) {
  return (
    <div role="group" aria-label={label} className="flex gap-1 coarse:gap-2">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          onClick={() => onPick(option.value)}
          className="h-7 min-w-0 flex-1 rounded-s text-caption text-ink-2 inset-ring inset-ring-hairline-2 transition-colors hover:bg-hover hover:text-ink active:bg-active coarse:h-11"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
