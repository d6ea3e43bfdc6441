import { type ComponentProps, memo, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { chipInputFrameClass, INPUT_HEIGHTS, INPUT_TEXT, inputFrameClass } from './input-class.ts'

type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** Right-aligned figures with the decimal keyboard. */
  isNumeric?: boolean | undefined
  /** Stands in a fixed slot right of the figures. */
  unit?: ReactNode
  /** Stands left of the text, such as a search icon. */
  before?: ReactNode
  /** Tall in a ticket. */
  size?: keyof typeof INPUT_HEIGHTS | undefined
  /** A filter's look: no fill, hairline frame. */
  isChip?: boolean | undefined
  /** Shares an edge with the input left or right of it. */
  join?: 'left' | 'right' | undefined
  frameClassName?: string | undefined
}

/** Drawn again for what changes in it, not for what is typed elsewhere in its form. */
export const TextInput = memo(function TextInput(props: TextInputProps) {
  const {
    isNumeric = false,
    unit,
    before,
    size = 'medium',
    isChip,
    join,
    frameClassName,
    ...input
  } = props
  const { className, ...rest } = input
  return (
    <div
      className={
        isChip
          ? chipInputFrameClass(classNames('px-2.5', frameClassName))
          : inputFrameClass(
              classNames(
                'px-2.5',
                INPUT_HEIGHTS[size],
                join === 'right' && 'rounded-r-none',
                join === 'left' && '-ml-px rounded-l-none',
                frameClassName,
              ),
            )
      }
    >
      {before !== undefined && <span className="flex-none text-ink-3">{before}</span>}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...(isNumeric && { inputMode: 'decimal' })}
        {...rest}
        className={classNames(
          'h-full w-0 min-w-0 flex-1',
          INPUT_TEXT,
          isNumeric && 'text-right tabular-nums',
          className,
        )}
      />
      {unit !== undefined && (
        <span
          className={classNames(
            'flex-none text-ink-3',
            join === undefined && !isShort(unit) && 'min-w-9',
          )}
        >
          {unit}
        </span>
      )}
    </div>
  )
})

/** A percent sign or an "s" needs no slot to stand in line with currencies. */
const isShort = (unit: ReactNode): boolean => typeof unit === 'string' && unit.length === 1
