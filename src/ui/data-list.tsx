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

/** One column of a list: its head, its cells, its place among chosen columns, its skeleton and total. */
export type Column<Row, Context = unknown> = {
  id: string
  /** Its name, in the head and where columns are chosen. */
  head: string
  /** In the head of the table, where that is another word. */
  headIn?: (context: Context) => string
  /** What all its figures are in, where they share it: follows the head after a comma. */
  unit?: (context: Context) => string | undefined
  /** The head is heard, not seen, such as that of actions. */
  isHeadHidden?: boolean
  cell: (row: Row, context: Context) => ReactNode
  /** What the list is sorted by at a press of its head. */
  sort?: string
  /** Comparison of two rows, if the page sorts them and not the service. */
  order?: RowOrder<Row>
  /** The first press of its head puts the lowest first: names. */
  isAscendingFirst?: boolean
  /** Right-aligned, tabular figures. */
  isNumeric?: boolean
  /** Its head ends where the figures end, left of their glyphs. */
  hasGlyphSlot?: boolean
  /** Secondary to the figures. */
  isQuiet?: boolean
  isStrong?: boolean
  /**
   * The least width of the list it is shown in: `medium` from 640 px up, `wide` from 900 px up. What a
   * row is called, its money, its state and its action have none.
   */
  from?: 'medium' | 'wide'
  /** Of head and cells. */
  className?: string | ((context: Context) => string)
  headClass?: string
  cellClass?: string
  /** Cannot be taken away. */
  isFixed?: boolean
  /** Not among those shown at first. */
  isExtra?: boolean
  isThere?: (context: Context) => boolean
  /** The value of a row here. A column is left out if all are absent, false or empty. */
  has?: (row: Row) => unknown
  /** Width of the bar before the first answer, in px; a column without one has no place there. */
  skeleton?: number
  /** Its cell in the last row, the total. */
  footer?: (context: Context) => ReactNode
}

/** What a list is, whatever rows it has: declared once, beside its columns. */
export type DataList<Row, Context = unknown> = {
  /** Says what the list holds; heard, not seen. */
  caption: string
  columns: readonly Column<Row, Context>[]
  idOf: (row: Row) => string | number | undefined
  /** Where a row leads. Its first cell is the link; without it, a cell may hold one of its own. */
  hrefOf?: (row: Row, context: Context) => string | undefined
  /** What the link of a row says when it is heard. */
  labelOf?: (row: Row, context: Context) => string
  /** Whether two versions of a row look alike, where more than identity counts. */
  isSame?: (before: Row, after: Row) => boolean
  /** What can be done with the id alone of a row that could not be read. */
  unreadableAction?: (id: string | number, context: Context) => ReactNode
  /** A row on a phone. It holds its own link; the whole card opens the row. */
  card?: (row: Row, context: Context, checkbox: ReactNode) => ReactNode
  /** In px. */
  cardHeight?: number
  /** Of a row where it is not the table's own, in px. */
  rowHeight?: number
  skeletonRows?: number
  /** Rows reach 8 px beyond the text. */
  hasBleed?: boolean
  isTight?: boolean
  /** `--card-x`: padding of its cards, 1 rem if absent. */
  className?: string
  /** A button at the end of each row; all share one menu. */
  menu?: { label: (row: Row) => string; className?: string }
  /** No cell keeps anything of its row, such as a button pressed once: rows may be drawn over others. */
  hasPlainCells?: boolean
  /** Rows that can be selected, and what their boxes say; `undefined` where one cannot be. */
  selects?: { all: string; one: (row: Row) => string | undefined }
}

/** A row of an answer that could not be read, as the contract gives it. */
export type Unreadable = {
  readonly kind: 'unreadable'
  readonly id: string | number | undefined
  readonly raw: unknown
}

/** Rows under a head of their own, such as those of one day. */
export type Group<Row> = { key: string; head: ReactNode; rows: readonly (Row | Unreadable)[] }

export type Line<Row> =
  | { kind: 'row'; key: string | number; id: string | number | undefined; row: Row }
  | { kind: 'unreadable'; key: string | number; row: Unreadable }
  | { kind: 'group'; key: string; head: ReactNode }

export const isUnreadableRow = (row: unknown): row is Unreadable =>
  typeof row === 'object' && row !== null && Reflect.get(row, 'kind') === 'unreadable'

/** What a list shows, from top to bottom. */
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

/** Rows in the order of a column, unreadable ones last; as they come if it has none. */
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

/** The rows to draw now, and the room of those that are not drawn, as CSS lengths. */
export type InSight<Row> = {
  items: readonly {
    line: Line<Row>
    index: number
    /** Of a row that takes the place of another. */
    key?: string | undefined
    /** Of a group's head that stays in sight: the room of its rows that are not drawn, a CSS length. */
    gap?: string | undefined
  }[]
  before: string | undefined
  after: string | undefined
  /** Only the rows in sight are drawn: each says which one it is. */
  isPart?: boolean
  /** The element around the rows, which are its children. */
  frame?: (element: HTMLElement | null) => void
}

export type BodyProps<Row> = {
  lines: readonly Line<Row>[]
  /** Which list they are; `undefined` while the one before stands in. */
  listKey: string | undefined
  columns: readonly unknown[]
  /** How high a line is expected to be, in px. */
  heightOf: (line: Line<Row> | undefined) => number
  /** The usual height of a row, as a CSS length. */
  rowLength: string
  /** A row that comes in sight may take the place of one that leaves. */
  isReused?: boolean | undefined
  onNearEnd?: (() => void) | undefined
  children: (inSight: InSight<Row>) => ReactNode
}

/** What stands above the rows and how high one is, both in px and rather too small. */
const ABOVE = 200
const ROW = 36

/**
 * All rows: the first screenful at once, the others right after, in a drawing that clicks and keys go
 * before. Further answers for the same list are drawn whole, and so are rows that only stand in.
 */
export function AllRows<Row>({ lines, listKey, rowLength, children }: BodyProps<Row>) {
  const drawn = useDeferredValue(listKey, null)
  const isWhole = listKey === undefined || drawn === listKey
  const count = isWhole ? lines.length : Math.max(1, Math.ceil((innerHeight - ABOVE) / ROW))
  const toCome = Math.max(0, lines.length - count)
  return children({
    items: lines.slice(0, count).map((line, index) => ({ line, index })),
    before: undefined,
    after: toCome > 0 ? `calc(${toCome} * ${rowLength})` : undefined,
  })
}

/** The value as it was for as long as it is alike, two levels deep: what is drawn from it stays. */
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

/** A function that stays the same and calls the newest: rows that are memoized may be given it. */
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

/**
 * Whether a click on a row opens what it is about: all of the row does, but for its buttons. Its link
 * does by itself what is asked for with a key: a new tab.
 */
export function opensRow(event: MouseEvent): boolean {
  if (!(event.target instanceof Element)) return false
  if (event.target.closest('button')) return false
  if (!event.target.closest('a')) return true
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  return true
}
