type TypedKind = 'amount' | 'percent' | 'count' | 'text' | 'note'
export type Kind = TypedKind | 'place' | 'choice' | 'switch'

type Rule<Values, Context, Result = boolean> = (values: Values, context: Context) => Result
export type AnyRule<Result = boolean> = Rule<never, never, Result>

type Common<When> = {
  /** Name in a list of missing fields; its label in small letters if omitted. */
  name?: string | ((place: number) => string)
  /** On the page and in the request; always if omitted. */
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
    isOptional?: When
    /** Sent while the field is hidden, if the service requires it. */
    otherwise?: string
    /** Part of an input of another name. */
    isInner?: boolean
    /** False: not in the request; its effect is worked out beside the form. */
    travels?: boolean
    /** Path in the request, if it differs from that in the form. */
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

/** Values of a form: every amount as the text that was typed. */
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
