import { type ComponentType, type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'

import { groupedText } from '#money/format.ts'
import { Switch } from '#ui/checkbox.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { Field } from '#ui/field.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { type Segment, Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TextField as InputField } from '#ui/text-input.tsx'

import { amountHint } from './amount-input.tsx'
import type { Declared } from './declare.ts'
import { useFieldValue, useFormParts, useFormValues, useProblems } from './declared-form.tsx'
import type { FieldNode, Kind, PathsOf, Tree } from './field-nodes.ts'

export function useDeclared(at: string) {
  const { declared, context, units } = useFormParts()
  const values = useFormValues()
  const field = declared.fieldAt(at)
  if (field === undefined) throw new Error(`No field is declared at ${at}.`)
  const { unit } = field
  return {
    field,
    label: textOf(field.label, values, context) ?? '',
    help: textOf(field.help, values, context),
    hint: textOf(field.hint, values, context),
    unit: unit !== undefined && unit in units ? units[unit] || undefined : unit,
    error: useProblems().errorAt(at),
  }
}

const textOf = (text: FieldNode['help'], values: object, context: unknown): string | undefined =>
  typeof text === 'function' ? text(values as never, context as never) : text

type Shared = { label?: ReactNode; className?: string | undefined }

export type AmountFieldProps = Shared & {
  help?: ReactNode
  hint?: ReactNode
  isOff?: boolean
  placeholder?: string | undefined
}

/** Holds its own text, so that a key draws only the input. */
function AmountField({ at, hint, isOff, placeholder, ...rest }: AmountFieldProps & { at: string }) {
  const { form, size } = useFormParts()
  const declared = useDeclared(at)
  const text = useFieldValue(at) as string
  const isCount = declared.field.kind === 'count'
  const said = declared.hint ?? hint
  return (
    <InputField
      key={String(isOff)}
      label={declared.label}
      help={declared.help}
      {...rest}
      hint={isCount ? said : amountHint(text, said)}
      error={declared.error}
      // Typed text stays in the form while the field is off.
      {...(isOff === true ? { disabled: true, value: text } : form.register(at))}
      isNumeric
      shownText={isOff === true ? undefined : groupedText(text)}
      {...(isCount && { inputMode: 'numeric' as const })}
      size={size}
      unit={declared.unit}
      placeholder={placeholder}
    />
  )
}

type TextFieldProps = Shared & { placeholder?: string | undefined; maxLength?: number }

function TextField({ at, ...rest }: TextFieldProps & { at: string }) {
  const { form, size } = useFormParts()
  const { label, help, hint, error } = useDeclared(at)
  return (
    <InputField
      label={label}
      help={help}
      hint={hint}
      {...rest}
      error={error}
      {...form.register(at)}
      size={size}
    />
  )
}

type SwitchFieldProps = Shared & {
  detail?: ReactNode
  /** A row without space for a message; `FieldSentence` shows it below. */
  isTitle?: boolean
}

function SwitchField({ at, ...rest }: SwitchFieldProps & { at: string }) {
  const { form } = useFormParts()
  const { label } = useDeclared(at)
  return (
    <>
      <Switch label={label} {...rest} {...form.register(at)} />
      {rest.isTitle !== true && <FieldSentence at={at} />}
    </>
  )
}

function FieldSentence({ at }: { at: string }) {
  const error = useProblems().errorAt(at)
  return error === undefined ? null : <p className="pb-1 text-caption text-caution">{error}</p>
}

type ChoiceFieldProps = Shared & {
  isLabelHidden?: boolean
  isFull?: boolean
  options?: readonly Segment<string>[]
}

function ChoiceField({ at, options, className, ...rest }: ChoiceFieldProps & { at: string }) {
  const { form, size } = useFormParts()
  const { field, label, error } = useDeclared(at)
  const {
    field: { value, onChange },
  } = useController({ control: form.control, name: at })
  return (
    <div className={className}>
      <Segmented
        label={typeof rest.label === 'string' ? rest.label : label}
        isLabelVisible={rest.isLabelHidden !== true}
        isFull={rest.isFull}
        size={size}
        name={at}
        value={value as string}
        options={options ?? field.options ?? []}
        onChange={onChange}
      />
      <FieldMessage error={error} />
    </div>
  )
}

type SelectFieldProps = Shared & {
  options?: readonly { value: string; label: string }[]
  isOff?: boolean
}

function SelectField({ at, options, isOff, ...rest }: SelectFieldProps & { at: string }) {
  const { form, size } = useFormParts()
  const { field, label, help, hint, error } = useDeclared(at)
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ control: form.control, name: at })
  const offered = options ?? field.options ?? []
  return (
    <Field label={label} help={help} hint={hint} {...rest} error={error}>
      {(wiring) => (
        <Select
          {...wiring}
          ref={ref}
          name={at}
          size={size}
          disabled={isOff}
          value={
            offered.some((option) => option.value === value)
              ? (value as string)
              : String(field.empty)
          }
          options={offered}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}

function LineChoice({ at, label }: Shared & { at: string }) {
  const { form } = useFormParts()
  const declared = useDeclared(at)
  const id = useId()
  return (
    <>
      <div className="flex min-h-8 items-center justify-between gap-3 max-sm:min-h-11">
        <label htmlFor={id} className="text-ink-2">
          {label ?? declared.label}
        </label>
        <span className="relative flex items-center">
          <select
            {...form.register(at)}
            id={id}
            className="h-8 appearance-none rounded-s bg-transparent pr-5 text-right text-ink max-sm:h-11"
          >
            {declared.field.options?.map((option) => (
              <option key={option.value} value={option.value} className="bg-overlay text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute right-0 text-ink-3" />
        </span>
      </div>
      <FieldSentence at={at} />
    </>
  )
}

type At<T extends Tree, K extends Kind, Props> = ComponentType<Props & { at: PathsOf<T, K> }>

/** Fields of a declaration; a wrong path or kind is a compile error. */
export const fieldsOf = <T extends Tree, Context>(_declared: Declared<T, Context>) =>
  ({
    AmountField,
    TextField,
    SwitchField,
    FieldSentence,
    ChoiceField,
    SelectField,
    LineChoice,
  }) as unknown as {
    AmountField: At<T, 'amount' | 'percent' | 'count', AmountFieldProps>
    TextField: At<T, 'text', TextFieldProps>
    SwitchField: At<T, 'switch', SwitchFieldProps>
    FieldSentence: At<T, Kind, object>
    ChoiceField: At<T, 'choice', ChoiceFieldProps>
    SelectField: At<T, 'choice' | 'place', SelectFieldProps>
    LineChoice: At<T, 'choice', Shared>
  }
