// Turns the fields of a form into its schema, its request and the places of its errors.

import { get } from 'react-hook-form'
import * as z from 'zod/mini'

import type { Attributes } from '#contract/sentences.ts'
import { textSized } from '#contract/primitives.ts'
import { toText } from '#money/decimal.ts'
import { textOr } from '#money/format.ts'

import { readAmount } from './amount-text.ts'
import type { AnyRule, FieldNode, Kind, Node, Tree, ValuesOf } from './field-nodes.ts'

const TYPED: ReadonlySet<Kind> = new Set(['amount', 'percent', 'count', 'text', 'note'])

/** Default maximum length of a text, in characters. */
const TEXT_LIMIT = 1_000

export type Declared<T extends Tree = Tree, Context = never> = {
  tree: T
  empty: () => ValuesOf<T>
  /** Parses stored values; fields missing in an earlier version are empty. */
  schema: z.ZodMiniType<ValuesOf<T>>
  /** Values stored before a reload; `undefined` if unreadable. */
  heal: (found: unknown) => ValuesOf<T> | undefined
  fieldAt: (path: string) => FieldNode | undefined
  /** Paths of all fields now on the page, in the order of declaration. */
  present: (values: ValuesOf<T>, context: Context) => string[]
  /** Amounts as plain decimals. Hidden fields are left out, so they cannot fail. */
  sent: (values: ValuesOf<T>, context: Context) => RequestBody
  /** Field for a path of the request; `undefined` if none is shown. */
  fieldOf: (path: string, values: ValuesOf<T>, context: Context) => string | undefined
  /** Issues by the field that shows them; others keep their path, so that none is lost. */
  byField: (issues: Attributes, values: ValuesOf<T>, context: Context) => Attributes
  /** Replaces type errors of empty fields by their need. */
  withWants: (issues: Attributes, values: ValuesOf<T>, context: Context) => Attributes
  stillToDo: (issues: Attributes, values: ValuesOf<T>) => string | undefined
  next: (issues: Attributes) => string | undefined
  /** All choices, without typed text, as a string to compare. */
  choicesText: (values: ValuesOf<T>) => string
  isTypedAt: (path: string) => boolean
}

export type RequestBody = { [name: string]: unknown }

type Place = { node: Node; path: string; value: unknown; isThere: boolean; indices: number[] }

export function declareForm<T extends Tree, Context>(tree: T): Declared<T, Context> {
  type Values = ValuesOf<T>
  const holds = (rule: AnyRule | undefined, values: Values, context: Context) =>
    rule === undefined || rule(values as never, context as never)

  /** Nodes by path, groups before their members, and whether each is present. */
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

  /** Field for a path in the form's spelling. */
  function reach(path: string, places: readonly Place[]): string | undefined {
    const exact = places.find((place) => place.path === path)
    const { node } = exact ?? {}
    if (node?.node === 'field' && node.by) return reach(path.replace(/\.\w+$/, ''), places)
    if (exact && node?.node !== 'group') return exact.isThere ? path : undefined
    if (exact && node?.node === 'group' && node.isLinked) {
      const { by } = exact.value as { by: string }
      return exact.isThere ? `${path}.${by}` : undefined
    }
    const inside = places.filter((place) => place.path.startsWith(`${path}.`))
    if (inside.length > 0) {
      return inside.find(({ node, isThere }) => isThere && isShown(node))?.path
    }
    // Deeper than any field: its containing field.
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
    empty: () => schema.parse({}),
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
    stillToDo(issues, values) {
      const paths = Object.keys(issues)
      const namesOf = (some: readonly string[]) =>
        Array.from(new Set(some.map((path) => nameAt(tree, path))))
      if (namesOf(paths).length < 2) return issues[paths[0] ?? '']?.[0]
      const missing = namesOf(paths.filter((path) => String(get(values, path) ?? '').trim() === ''))
      const wrong = namesOf(paths).filter((name) => !missing.includes(name))
      const part = (word: string, names: string[]) =>
        names.length > 0 && `${word}: ${names.join(', ')}.`
      return [part('Missing', missing), part('Check', wrong)].filter(Boolean).join(' ')
    },
    next: (issues) =>
      Object.keys(issues)
        .map((path) => ({ path, order: orderOf(tree, path) }))
        .filter(({ order }) => order >= 0)
        .toSorted((a, b) => a.order - b.order)[0]?.path,
    choicesText: (values) => JSON.stringify(chosenOf(tree, values)),
    isTypedAt: (path) => {
      const kind = fieldAt(tree, path)?.kind
      return kind !== undefined && TYPED.has(kind)
    },
  }
}

/** An inner choice has no place to show an error. */
const isShown = (node: Node): boolean => node.node === 'field' && !node.isInner

/** A member `enabled` switches the other members of its group. */
const isSwitchedOn = (value: object): boolean => !('enabled' in value && value.enabled === false)

function objectOf(members: Tree) {
  const entries = Object.entries(members).map(([name, node]) => [name, memberOf(node)])
  return z.object(Object.fromEntries(entries) as z.core.$ZodLooseShape)
}

function memberOf(node: Node): z.ZodMiniType {
  if (node.node === 'group') return z.prefault(objectOf(node.members), {})
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
    // Inputs of a linked price share its name.
    else if (node.node === 'field' && node.by === undefined && typeof node.label === 'string') {
      name = node.label.toLowerCase()
    }
  }
  return name
}

/** Position of a path among all declared ones; -1 if not declared. */
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
  for (const [name, node] of Object.entries(members)) {
    const value = (values as RequestBody)[name]
    if (node.node === 'field') {
      if (node.travels === false) continue
      const isSent = isThere(node.when) && (!node.by || (values as { by?: unknown }).by === node.by)
      const text = isSent ? sentValue(node, value) : node.otherwise
      if (text !== undefined) body[node.at ?? name] = text
      hasFields ||= text !== undefined || (isSent && !(node.isOptional && isThere(node.isOptional)))
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
  if (kind === 'note') return textOr(value, undefined)
  return kind === 'text' || kind === 'place' ? textOr(value.trim(), undefined) : plainAmount(value)
}

/** Plain decimal of a typed text; an invalid one stays as typed, so that it is refused. */
export function plainAmount(text: string): string | undefined {
  const amount = readAmount(text)
  return amount === undefined ? textOr(text.trim(), undefined) : toText(amount)
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

/** Rest of a path after a pattern, in which `*` stands for one part. */
function restAfter(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('.')
  const parts = path.split('.')
  const fits = wanted.every((part, index) =>
    part === '*' ? parts[index] !== undefined : part === parts[index],
  )
  return fits ? parts.slice(wanted.length).join('.') : undefined
}
