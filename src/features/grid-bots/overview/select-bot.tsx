import type { Id } from '#contract/primitives.ts'
import { Checkbox } from '#ui/checkbox.tsx'

type SelectBotProps = {
  id: Id
  name: string
  isSelected: boolean
  onSelect: (id: Id, isSelected: boolean) => void
}

/** Takes a bot into the selection that can be stopped together. */
export function SelectBot({ id, name, isSelected, onSelect }: SelectBotProps) {
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={isSelected}
      onChange={(event) => onSelect(id, event.target.checked)}
      className="gap-0! max-sm:-ml-3.5 max-sm:p-3.5"
    />
  )
}
