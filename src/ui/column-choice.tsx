import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Chip } from './chip.tsx'
import { inOrder, movedBy } from './column-order.ts'
import { ChevronDownIcon, ColumnsIcon } from './icons.tsx'
import { Popover } from './popover.tsx'

type ColumnTicksProps = {
  columns: readonly { id: string; head: string; isFixed?: boolean }[]
  isShown: (id: string) => boolean
  onShow: (id: string, isShown: boolean) => void
  /** Ids from left to right, if columns can be moved. */
  order?: readonly string[]
  onOrder?: (order: readonly string[]) => void
}

/** Checkboxes of hideable columns, and buttons that move them. */
export function ColumnTicks({ columns, isShown, onShow, order = [], onOrder }: ColumnTicksProps) {
  const movable = inOrder(columns, order).filter(({ isFixed }) => isFixed !== true)
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<{ id: string; step: -1 | 1 }>()
  // A row that moves in the document loses the focus of its button.
  useLayoutEffect(() => {
    if (moved === undefined) return
    list.current
      ?.querySelector<HTMLButtonElement>(`[data-move="${CSS.escape(moved.id)} ${moved.step}"]`)
      ?.focus()
  }, [moved])
  const move = (id: string, step: -1 | 1) => {
    onOrder?.(movedBy(columns, order, id, step))
    setMoved({ id, step })
  }
  const place = movable.findIndex(({ id }) => id === moved?.id)
  return (
    <>
      <ul ref={list} className={onOrder ? 'min-w-56' : 'grid grid-cols-2 gap-x-4'}>
        {movable.map(({ id, head }, index) => (
          <li key={id} className="flex items-center justify-between gap-4">
            <Checkbox
              label={head}
              checked={isShown(id)}
              onChange={({ target }) => onShow(id, target.checked)}
            />
            {onOrder && (
              <span className="flex">
                {STEPS.map(({ step, words, turn }) => (
                  <Button
                    key={step}
                    look="quiet"
                    size="small"
                    isIcon
                    data-move={`${id} ${step}`}
                    aria-label={`Move ${head} ${words}`}
                    aria-disabled={index + step < 0 || index + step >= movable.length || undefined}
                    onClick={() => move(id, step)}
                  >
                    <span className={turn}>
                      <ChevronDownIcon />
                    </span>
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {place !== -1 && `${movable[place]?.head}: ${place + 1} of ${movable.length}`}
      </p>
    </>
  )
}

const STEPS = [
  { step: -1, words: 'to the left', turn: 'rotate-180' },
  { step: 1, words: 'to the right', turn: '' },
] as const

type ColumnChoiceProps = ColumnTicksProps & {
  label?: string
  /** Absent in the default order. */
  onReset?: (() => void) | undefined
  children?: ReactNode
}

/** Choice of a table's columns; nothing on a narrow page, which has cards. */
export const ColumnChoice = (props: ColumnChoiceProps) => {
  const { label = 'Columns', onReset, children, ...ticks } = props
  return (
    <span className="narrow:hidden">
      <Popover
        label={label}
        align="end"
        trigger={
          <Chip aria-label={label}>
            <ColumnsIcon />
            Columns
          </Chip>
        }
      >
        <ColumnTicks {...ticks} />
        {onReset && (
          <button type="button" className="link touch mt-2" onClick={onReset}>
            Standard columns
          </button>
        )}
        {children}
      </Popover>
    </span>
  )
}
