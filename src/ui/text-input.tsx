import { type ComponentProps, memo, type ReactNode } from 'react'

import { groupedText } from '#money/format.ts'

import { chipFrameClass } from './chip-class.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { SearchIcon } from './icons.tsx'

/** Frame of inputs: edge, focus, invalid and off. */
export const inputFrameClass = (className?: string): string | undefined =>
  classNames(
    'flex min-w-0 items-center gap-2 rounded-m bg-field inset-ring inset-ring-edge',
    'has-focus-visible:inset-ring-2 has-focus-visible:inset-ring-accent',
    'has-aria-invalid:inset-ring-2 has-aria-invalid:inset-ring-caution',
    'has-[:is(input,select,textarea):disabled]:bg-transparent has-[:is(input,select,textarea):disabled]:text-ink-3 has-[:is(input,select,textarea):disabled]:inset-ring-hairline-2',
    className,
  )

/** Frame of a filter's input: no fill, hairline, as tall as chips. */
export const chipInputFrameClass = (className?: string): string | undefined =>
  chipFrameClass(
    classNames(
      'min-w-0 has-focus-visible:inset-ring-2 has-focus-visible:inset-ring-accent',
      'has-aria-invalid:inset-ring-2 has-aria-invalid:inset-ring-caution',
      className,
    ),
  )

export const INPUT_HEIGHTS = {
  medium: 'h-8 coarse:h-11',
  tall: 'h-9 contain-size contain-layout coarse:h-11',
}

/** At least 16 px on a phone, where smaller inputs make the browser zoom. */
export const INPUT_TEXT = 'text-body coarse:text-[1rem] outline-none'

type TextAreaProps = ComponentProps<'textarea'> & { isCode?: boolean | undefined }

export function TextArea({ isCode = false, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <div className={inputFrameClass()}>
      <textarea
        {...rest}
        rows={rows}
        spellCheck={!isCode}
        className={classNames(
          'block w-full resize-y px-2.5 py-1.5',
          INPUT_TEXT,
          isCode && 'font-mono text-[0.75rem]/4.5 break-all',
          className,
        )}
      />
    </div>
  )
}

type SearchInputProps = {
  /** Also the placeholder. */
  label: string
  text: string
  onText: (text: string) => void
  frameClassName: string
}

export const SearchInput = ({ label, text, onText, frameClassName }: SearchInputProps) => (
  <TextInput
    isChip
    type="search"
    aria-label={label}
    placeholder={label}
    before={<SearchIcon />}
    value={text}
    onChange={(event) => onText(event.target.value)}
    frameClassName={frameClassName}
  />
)

type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** Right-aligned figures with the decimal keyboard. */
  isNumeric?: boolean | undefined
  /** In a fixed slot right of the figures. */
  unit?: ReactNode
  /** Left of the text, such as a search icon. */
  before?: ReactNode
  size?: keyof typeof INPUT_HEIGHTS | undefined
  /** A filter's look: no fill, hairline frame. */
  isChip?: boolean | undefined
  /** Replaces the text while unfocused; value and request stay. */
  shownText?: string | undefined
  /** Shares an edge with a neighbouring input. */
  join?: 'left' | 'right' | undefined
  frameClassName?: string | undefined
}

/** Memoized against typing elsewhere in its form. */
export const TextInput = memo(function TextInput(props: TextInputProps) {
  const {
    isNumeric = false,
    unit,
    before,
    size = 'medium',
    isChip,
    join,
    frameClassName,
    shownText,
    ...input
  } = props
  const { className, ...rest } = input
  const shown =
    shownText ?? (isNumeric && typeof rest.value === 'string' ? groupedText(rest.value) : undefined)
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
      <span className="relative h-full min-w-0 flex-1">
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...(isNumeric && { inputMode: 'decimal' })}
          {...rest}
          className={classNames(
            'peer size-full min-w-0',
            INPUT_TEXT,
            isNumeric && 'text-right tabular-nums',
            className,
          )}
        />
        {shown !== undefined && <Shown text={shown} />}
      </span>
      {unit !== undefined && unit !== '' && (
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

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<TextInputProps, 'className'>

/** A `Field` with one line of text. */
export function TextField(props: TextFieldProps) {
  const { label, help, hint, error, isLabelHidden, className, ...input } = props
  return (
    <Field {...{ label, help, hint, error, isLabelHidden, className }}>
      {(wiring) => <TextInput {...wiring} {...input} />}
    </Field>
  )
}

/** Overlays the unfocused input, to leave its text and caret alone. */
const Shown = ({ text }: { text: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'pointer-events-none absolute inset-x-0 inset-y-0.5 flex items-center bg-field peer-focus:hidden peer-disabled:hidden',
      INPUT_TEXT,
    )}
  >
    <span className="w-full truncate text-right tabular-nums">{text}</span>
  </span>
)

/** A percent sign or "s" does not need a slot. */
const isShort = (unit: ReactNode): boolean => typeof unit === 'string' && unit.length === 1
