import {
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import type { RowOrder } from './order-by.ts'

export type SortDirection = 'asc' | 'desc'
export type Sort = { by: string; direction: SortDirection }

export type Column<Row, Context = unknown> = {
  id: string
  /** Name in the head and in the choice of columns. */
  head: string
  /** Replaces `head` in the table. */
  headIn?: (context: Context) => string
  /** Common unit of its figures, after the head and a comma. */
  unit?: (context: Context) => string | undefined
  /** For screen readers only. */
  isHeadHidden?: boolean
  cell: (row: Row, context: Context) => ReactNode
  /** Sort key of its head. */
  sort?: string
  /** Comparison for pages that sort by themselves. */
  order?: RowOrder<Row>
  /** The first press sorts ascending, as for names. */
  isAscendingFirst?: boolean
  /** Right-aligned, tabular figures. */
  isNumeric?: boolean
  /** The head aligns with figures, left of their glyphs. */
  hasGlyphSlot?: boolean
  /** Secondary to the figures. */
  isQuiet?: boolean
  isStrong?: boolean
  /** Minimum width of the list: `medium` 640 px, `wide` 900 px. */
  from?: 'medium' | 'wide'
  className?: string | ((context: Context) => string)
  headClass?: string
  cellClass?: string
  /** Cannot be hidden. */
  isFixed?: boolean
  /** Hidden by default. */
  isExtra?: boolean
  isThere?: (context: Context) => boolean
  /** Value of a row here. A column is omitted if all are absent, false or empty. */
  has?: (row: Row) => unknown
  /** Width in px of the bar before the first answer; without one the column is omitted. */
  skeleton?: number
  /** Cell of the total row. */
  footer?: (context: Context) => ReactNode
}

/** Declaration of a list, independent of its rows. */
export type DataList<Row, Context = unknown> = {
  /** For screen readers. */
  caption: string
  columns: readonly Column<Row, Context>[]
  idOf: (row: Row) => string | number | undefined
  /** Target of a row, linked in its first cell; without it, a cell may have its own link. */
  hrefOf?: (row: Row, context: Context) => string | undefined
  /** Spoken label of the link. */
  labelOf?: (row: Row, context: Context) => string
  /** Compares the looks of two versions of a row; identity if omitted. */
  isSame?: (before: Row, after: Row) => boolean
  /** Action that needs only the id of an unreadable row. */
  unreadableAction?: (id: string | number, context: Context) => ReactNode
  /** A row on a phone. It contains its own link; the whole card opens the row. */
  card?: (row: Row, context: Context, checkbox: ReactNode) => ReactNode
  cardHeight?: number
  /** In px, if not the table's own. */
  rowHeight?: number
  skeletonRows?: number
  /** Rows extend 8 px beyond the text. */
  hasBleed?: boolean
  isTight?: boolean
  /** `--card-x`: padding of its cards, 1 rem if absent. */
  className?: string
  /** A menu button at the end of each row; all share one menu. */
  menu?: { label: (row: Row) => string; className?: string }
  /** Cells have no state, so that rows may be reused for others. */
  hasPlainCells?: boolean
  /** Labels of the checkboxes; `undefined` for a row that cannot be selected. */
  selects?: { all: string; one: (row: Row) => string | undefined }
}

export type Unreadable = {
  readonly kind: 'unreadable'
  readonly id: string | number | undefined
  readonly raw: unknown
}

/** Rows with their own head, such as those of a day. */
export type Group<Row> = { key: string; head: ReactNode; rows: readonly (Row | Unreadable)[] }

export type Line<Row> =
  | { kind: 'row'; key: string | number; id: string | number | undefined; row: Row }
  | { kind: 'unreadable'; key: string | number; row: Unreadable }
  | { kind: 'group'; key: string; head: ReactNode }

export const isUnreadableRow = (row: unknown): row is Unreadable =>
  typeof row === 'object' && row !== null && Reflect.get(row, 'kind') === 'unreadable'

export function linesOf<Row>(
  rows: readonly (Row | Unreadable)[],
  idOf: (row: Row) => string | number | undefined,
  within = '',
): Line<Row>[] {
  return rows.map((row, index) => {
    if (isUnreadableRow(row))
      return { kind: 'unreadable', key: `unreadable ${within} ${index}`, row }
    const id = idOf(row)
    return { kind: 'row', key: id ?? `${within} ${index}`, id, row }
  })
}

/** Sorts rows by a column's order, unreadable ones last; unchanged without one. */
export function sortedRows<Row>(
  rows: readonly (Row | Unreadable)[],
  columns: readonly Pick<Column<Row, never>, 'sort' | 'order'>[],
  { by, direction }: Sort,
): readonly (Row | Unreadable)[] {
  const order = columns.find(({ sort }) => sort === by)?.order
  if (order === undefined) return rows
  const readable = rows.filter((row): row is Row => !isUnreadableRow(row))
  const sorted = readable.toSorted((a, b) => order(a, b, direction === 'asc' ? 1 : -1))
  return [...sorted, ...rows.filter(isUnreadableRow)]
}

/** Rows to draw now, and the room of all others as CSS lengths. */
export type InSight<Row> = {
  items: readonly {
    line: Line<Row>
    index: number
    /** React key of a row that replaces another. */
    key?: string | undefined
    /** CSS length of undrawn rows after a sticky head. */
    gap?: string | undefined
  }[]
  before: string | undefined
  after: string | undefined
  /** Set if only visible rows are drawn, each with its index. */
  isPart?: boolean
  /** Element around the rows. */
  frame?: (element: HTMLElement | null) => void
}

export type BodyProps<Row> = {
  lines: readonly Line<Row>[]
  /** Identity of the list; `undefined` while a previous one is shown. */
  listKey: string | undefined
  columns: readonly unknown[]
  /** Expected height of a line, in px. */
  heightOf: (line: Line<Row> | undefined) => number
  /** Usual height of a row, as a CSS length. */
  rowLength: string
  /** A new row may reuse the element of one that leaves. */
  isReused?: boolean | undefined
  onNearEnd?: (() => void) | undefined
  children: (inSight: InSight<Row>) => ReactNode
}

/** Height above the rows and of a row, in px; low estimates. */
const ABOVE = 200
const ROW = 36

/** Rows that fill the window, and the height of all others. */
export function firstScreenful<Row>(lines: readonly Line<Row>[], rowLength: string): InSight<Row> {
  return firstOf(lines, Math.max(1, Math.ceil((innerHeight - ABOVE) / ROW)), rowLength)
}

function firstOf<Row>(lines: readonly Line<Row>[], count: number, rowLength: string): InSight<Row> {
  const toCome = Math.max(0, lines.length - count)
  return {
    items: lines.slice(0, count).map((line, index) => ({ line, index })),
    before: undefined,
    after: toCome > 0 ? `calc(${toCome} * ${rowLength})` : undefined,
  }
}

/**
 * All rows: the first screenful at once, the rest in a deferred render. Later answers for the same
 * list, and rows of a previous one, are drawn at once.
 */
export function AllRows<Row>({ lines, listKey, rowLength, children }: BodyProps<Row>) {
  const drawn = useDeferredValue(listKey, null)
  const isWhole = listKey === undefined || drawn === listKey
  return children(
    isWhole ? firstOf(lines, lines.length, rowLength) : firstScreenful(lines, rowLength),
  )
}

/** The previous value while it equals the next, compared two levels deep. */
export function useUnchanged<T>(next: T): T {
  const [kept, setKept] = useState(next)
  if (kept === next || isAlike(kept, next, 2)) return kept
  setKept(next)
  return next
}

function isAlike(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (depth === 0 || !isPlain(a) || !isPlain(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isAlike(Reflect.get(a, name), Reflect.get(b, name), depth - 1))
  )
}

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype
}

/** A stable function that calls the newest one, for memoized rows. */
export function useNewest<Args extends unknown[]>(
  call: ((...args: Args) => void) | undefined,
): (...args: Args) => void {
  const newest = useRef(call)
  useLayoutEffect(() => {
    newest.current = call
  })
  const [stable] = useState(
    () =>
      (...args: Args) =>
        newest.current?.(...args),
  )
  return stable
}

type Pressed = Pick<
  MouseEvent,
  'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'preventDefault'
> & {
  target: EventTarget | null
}

/** Returns true if a click opens the row. A link handles modified clicks itself. */
export function opensRow(event: Pressed): boolean {
  if (!(event.target instanceof Element)) return false
  if (event.target.closest('button')) return false
  if (!event.target.closest('a')) return true
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  return true
}

type Showing<Row, Context> = {
  rows: readonly (Row | Unreadable)[] | undefined
  context: Context
  hidden?: readonly string[] | undefined
}

/**
 * Columns that are fixed, or have a value in some row and are not hidden (unless that leaves none);
 * before the first answer, those with a skeleton.
 */
export function shownColumns<Row, Context>(
  columns: readonly Column<Row, Context>[],
  { rows, context, hidden = [] }: Showing<Row, Context>,
): readonly Column<Row, Context>[] {
  const filled = columns.filter(
    ({ isThere, has, skeleton }) =>
      (isThere?.(context) ?? true) &&
      (rows === undefined
        ? skeleton !== undefined
        : has === undefined || rows.some((row) => !isUnreadableRow(row) && !isEmpty(has(row)))),
  )
  const shown = filled.filter(({ id, isFixed }) => isFixed || !hidden.includes(id))
  return shown.length > 0 ? shown : filled
}

const isEmpty = (value: unknown): boolean => value === undefined || value === false || value === ''

type RowProps<Row> = { row: Row; list: { isSame?: (before: Row, after: Row) => boolean } }

/** Compares props, and rows by the list's `isSame`. */
export function rowPropsEqual<Row>(before: RowProps<Row>, after: RowProps<Row>): boolean {
  return (
    Object.keys(after).every(
      (name) => name === 'row' || Object.is(Reflect.get(before, name), Reflect.get(after, name)),
    ) &&
    (before.row === after.row || after.list.isSame?.(before.row, after.row) === true)
  )
}
