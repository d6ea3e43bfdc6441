import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import type { BodyProps } from './data-list.tsx'

const OVERSCAN = 12
const NEAR = 20

/** The body of a long list: only the rows in sight are drawn, as the window scrolls. */
export function WindowRows<Row>(props: BodyProps<Row>) {
  const { lines, columns, heightOf, onNearEnd, children } = props
  const frame = useRef<HTMLElement>(null)
  const top = usePageTop(frame)
  const heads = useMemo(
    () => lines.flatMap(({ kind }, index) => (kind === 'group' ? index : [])),
    [lines],
  )
  // Nothing below is memoized by what it returns: the rows take plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: lines.length,
    estimateSize: (index) => heightOf(lines[index]),
    measureElement: rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
    rangeExtractor: useCallback((range: Range) => withHead(range, heads), [heads]),
  })
  useSteadyColumns(frame, columns, virtualizer.isScrolling)
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const isNearEnd = last !== undefined && last.index >= lines.length - NEAR
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])

  return children({
    items: items.flatMap(({ index, end }, at) => {
      const line = lines[index]
      const next = items[at + 1]
      const gap = next && next.start > end ? `${next.start - end}px` : undefined
      return line ? [{ line, index, gap }] : []
    }),
    before: first && first.start > top ? `${first.start - top}px` : undefined,
    after: last && `${Math.max(0, virtualizer.getTotalSize() - (last.end - top))}px`,
    frame: useCallback((element: HTMLElement | null) => {
      frame.current = element
    }, []),
    measure: virtualizer.measureElement,
  })
}

/** The rows in sight, and the head of the first one's group, which sticks above them. */
export function withHead(range: Range, heads: readonly number[]): number[] {
  const inSight = defaultRangeExtractor(range)
  const head = heads.findLast((index) => index <= range.startIndex)
  const first = inSight[0]
  return head === undefined || first === undefined || head >= first ? inSight : [head, ...inSight]
}

/**
 * How high a row of a virtual list is: as it was laid out, and until the browser reports it, as it is
 * expected to be. Asking the page itself would lay it out for every new row.
 */
export function rowHeight<Row extends Element>(
  row: Row,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Row>,
): number {
  if (entry) return measureElement(row, entry, list)
  const index = list.indexFromElement(row)
  const { getItemKey, estimateSize } = list.options
  return list.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index)
}

/**
 * Keeps the columns of a table where they are while its rows come and go: where only the rows in
 * sight are drawn, every other one would move them, and all would be laid out again. They are laid
 * out anew for other `columns`, for another room, and at rest where something does not fit.
 */
function useSteadyColumns(
  body: RefObject<HTMLElement | null>,
  columns: readonly unknown[],
  isMoving: boolean,
): void {
  useEffect(() => {
    const table = body.current?.closest('table')
    const room = table?.parentElement
    if (!room || columns.length === 0) return undefined
    let width: number | undefined
    const observer = new ResizeObserver(() => {
      if (room.clientWidth === width) return
      width = room.clientWidth
      pin(table)
    })
    observer.observe(room)
    return () => observer.disconnect()
  }, [body, columns])

  useEffect(() => {
    const table = body.current?.closest('table')
    if (!isMoving && table && hasTightCell(table)) pin(table)
  }, [body, isMoving])
}

/** Lays the columns out by what stands in them now, and holds them there. */
function pin(table: HTMLTableElement): void {
  const heads = Array.from(table.tHead?.rows[0]?.cells ?? [])
  table.style.tableLayout = ''
  for (const head of heads) head.style.width = ''
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  if (!widths.some((width) => width > 0)) return
  heads.forEach((head, at) => {
    head.style.width = `${widths[at] ?? 0}px`
  })
  table.style.tableLayout = 'fixed'
}

const hasTightCell = (table: HTMLTableElement): boolean =>
  Array.from(table.tBodies).some((body) =>
    Array.from(body.rows).some((row) =>
      Array.from(row.cells).some((cell) => cell.scrollWidth > cell.clientWidth + 1),
    ),
  )

/** How far below the page's top an element begins; follows whatever above it changes height. */
export function usePageTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    const watching = new ResizeObserver(measure)
    watching.observe(document.body)
    measure()
    return () => watching.disconnect()
  }, [element])
  return top
}
