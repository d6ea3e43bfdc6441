import { optionsOf } from '#ui/options.ts'
// Types and builders of form declarations.

type TypedKind = 'amount' | 'percent' | 'count' | 'text' | 'note'
export type Kind = TypedKind | 'place' | 'choice' | 'switch'

type Rule<Values, Context, Result = boolean> = (values: Values, context: Context) => Result
export type AnyRule<Result = boolean> = Rule<never, never, Result>

type Common<When> = {
  /** Name in a list of missing fields; its lowercase label if omitted. */
  name?: string | ((place: number) => string)
  /** Shown and sent under this condition; always if omitted. */
  when?: When
  /** Other request paths whose errors belong here; `*` stands for a list index. */
  alsoAt?: readonly string[]
}

type Said<Text> = {
  label: Text
  /** Text beside the label, or its unit; `base` and `quote` are the pair's. */
  help?: Text
  unit?: string
  hint?: Text
}

type FieldOptions<When, Text> = Common<When> &
  Said<Text> & {
    /** Message if a required field is empty. */
    wants?: string | ((place: number) => string)
    /** Omitted from the request while empty, with its parent object. */
    isOptional?: When
    /** Value sent while the field is hidden, if the service requires one. */
    otherwise?: string
    /** Part of another field's input. */
    isInner?: boolean
    /** False: not sent; the form computes other fields from it. */
    travels?: boolean
    /** Path in the request, if different. */
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
  /** Input of a linked price, by value or by percent. */
  by?: string
}
export type GroupNode<Members extends Tree = Tree> = Common<AnyRule> & {
  node: 'group'
  label?: string
  /** Two inputs of one price: the one not typed in follows. */
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
export type Node = Tree[string]

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

/** Values of a form; amounts are text as typed. */
export type ValuesOf<T> = { -readonly [Name in keyof T]: ValueOf<T[Name]> }

export type ChoicesOf<T> = {
  -readonly [
    Name in keyof T as T[Name] extends { kind: TypedKind } ? never : Name
  ]: T[Name] extends { node: 'group'; members: infer Members }
    ? ChoicesOf<Members>
    : T[Name] extends { node: 'list'; members: infer Members }
      ? ChoicesOf<Members>[]
      : ValueOf<T[Name]>
}

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

export type LinkedPathsOf<T> = {
  [Name in keyof T & string]: T[Name] extends { node: 'group'; members: infer Members }
    ? (T[Name] extends { isLinked: true } ? Name : never) | `${Name}.${LinkedPathsOf<Members>}`
    : T[Name] extends { node: 'list'; members: infer Members }
      ? `${Name}.${number}.${LinkedPathsOf<Members>}`
      : never
}[keyof T & string]

/** Builders for field declarations; `Values` are read by their rules. */
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
    /** With a switch `enabled`, its members are present while that is on. */
    group: <Members extends Tree>(
      given: Common<Rule<Values, Context>> & { label?: string },
      members: Members,
    ) => ({ ...given, node: 'group', members }) as GroupNode<Members>,
    list: <Members extends Tree>(
      given: Common<Rule<Values, Context>> & { most: number; empty: readonly ValuesOf<Members>[] },
      members: Members,
    ) => ({ ...given, node: 'list', members }) as unknown as ListNode<Members>,
    /** Price to be typed as a value or as a distance from the entry; the typed one is sent. */
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
            options: optionsOf({ value: 'Price', percent: 'Distance' }),
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
