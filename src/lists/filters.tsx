import { type ReactElement, type ReactNode, useId } from 'react'

import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { Chip } from '#ui/chip.tsx'
import { FilterIcon, SearchIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useFollowedText } from '#ui/use-followed-text.ts'

/** The address of a page, as its schema reads it. */
export type SearchValues = Readonly<Record<string, string | number | undefined>>

type Value = string | number | undefined

type Choice = {
  value: string
  label: string
  /** The value as the address holds it: an id may be a number. */
  own?: Value
}

/** A filter, kept in the address under its name; absent from it while it is off. */
export type Filter<Row> = {
  name: string
  label: string
  /** Its control stands in the panel *More filters*. */
  isMore?: boolean
  /** The one value that filters, and the value without the filter, of a name that has further ones. */
  only?: { on: string; off: string }
} & (ChoiceFilter<Row> | FindFilter<Row> | OwnFilter)

type ChoiceFilter<Row> = {
  /** Text of the control while the filter is off. */
  all: string
  /** Offered side by side; without them a menu offers the values that rows have. */
  choices?: readonly Choice[]
  /** Offered in a menu; a function where they cost something to find. */
  options?: readonly Choice[] | (() => readonly Choice[])
  /** The value of a row, or its several values; absent if the service does the filtering. */
  value?: (row: Row) => Value | readonly Value[]
  wordOf?: (row: Row) => string
  /** A value in words, also one that no row has. */
  words?: (value: string) => string
}

type FindFilter<Row> = {
  fieldLabel: string
  placeholder: string
  /** Absent if the rows found are not among those of the list alone. */
  hasWord?: (row: Row, word: string) => boolean
  /** Texts of a row that the field proposes. */
  proposed?: (row: Row) => readonly string[]
}

/** Props of a control of the page's own; absent if it stands apart from the others. */
type OwnFilter = {
  control?: (props: OwnControlProps) => ReactNode
  words?: (value: string) => string
}

export type OwnControlProps = {
  label: string
  value: string | undefined
  search: SearchValues
  onTake: (value: Value) => void
  onChange: (values: SearchValues) => void
}

export type Filtering<Row> = {
  filters: readonly Filter<Row>[]
  /** All rows, unfiltered: source of the choices and their counts. `undefined` until loaded. */
  rows: Rows<Row> | undefined
  search: SearchValues
  onChange: (values: SearchValues) => void
}

function valueIn<Row>(search: SearchValues, { name, only }: Filter<Row>): string | undefined {
  const value = search[name]?.toString()
  return only && value !== only.on ? undefined : value
}

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
    if ('all' in filter) {
      const { value } = filter
      if (!value) return []
      return (row: Rows<Row>[number]) =>
        !isUnreadable(row) && [value(row)].flat().some((one) => one?.toString() === wanted)
    }
    const hasWord = 'fieldLabel' in filter ? filter.hasWord : undefined
    if (!hasWord) return []
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
    return (row: Rows<Row>[number]) =>
      words.every((word) =>
        isUnreadable(row) ? String(row.id ?? '').includes(word) : hasWord(row, word),
      )
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((passes) => passes(row)))
}

/** The filters that are on, in words, each with what takes it off. */
export const chipsOf = <Row,>(filtering: Filtering<Row>) =>
  filtering.filters.flatMap((filter) => {
    const value = valueIn(filtering.search, filter)
    if (value === undefined) return []
    const { name, label, only } = filter
    const own = 'words' in filter ? filter.words(value) : undefined
    const known = choicesOf(filter, filtering.rows).find((choice) => choice.value === value)
    const words = own ?? known?.label ?? value
    return {
      name,
      words,
      label: only ? label : `${label}: ${words}`,
      onRemove: () => filtering.onChange({ [name]: only?.off }),
    }
  })

/** The search values that clear the filters that are on. */
export const withoutFilters = <Row,>({ filters, search }: Filtering<Row>): SearchValues =>
  Object.fromEntries(
    filters.flatMap((filter) =>
      valueIn(search, filter) === undefined ? [] : [[filter.name, filter.only?.off]],
    ),
  )

function choicesOf<Row>(filter: Filter<Row>, rows: Rows<Row> = []): readonly Choice[] {
  if (!('all' in filter)) return []
  const given = filter.choices ?? filter.options
  if (given) return typeof given === 'function' ? given() : given
  const found = new Map<string, Choice>()
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

type FilterControlsProps<Row> = Filtering<Row> & {
  hasCounts?: boolean
  /** Below one another, each with its name above it. */
  isPanel?: boolean
}

/** The control of each filter. */
export const FilterControls = <Row,>(filtering: FilterControlsProps<Row>) =>
  filtering.filters.map((filter) => (
    <FilterControl key={`${filter.name} ${filter.label}`} filter={filter} {...filtering} />
  ))

const ALL = 'all'

function FilterControl<Row>(props: FilterControlsProps<Row> & { filter: Filter<Row> }) {
  const { filter, filters, rows, search, onChange, hasCounts = true, isPanel = false } = props
  const { name, label } = filter
  const value = valueIn(search, filter)
  const change = (next: Value) => onChange({ [name]: next })
  if ('fieldLabel' in filter) {
    const { fieldLabel, placeholder, proposed } = filter
    return (
      <FindField
        label={fieldLabel}
        placeholder={placeholder}
        proposed={proposed && new Set(readableRows(rows ?? []).flatMap(proposed))}
        text={value ?? ''}
        onText={(text) => change(text.trim() === '' ? undefined : text)}
      />
    )
  }
  if (!('all' in filter)) {
    const { control: Control } = filter
    return Control && <Control {...{ label, value, search, onChange }} onTake={change} />
  }
  const { all, choices } = filter
  if (!choices || isPanel) {
    const offered = choicesOf(filter, rows)
    if (isPanel && offered.length === 0 && value === undefined) return null
    return (
      <FilterSelect
        className="[field-sizing:content] max-w-52 max-sm:w-40"
        isField={isPanel}
        label={label}
        all={all}
        value={value}
        options={offered}
        onChange={(next) => {
          const chosen = offered.find((choice) => choice.value === next)
          change(chosen?.own ?? chosen?.value)
        }}
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

type FilterPanelProps<Row> = Filtering<Row> & {
  align?: 'start' | 'end' | undefined
  /** In place of *More filters*. */
  title?: string | undefined
  /** Stands above the filters. */
  order?: ReactElement | undefined
  /** Stands below them. */
  more?: ReactNode
}

/** The filters that are seldom wanted, behind a button that says how many are on. */
export function FilterPanel<Row>(props: FilterPanelProps<Row>) {
  const { align, title = 'More filters', order, more, ...filtering } = props
  const count = chipsOf(filtering).length
  return (
    <Popover
      label="More filters"
      align={align}
      trigger={
        <Chip>
          <FilterIcon />
          {title}
          {count > 0 && `, ${count} on`}
        </Chip>
      }
    >
      <div className="grid w-72 max-w-full grid-cols-2 gap-x-2 gap-y-3">
        {order !== undefined && <div className="col-span-2">{order}</div>}
        <FilterControls {...filtering} isPanel />
        {more}
      </div>
    </Popover>
  )
}

type FindFieldProps = {
  label: string
  placeholder: string
  proposed: ReadonlySet<string> | undefined
  text: string
  onText: (text: string) => void
}

function FindField({ label, placeholder, proposed, ...kept }: FindFieldProps) {
  const [text, setText] = useFollowedText(kept.text, kept.onText)
  const listId = useId()
  return (
    <>
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        isChip
        before={<SearchIcon />}
        value={text}
        maxLength={100}
        frameClassName="w-52 max-sm:w-full"
        list={proposed && listId}
        onChange={(event) => setText(event.target.value)}
      />
      {proposed && <Proposals id={listId} of={[...proposed].toSorted()} />}
    </>
  )
}

/** Texts that a field proposes while somebody types. */
export const Proposals = ({ id, of }: { id: string; of: readonly string[] }) => (
  <datalist id={id}>
    {of.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
)
