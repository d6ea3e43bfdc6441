import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useFollowedText } from '#ui/use-followed-text.ts'

/** The address of a page, as its schema reads it. */
export type SearchValues = Readonly<Record<string, string | number | undefined>>

type Choice = { value: string; label: string }

type Value = string | number | undefined

/** A filter, kept in the address under its name; absent from it while it is off. */
export type Filter<Row> = { name: string; label: string } & (
  | {
      /** Text of the control while the filter is off. */
      all: string
      /** Offered side by side; without them a menu offers the values that rows have. */
      choices?: readonly Choice[]
      /** The value of a row, or its several values; absent if the service does the filtering. */
      value?: (row: Row) => Value | readonly Value[]
      wordOf?: (row: Row) => string
    }
  | { fieldLabel: string; placeholder: string; hasWord: (row: Row, word: string) => boolean }
)

export type Filtering<Row> = {
  filters: readonly Filter<Row>[]
  /** All rows, unfiltered: source of the choices and their counts. `undefined` until loaded. */
  rows: Rows<Row> | undefined
  search: SearchValues
  onChange: (values: SearchValues) => void
}

const valueIn = <Row,>(search: SearchValues, { name }: Filter<Row>): string | undefined =>
  search[name]?.toString()

/**
 * The rows that the filters let through. The values of an unreadable row are unknown, so filters
 * exclude it; a text finds it by its id.
 */
export function narrowed<Row>(
  rows: Rows<Row>,
  filters: readonly Filter<Row>[],
  search: SearchValues,
): Rows<Row> {
  const tests = filters.flatMap((filter) => {
    const wanted = valueIn(search, filter)
    if (wanted === undefined) return []
    if (!('hasWord' in filter)) {
      const { value } = filter
      if (!value) return []
      return (row: Rows<Row>[number]) =>
        !isUnreadable(row) && [value(row)].flat().some((one) => one?.toString() === wanted)
    }
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
    return (row: Rows<Row>[number]) =>
      words.every((word) =>
        isUnreadable(row) ? String(row.id ?? '').includes(word) : filter.hasWord(row, word),
      )
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((passes) => passes(row)))
}

/** The filters that are on, in words, each with what takes it off. */
export const chipsOf = <Row,>(filtering: Filtering<Row>) =>
  filtering.filters.flatMap((filter) => {
    const value = valueIn(filtering.search, filter)
    if (value === undefined) return []
    const word = choicesOf(filter, filtering.rows).find((choice) => choice.value === value)?.label
    return {
      label: `${filter.label}: ${word ?? value}`,
      onRemove: () => filtering.onChange({ [filter.name]: undefined }),
    }
  })

/** The search values that clear every filter. */
export const withoutFilters = <Row,>(filters: readonly Filter<Row>[]): SearchValues =>
  Object.fromEntries(filters.map(({ name }) => [name, undefined]))

type OwnChoice = Choice & {
  /** The value as the address holds it: an id may be a number. */
  own?: Value
}

function choicesOf<Row>(filter: Filter<Row>, rows: Rows<Row> = []): readonly OwnChoice[] {
  if ('hasWord' in filter) return []
  if (filter.choices) return filter.choices
  const found = new Map<string, OwnChoice>()
  for (const row of readableRows(rows)) {
    for (const own of [filter.value?.(row)].flat()) {
      const value = own?.toString()
      if (value !== undefined) {
        found.set(value, { value, label: filter.wordOf?.(row) ?? value, own })
      }
    }
  }
  const choices = [...found.values()]
  return choices.toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

type FilterControlsProps<Row> = Filtering<Row> & { hasCounts?: boolean }

/** The control of each filter. */
export const FilterControls = <Row,>(filtering: FilterControlsProps<Row>) =>
  filtering.filters.map((filter) => (
    <FilterControl key={filter.name} filter={filter} {...filtering} />
  ))

const ALL = 'all'

function FilterControl<Row>(props: FilterControlsProps<Row> & { filter: Filter<Row> }) {
  const { filter, filters, rows, search, onChange, hasCounts = true } = props
  const { name, label } = filter
  const value = valueIn(search, filter)
  const change = (next: Value) => onChange({ [name]: next })
  if ('hasWord' in filter) {
    return (
      <FindField
        {...filter}
        text={value ?? ''}
        onText={(text) => change(text === '' ? undefined : text)}
      />
    )
  }
  const { all, choices } = filter
  if (!choices) {
    const offered = choicesOf(filter, rows)
    return (
      <FilterSelect
        className="max-sm:w-40"
        label={label}
        all={all}
        value={value}
        options={offered}
        onChange={(next) => change(offered.find((choice) => choice.value === next)?.own)}
      />
    )
  }
  // The value of a row that could not be read is unknown, and so is every count.
  const countFor = (choice: string | undefined) =>
    hasCounts && rows && !rows.some(isUnreadable)
      ? narrowed(rows, filters, { ...search, [name]: choice }).length
      : undefined
  return (
    <Segmented
      label={label}
      value={value ?? ALL}
      options={[
        { value: ALL, label: all, count: countFor(undefined) },
        ...choices.map((choice) => ({ ...choice, count: countFor(choice.value) })),
      ]}
      onChange={(next) => change(next === ALL ? undefined : next)}
    />
  )
}

type FindFieldProps = {
  fieldLabel: string
  placeholder: string
  text: string
  onText: (text: string) => void
}

function FindField({ fieldLabel, placeholder, ...kept }: FindFieldProps) {
  const [text, setText] = useFollowedText(kept.text, kept.onText)
  return (
    <TextInput
      aria-label={fieldLabel}
      placeholder={placeholder}
      isChip
      before={<SearchIcon />}
      value={text}
      maxLength={100}
      frameClassName="w-52 max-sm:w-full"
      onChange={(event) => setText(event.target.value)}
    />
  )
}
