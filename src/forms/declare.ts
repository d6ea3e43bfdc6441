import * as z from 'zod/mini'

import type { Attributes } from '#contract/errors.ts'
import { textSized } from '#contract/primitives.ts'
import { toText } from '#money/decimal.ts'

import { readAmount } from './amount-text.ts'

/** What is typed: its input draws it, and what follows from it is drawn later. */
type TypedKind = 'amount' | 'percent' | 'count' | 'text' | 'note'
/** What is typed, or chosen: of a list that the service sends, of few, or on and off. */
export type Kind = TypedKind | 'place' | 'choice' | 'switch'

const TYPED: ReadonlySet<Kind> = new Set(['amount', 'percent', 'count', 'text', 'note'])

/** Reads the whole form, and what is known besides it. */
type Rule<Values, Context, Result = boolean> = (values: Values, context: Context) => Result
type AnyRule<Result = boolean> = Rule<never, never, Result>

type Common<When> = {
  /** How it is called where it is missing; its label in small letters otherwise. */
  name?: string | ((place: number) => string)
  /** Whether it is on the page and in the request; always otherwise. */
  when?: When
  /** Other paths of the request whose faults belong here; `*` stands for the place in a list. */
  alsoAt?: readonly string[]
}

type Said<Text> = {
  label: Text
  /** Beside the label, or what it counts in: `base` and `quote` are the pair's. */
  help?: Text
  unit?: string
  /** Under it, while nothing is wrong. */
  hint?: Text
}

type FieldOptions<When, Text> = Common<When> &
  Said<Text> & {
    /** Said where it is empty and has to be there. */
    wants?: string | ((place: number) => string)
    /** Left out of the request while it is empty, with the object it stands in. */
    isOptional?: boolean | When
    /** What is sent while it is not there, where the service asks for it all the same. */
    otherwise?: string
    /** It belongs to an input of another name. */
    isInner?: boolean
    /** It stands in the request as it is; otherwise what it decides is worked out beside the form. */
    travels?: boolean
    /** Where it stands in the request, when that is elsewhere than in the form. */
    at?: string
  }

export type FieldNode<K extends Kind = Kind, Value = unknown> = Omit<
  FieldOptions<AnyRule, string | AnyRule<string | undefined>>,
  'label'
> & {
  node: 'field'
  kind: K
  label: string | AnyRule<string>
  empty: Value
  options?: readonly Option[]
  most?: number
  /** Of a price that is typed in one of two ways: which of them this is. */
  by?: string
}
export type GroupNode<Members extends Tree = Tree> = Common<AnyRule> & {
  node: 'group'
  label?: string
  /** Two inputs of one price: the one that was not typed in follows. */
  isLinked?: boolean
  members: Members
}
export type ListNode<Members extends Tree = Tree> = Common<AnyRule> & {
  node: 'list'
  most: number
  empty: readonly object[]
  members: Members
}
export type Tree = { readonly [name: string]: FieldNode | GroupNode | ListNode }
type Node = Tree[string]

export type Option<Value extends string = string> = {
  value: Value
  label: string
  tone?: 'up' | 'down'
}

type ValueOf<N> = N extends { node: 'field'; empty: infer Value }
  ? Value
  : N extends { node: 'group'; members: infer Members }
    ? ValuesOf<Members>
    : N extends { node: 'list'; members: infer Members }
      ? ValuesOf<Members>[]
      : never

/** What a form holds: every amount as the text that was typed. */
export type ValuesOf<T> = { -readonly [Name in keyof T]: ValueOf<T[Name]> }

/** What is chosen in a form, without what is typed. */
export type ChoicesOf<T> = {
  -readonly [
    Name in keyof T as T[Name] extends { kind: TypedKind } ? never : Name
  ]: T[Name] extends { node: 'group'; members: infer Members }
    ? ChoicesOf<Members>
    : T[Name] extends { node: 'list'; members: infer Members }
      ? ChoicesOf<Members>[]
      : ValueOf<T[Name]>
}

/** The paths of the fields of some kinds. */
export type PathsOf<T, K extends Kind = Kind> = {
  [Name in keyof T & string]: T[Name] extends { node: 'field'; kind: infer Own }
    ? Own extends K
      ? Name
      : never
    : T[Name] extends { node: 'group'; members: infer Members }
      ? `${Name}.${PathsOf<Members, K>}`
      : T[Name] extends { node: 'list'; members: infer Members }
        ? `${Name}.${number}.${PathsOf<Members, K>}`
        : never
}[keyof T & string]

/** The paths of prices that are typed in one of two ways. */
export type LinkedPathsOf<T> = {
  [Name in keyof T & string]: T[Name] extends { node: 'group'; members: infer Members }
    ? (T[Name] extends { isLinked: true } ? Name : never) | `${Name}.${LinkedPathsOf<Members>}`
    : T[Name] extends { node: 'list'; members: infer Members }
      ? `${Name}.${number}.${LinkedPathsOf<Members>}`
      : never
}[keyof T & string]

const TEXT_LIMIT = 1_000

/** The words that fields are declared with; `Values` are what their rules read. */
export function declareWith<Values, Context>() {
  type Options = FieldOptions<
    Rule<Values, Context>,
    string | Rule<Values, Context, string | undefined>
  >
  type Label = { label: string | Rule<Values, Context, string> }
  type Given = Omit<Options, 'label'> & Label
  const typed =
    <K extends Kind>(kind: K) =>
    ({ empty = '', ...options }: Given & { empty?: string; most?: number }) =>
      ({ ...options, node: 'field', kind, empty }) as FieldNode<K, string>
  return {
    amount: typed('amount'),
    percent: (options: Given & { empty?: string }) => typed('percent')({ unit: '%', ...options }),
    count: typed('count'),
    text: typed('text'),
    note: typed('note'),
    place: typed('place'),
    choice: <const Value extends string>(
      options: readonly Option<Value>[],
      given: Given & { empty?: NoInfer<Value> },
    ) =>
      ({
        ...given,
        node: 'field',
        kind: 'choice',
        options,
        empty: given.empty ?? options[0]?.value,
      }) as FieldNode<'choice', Value>,
    toggle: (given: Given & { empty?: boolean }) =>
      ({ ...given, node: 'field', kind: 'switch', empty: given.empty ?? false }) as FieldNode<
        'switch',
        boolean
      >,
    /** With a switch called `enabled` among them, its members are there once that is on. */
    group: <Members extends Tree>(
      given: Common<Rule<Values, Context>> & { label?: string },
      members: Members,
    ) => ({ ...given, node: 'group', members }) as GroupNode<Members>,
    list: <Members extends Tree>(
      given: Common<Rule<Values, Context>> & { most: number; empty: readonly ValuesOf<Members>[] },
      members: Members,
    ) => ({ ...given, node: 'list', members }) as unknown as ListNode<Members>,
    /** A price that may be typed as itself or as a distance from the entry; the typed one is sent. */
    linkedPrice: <Members extends Tree>(
      given: Common<Rule<Values, Context>> & { label: string },
      members: Members,
    ) =>
      ({
        ...given,
        node: 'group',
        isLinked: true,
        members: {
          ...members,
          value: { node: 'field', kind: 'amount', label: 'Price', empty: '', by: 'value' },
          percent: {
            node: 'field',
            kind: 'percent',
            label: 'Distance',
            unit: '%',
            empty: '',
            by: 'percent',
          },
          by: {
            node: 'field',
            kind: 'choice',
            label: 'Typed as',
            empty: 'value',
            options: [
              { value: 'value', label: 'Price' },
              { value: 'percent', label: 'Distance' },
            ],
            travels: false,
            isInner: true,
          },
        },
      }) as unknown as GroupNode<
        Members & {
          by: FieldNode<'choice', 'value' | 'percent'>
          value: FieldNode<'amount', string>
          percent: FieldNode<'percent', string>
        }
      > & { isLinked: true },
  }
}

/** A form's fields, each declared once, and all that follows from that. */
export type Declared<T extends Tree = Tree, Context = never> = {
  tree: T
  empty: () => ValuesOf<T>
  /** Reads what was kept; a member that an earlier version did not have is empty. */
  schema: z.ZodMiniType<ValuesOf<T>>
  /** What was left in the form before a reload; `undefined` when it cannot be read. */
  heal: (found: unknown) => ValuesOf<T> | undefined
  fieldAt: (path: string) => FieldNode | undefined
  /** Every field that is on the page now, by its path, in the order of their declaration. */
  present: (values: ValuesOf<T>, context: Context) => string[]
  /**
   * The request as far as it stands in the fields, amounts as plain decimals. What the present choices
   * hide is left out, so that a hidden field can neither fail nor travel.
   */
  sent: (values: ValuesOf<T>, context: Context) => RequestBody
  /** The field that stands for a path of the request; `undefined` when none is shown now. */
  fieldOf: (path: string, values: ValuesOf<T>, context: Context) => string | undefined
  /** Issues by the field that shows them. What has none keeps its path, so that nothing goes unsaid. */
  byField: (issues: Attributes, values: ValuesOf<T>, context: Context) => Attributes
  /** Names a field that is simply empty for what it wants, not for its type. */
  withWants: (issues: Attributes, values: ValuesOf<T>, context: Context) => Attributes
  /** What stands between the form and its review, in one line; `undefined` when nothing does. */
  stillToDo: (issues: Attributes) => string | undefined
  /** The first field that still wants something. */
  next: (issues: Attributes) => string | undefined
  /** All that is chosen rather than typed, as a text to compare. */
  choicesText: (values: ValuesOf<T>) => string
}

/** A member that is undefined does not travel. */
export type RequestBody = { [name: string]: unknown }

type Place = { node: Node; path: string; value: unknown; isThere: boolean; indices: number[] }

export function declareForm<T extends Tree, Context>(tree: T): Declared<T, Context> {
  type Values = ValuesOf<T>
  const holds = (rule: AnyRule | undefined, values: Values, context: Context) =>
    rule === undefined || rule(values as never, context as never)

  /** Every node by its path, groups before their members, with whether it is there. */
  function* walk(
    values: Values,
    context: Context,
    members: Tree = tree,
    within: { path: string; value: object; isThere: boolean; indices: number[] } = {
      path: '',
      value: values,
      isThere: true,
      indices: [],
    },
  ): Generator<Place> {
    const isOn = isSwitchedOn(within.value)
    for (const [name, node] of Object.entries(members)) {
      const path = within.path === '' ? name : `${within.path}.${name}`
      const value = (within.value as Record<string, unknown>)[name]
      const isThere =
        within.isThere && (isOn || name === 'enabled') && holds(node.when, values, context)
      yield { node, path, value, isThere, indices: within.indices }
      if (node.node === 'group') {
        const own = { path, value: value as object, isThere, indices: within.indices }
        yield* walk(values, context, node.members, own)
      } else if (node.node === 'list') {
        for (const [index, row] of (value as object[]).entries()) {
          const own = { path: `${path}.${index}`, value: row, isThere }
          yield* walk(values, context, node.members, {
            ...own,
            indices: [...within.indices, index],
          })
        }
      }
    }
  }
  const placesOf = (values: Values, context: Context) => [...walk(values, context)]

  const schema = objectOf(tree) as unknown as z.ZodMiniType<Values>

  /** Where a path leads that is written as the form's own. */
  function reach(path: string, places: readonly Place[]): string | undefined {
    const exact = places.find((place) => place.path === path)
    if (exact?.node.node === 'field') return exact.isThere ? path : undefined
    if (exact?.node.node === 'list') return exact.isThere ? path : undefined
    if (exact?.node.node === 'group' && exact.node.isLinked) {
      const { by } = exact.value as { by: string }
      return exact.isThere ? `${path}.${by}` : undefined
    }
    const inside = places.filter((place) => place.path.startsWith(`${path}.`))
    if (inside.length > 0) {
      return inside.find(({ node, isThere }) => isThere && node.node === 'field')?.path
    }
    // Deeper than any field: the field it stands in.
    const outer = places.find(
      ({ node, path: own }) => node.node === 'field' && path.startsWith(`${own}.`),
    )
    return outer?.isThere ? outer.path : undefined
  }

  function fieldIn(path: string, places: readonly Place[]): string | undefined {
    const own = reach(path, places)
    if (own !== undefined) return own
    for (const { node, path: at, isThere } of places) {
      if (!isThere) continue
      const patterns = [
        ...(node.alsoAt ?? []),
        ...(node.node === 'field' && node.at ? [node.at] : []),
      ]
      for (const pattern of patterns) {
        const rest = restAfter(pattern, path)
        if (rest !== undefined) {
          return (rest === '' ? undefined : reach(`${at}.${rest}`, places)) ?? reach(at, places)
        }
      }
    }
    return undefined
  }

  return {
    tree,
    empty: () => emptyOf(tree) as Values,
    schema,
    heal: (found) => schema.safeParse(found).data,
    fieldAt: (path) => fieldAt(tree, path),
    present: (values, context) =>
      placesOf(values, context)
        .filter(({ node, isThere }) => isThere && node.node === 'field' && !node.isInner)
        .map(({ path }) => path),
    sent: (values, context) => sentOf(tree, values, (rule) => holds(rule, values, context)) ?? {},
    fieldOf: (path, values, context) => fieldIn(path, placesOf(values, context)),
    byField(issues, values, context) {
      const places = placesOf(values, context)
      const found: Attributes = {}
      for (const [path, sentences] of Object.entries(issues)) {
        const field = fieldIn(path, places) ?? path
        found[field] = [...(found[field] ?? []), ...sentences]
      }
      return found
    },
    withWants(issues, values, context) {
      const places = placesOf(values, context)
      const said = { ...issues }
      for (const path of Object.keys(issues)) {
        const field = fieldIn(path, places)
        const place = places.find((each) => each.path === field)
        if (place?.node.node !== 'field' || place.node.wants === undefined) continue
        const { wants } = place.node
        if (String(place.value).trim() !== '') continue
        said[path] = [typeof wants === 'string' ? wants : wants((place.indices[0] ?? 0) + 1)]
      }
      return said
    },
    stillToDo(issues) {
      const paths = Object.keys(issues)
      if (paths.length === 0) return undefined
      const names = Array.from(new Set(paths.map((path) => nameAt(tree, path))))
      if (names.length === 1) return issues[paths[0] ?? '']?.[0]
      return `Still to do: ${names.join(', ')}.`
    },
    next: (issues) =>
      Object.keys(issues)
        .map((path) => ({ path, order: orderOf(tree, path) }))
        .filter(({ order }) => order >= 0)
        .toSorted((a, b) => a.order - b.order)[0]?.path,
    choicesText: (values) => JSON.stringify(chosenOf(tree, values)),
  }
}

/** A member called `enabled` switches the others beside it. */
const isSwitchedOn = (value: object): boolean => !('enabled' in value && value.enabled === false)

function emptyOf(members: Tree): Record<string, unknown> {
  const entries = Object.entries(members).map(([name, node]) => [
    name,
    node.node === 'group' ? emptyOf(node.members) : structuredClone(node.empty),
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

function objectOf(members: Tree) {
  const entries = Object.entries(members).map(([name, node]) => [name, memberOf(node)])
  return z.object(Object.fromEntries(entries) as z.core.$ZodLooseShape)
}

function memberOf(node: Node): z.ZodMiniType {
  if (node.node === 'group') {
    return z.prefault(objectOf(node.members), () => emptyOf(node.members))
  }
  if (node.node === 'list') {
    const rows = z.array(objectOf(node.members)).check(z.maxLength(node.most))
    return z.prefault(rows, () => structuredClone([...node.empty]) as Record<string, unknown>[])
  }
  if (node.kind === 'switch') return z.prefault(z.boolean(), node.empty as boolean)
  if (node.kind === 'choice') {
    const values = (node.options ?? []).map(({ value }) => value)
    return z.prefault(z.enum(values), node.empty as string)
  }
  return z.prefault(textSized(0, node.most ?? TEXT_LIMIT), node.empty as string)
}

function fieldAt(members: Tree, path: string): FieldNode | undefined {
  let within: Tree | undefined = members
  let found: Node | undefined
  for (const part of path.split('.')) {
    if (found?.node === 'list' && /^\d+$/.test(part)) continue
    found = within?.[part]
    within = found && found.node !== 'field' ? found.members : undefined
  }
  return found?.node === 'field' ? found : undefined
}

/** How the deepest node with a name of its own on the way to a path is called. */
function nameAt(members: Tree, path: string): string {
  let within: Tree | undefined = members
  let name = path
  let list: Node | undefined
  let place = 0
  for (const part of path.split('.')) {
    if (list && /^\d+$/.test(part)) {
      place = Number(part) + 1
      if (typeof list.name === 'function') name = list.name(place)
      continue
    }
    const node: Node | undefined = within?.[part]
    if (node === undefined) break
    list = node.node === 'list' ? node : undefined
    within = node.node === 'field' ? undefined : node.members
    if (typeof node.name === 'string') name = node.name
    else if (node.node === 'field' && node.name) name = node.name(place)
    // The inputs of a linked price go by the name of the price.
    else if (node.node === 'field' && node.by === undefined && typeof node.label === 'string') {
      name = node.label.toLowerCase()
    }
  }
  return name
}

/** The place of a path among all that is declared; -1 for what is not. */
function orderOf(members: Tree, path: string): number {
  let order = 0
  for (const [name, node] of Object.entries(members)) {
    if (path === name) return order
    if (path.startsWith(`${name}.`)) {
      const inner = node.node === 'group' ? orderOf(node.members, path.slice(name.length + 1)) : 0
      return inner < 0 ? -1 : order + inner
    }
    order += countOf(node)
  }
  return -1
}

const countOf = (node: Node): number =>
  node.node === 'group'
    ? Object.values(node.members).reduce((count, member) => count + countOf(member), 0)
    : 1

function sentOf(
  members: Tree,
  values: object,
  isThere: (rule: AnyRule | undefined) => boolean,
): RequestBody | undefined {
  if (!isSwitchedOn(values)) return undefined
  const body: RequestBody = {}
  let hasFields = false
  const isOptional = (rule: boolean | AnyRule = false) =>
    typeof rule === 'boolean' ? rule : isThere(rule)
  for (const [name, node] of Object.entries(members)) {
    const value = (values as RequestBody)[name]
    if (node.node === 'field') {
      if (node.travels === false) continue
      const isSent = isThere(node.when) && (!node.by || (values as { by?: unknown }).by === node.by)
      const text = isSent ? sentValue(node, value) : node.otherwise
      if (text !== undefined) body[node.at ?? name] = text
      hasFields ||= text !== undefined || (isSent && !isOptional(node.isOptional))
    } else if (isThere(node.when)) {
      const inner =
        node.node === 'group'
          ? sentOf(node.members, value as object, isThere)
          : (value as object[]).map((row) => sentOf(node.members, row, isThere) ?? {})
      if (inner !== undefined) body[name] = inner
      hasFields ||= inner !== undefined
    }
  }
  return hasFields ? body : undefined
}

function sentValue({ kind }: FieldNode, value: unknown): unknown {
  if (typeof value !== 'string') return value === false ? undefined : value
  if (kind === 'choice') return value
  if (kind === 'note') return value || undefined
  return kind === 'text' || kind === 'place' ? value.trim() || undefined : plainAmount(value)
}

/** The plain decimal of a typed text; what is no number stays as it is, so that it is refused. */
export function plainAmount(text: string): string | undefined {
  const amount = readAmount(text)
  return amount === undefined ? text.trim() || undefined : toText(amount)
}

function chosenOf(members: Tree, values: object): object {
  const entries = Object.entries(members).flatMap(([name, node]): [string, unknown][] => {
    const value = (values as RequestBody)[name]
    if (node.node === 'group') return [[name, chosenOf(node.members, value as object)]]
    if (node.node === 'list') {
      return [[name, (value as object[]).map((row) => chosenOf(node.members, row))]]
    }
    return TYPED.has(node.kind) ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** What is left of a path behind a pattern in which `*` stands for one part. */
function restAfter(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('.')
  const parts = path.split('.')
  const fits = wanted.every((part, index) =>
    part === '*' ? parts[index] !== undefined : part === parts[index],
  )
  return fits ? parts.slice(wanted.length).join('.') : undefined
}
