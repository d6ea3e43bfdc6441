import type { ReactNode } from 'react'

import { Checkbox } from './checkbox.tsx'
import { Chip } from './chip.tsx'
import { ColumnsIcon } from './icons.tsx'
import { Popover } from './popover.tsx'

type ColumnTicksProps = {
  columns: readonly { id: string; head: string; isFixed?: boolean }[]
  isShown: (id: string) => boolean
  onShow: (id: string, isShown: boolean) => void
}

/** A tick for each column that can be put away. */
export const ColumnTicks = ({ columns, isShown, onShow }: ColumnTicksProps) => (
  <div className="grid grid-cols-2 gap-x-4">
    {columns.map(
      ({ id, head, isFixed }) =>
        isFixed !== true && (
          <Checkbox
            key={id}
            label={head}
            checked={isShown(id)}
            onChange={({ target }) => onShow(id, target.checked)}
          />
        ),
    )}
  </div>
)

type ColumnChoiceProps = ColumnTicksProps & {
  /** Further ones, below. */
  children?: ReactNode
}

/** Which columns a table has. On a narrow page, where a row is a card, there is nothing to choose. */
export const ColumnChoice = ({ children, ...ticks }: ColumnChoiceProps) => (
  <span className="narrow:hidden">
    <Popover
      label="Columns"
      align="end"
      trigger={
        <Chip>
          <ColumnsIcon />
          Columns
        </Chip>
      }
    >
      <ColumnTicks {...ticks} />
      {children}
    </Popover>
  </span>
)
