import {
  createContext,
  type ReactNode,
  type RefObject,
  startTransition,
  use,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, get, useForm, useFormState, type UseFormReturn } from 'react-hook-form'

import type { ApiError } from '#client/api-error.ts'
import type { Attributes } from '#contract/sentences.ts'

import type { Declared } from './declare.ts'
import type { ChoicesOf, Tree, ValuesOf } from './field-nodes.ts'
import {
  contractResolver,
  errorAmong,
  fieldsLeft,
  type Judged,
  showRefusal,
} from './form-errors.ts'

export type FormRules<T extends Tree, Context, Known, Request> = {
  form: Declared<T, Context>
  judge: (values: ValuesOf<T>, known: Known) => Judged<Request>
  contextOf: (known: Known) => Context
}

/** Form of a declaration. Known facts are read at each check, not when the form opened. */
export function useDeclaredForm<T extends Tree, Context, Known, Request extends FieldValues>(
  { form, judge, contextOf }: FormRules<T, Context, Known, Request>,
  initial: ValuesOf<T>,
  known: RefObject<Known>,
) {
  type Values = ValuesOf<T> & FieldValues
  const [resolver] = useState(() =>
    contractResolver<Values, RefObject<Known>, Request>((values, { current }) => {
      const { draft, issues } = judge(values, current)
      return issues === undefined
        ? { draft }
        : { issues: form.byField(issues, values, contextOf(current)) }
    }),
  )
  return useForm<Values, RefObject<Known>, Request>({
    defaultValues: initial as never,
    resolver,
    context: known,
  })
}

type Readable<Values> = {
  getValues: () => Values
  subscribe: (subscription: {
    formState: { values: true }
    callback: (change: {
      values: Values
      name?: string | undefined
      /** `change` if typed or chosen in its own field. */
      type?: string | undefined
    }) => void
  }) => () => void
}

/** Choices of a form; the same object until one changes. */
export function useChoices<T extends Tree>(
  { getValues, subscribe }: Readable<ValuesOf<T>>,
  { choicesText, isTypedAt }: Declared<T>,
): ChoicesOf<T> {
  const [text, setText] = useState(() => choicesText(getValues()))
  useLayoutEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name === undefined || !isTypedAt(name)) setText(choicesText(values))
        },
      }),
    [subscribe, choicesText, isTypedAt],
  )
  return useMemo(() => JSON.parse(text) as ChoicesOf<T>, [text])
}

/** In milliseconds after the last key, because drawing sooner would delay the next one. */
export const PAUSE = 150

let isMoving = false

/** Sets values during a drag; consequences wait as they do for keys. */
export function setInMotion(set: () => void): void {
  isMoving = true
  try {
    set()
  } finally {
    isMoving = false
  }
}

let isPressed = false
const isPointerPressed = (): boolean => isPressed
const pressListeners = new Set<() => void>()

function setPressed(pressed: boolean): void {
  isPressed = pressed
  for (const changed of pressListeners) changed()
}
const pressed = () => setPressed(true)
// The click follows in the same task.
const released = () => setTimeout(setPressed, 0, false)

function onPointerPressed(changed: () => void): () => void {
  if (pressListeners.size === 0) {
    addEventListener('pointerdown', pressed, { capture: true })
    addEventListener('pointerup', released, { capture: true })
    addEventListener('pointercancel', released, { capture: true })
  }
  pressListeners.add(changed)
  return () => {
    pressListeners.delete(changed)
    if (pressListeners.size > 0) return
    removeEventListener('pointerdown', pressed, { capture: true })
    removeEventListener('pointerup', released, { capture: true })
    removeEventListener('pointercancel', released, { capture: true })
    isPressed = false
  }
}

/** Keeps a value while a pointer is pressed, because a moved button would miss the click. */
function useUnpressed<T>(value: T): T {
  const isHeld = useSyncExternalStore(onPointerPressed, isPointerPressed, isPointerPressed)
  const [shown, setShown] = useState(value)
  if (isHeld || shown === value) return shown
  setShown(value)
  return value
}

/**
 * Form values, delayed while typing. A choice or a reset applies at once. Text applies after a
 * pause, when its field is left, on a button press or on submit. A key thus draws only its own
 * field.
 */
export function useSettledValues<T extends Tree>(
  { getValues, subscribe }: Readable<ValuesOf<T>>,
  { choicesText, isTypedAt }: Declared<T>,
): ValuesOf<T> {
  const [settled, setSettled] = useState(getValues)
  useLayoutEffect(() => {
    let choices = choicesText(getValues())
    let latest: ValuesOf<T> | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Texts changed by a choice, in the same event, apply with it. */
    let isChoosing = false
    const settle = (how: (set: () => void) => void) => {
      clearTimeout(timer)
      timer = undefined
      const values = latest
      if (values !== undefined) how(() => setSettled(values))
    }
    const settleUnpressed = (how: (set: () => void) => void) => {
      if (!isPressed) settle(how)
    }
    const settleAtOnce = () => {
      settle((set) => set())
      isChoosing = true
      queueMicrotask(() => {
        isChoosing = false
      })
    }
    const stop = subscribe({
      formState: { values: true },
      callback({ values, name, type }) {
        latest = values
        const before = choices
        if (name === undefined || !isTypedAt(name)) choices = choicesText(values)
        // A reset form is not being typed in, and drawing rebinds its fields.
        if (name === undefined || isChoosing || choices !== before) return settleAtOnce()
        if (type !== 'change' && !isMoving) return settle(startTransition)
        clearTimeout(timer)
        timer = setTimeout(isMoving ? settle : settleUnpressed, PAUSE, startTransition)
      },
    })
    const leave = () => {
      if (timer !== undefined) settleUnpressed(startTransition)
    }
    const stopPresses = onPointerPressed(leave)
    const send = () => {
      settle(flushSync)
      latest = undefined
    }
    // A button may use typed values, such as a share of the balance.
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')) send()
    }
    addEventListener('focusout', leave)
    addEventListener('click', press, { capture: true })
    addEventListener('submit', send, { capture: true })
    return () => {
      clearTimeout(timer)
      stop()
      stopPresses()
      removeEventListener('focusout', leave)
      removeEventListener('click', press, { capture: true })
      removeEventListener('submit', send, { capture: true })
    }
  }, [getValues, subscribe, choicesText, isTypedAt])
  return settled
}

/** Stores typed values, even if the page is left before the last key has settled. */
export function useKeepTyped<Values>(
  { subscribe }: Pick<Readable<Values>, 'subscribe'>,
  settled: Values,
  keep: (values: Values) => void,
): void {
  useEffect(() => keep(settled), [keep, settled])
  useEffect(() => {
    let latest: Values | undefined
    const keepNow = () => {
      if (latest !== undefined) keep(latest)
    }
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        latest = values
      },
    })
    addEventListener('pagehide', keepNow)
    return () => {
      stop()
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [keep, subscribe])
}

/** Shows the service's refusal at its fields until they are edited. */
export function useRefusal<T extends Tree, Context>(
  form: Pick<UseFormReturn<ValuesOf<T> & FieldValues>, 'setError' | 'getValues'>,
  { fieldOf }: Declared<T, Context>,
  context: Context,
  refused: ApiError | undefined,
): void {
  const place = useEffectEvent((error: ApiError) =>
    showRefusal(form.setError, error, (path) => fieldOf(path, form.getValues(), context)),
  )
  useEffect(() => {
    if (refused) place(refused)
  }, [refused])
}

export type FormParts = {
  form: UseFormReturn
  declared: Declared<Tree, unknown>
  context: unknown
  /** Currencies for `base` and `quote`. */
  units: Readonly<Record<string, string | undefined>>
  size: 'medium' | 'tall'
}

/** Errors of a form; the same object until they change. */
export type Problems = {
  issues: Attributes
  errorAt: (...fields: string[]) => string | undefined
}

const PartsContext = createContext<FormParts | undefined>(undefined)
const ValuesContext = createContext<object | undefined>(undefined)
const ProblemsContext = createContext<Problems | undefined>(undefined)

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is used outside its FormScope`)
  return value
}

export const useFormParts = (): FormParts => required(use(PartsContext), 'useFormParts')
export const useFormValues = (): object => required(use(ValuesContext), 'useFormValues')
export const useProblems = (): Problems => required(use(ProblemsContext), 'useProblems')

type FormScopeProps<T extends Tree, Context> = {
  form: { control: object }
  declared: Declared<T, Context>
  context: Context
  base: string
  quote: string
  size: FormParts['size']
  values: ValuesOf<T>
  issues: Attributes
  children: ReactNode
}

export function FormScope<T extends Tree, Context>(props: FormScopeProps<T, Context>) {
  const { form, declared, context, base, quote, size, values, issues, children } = props
  const parts = useMemo(
    () => ({ form, declared, context, units: { base, quote }, size }) as unknown as FormParts,
    [form, declared, context, base, quote, size],
  )
  const issuesText = JSON.stringify(issues)
  // Leaving a field need not wait for messages.
  const { errors, touchedFields, isSubmitted } = useDeferredValue(
    useFormState({ control: form.control as UseFormReturn['control'] }),
  )
  const saidText = useUnpressed(JSON.stringify(fieldsLeft({ touchedFields, isSubmitted }, issues)))
  // A new object on every change; most fields have no error.
  const problems = useMemo((): Problems => {
    const found = JSON.parse(issuesText) as Attributes
    const said = JSON.parse(saidText) as string[]
    return { issues: found, errorAt: (...fields) => errorAmong(errors, found, said, fields) }
  }, [issuesText, saidText, errors])
  return (
    <PartsContext value={parts}>
      <ValuesContext value={values}>
        <ProblemsContext value={problems}>{children}</ProblemsContext>
      </ValuesContext>
    </PartsContext>
  )
}

export const useFieldValue = (path: string): unknown => get(useFormValues(), path) as unknown
