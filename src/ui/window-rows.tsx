import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import { type BodyProps, type Line, useNewest } from './data-list.tsx'

/** Rows beyond visible ones: on both sides at rest; more ahead than behind while scrolling. */
const ROWS_AHEAD = 12
const BEHIND = 2
const NEAR = 20
/** In milliseconds without a scroll event. */
const REST_MS = 150

/** Body of a long list: draws only visible rows. */
export function WindowRows<Row>(props: BodyProps<Row>) {
  const { lines, columns, heightOf, isReused, onNearEnd, children } = props
  const frame = useRef<HTMLElement>(null)
  const attach = useCallback((element: HTMLElement | null) => {
    frame.current = element
  }, [])
  const top = usePageTop(frame)
  const { starts, measure } = useHeights(frame, lines, heightOf)
  const heads = useMemo(
    () => lines.flatMap(({ kind }, index) => (kind === 'group' ? index : [])),
    [lines],
  )
  const { sight, isMoving } = useSight(frame, top, starts)
  const origin = useOrigin(lines, sight)
  useEffect(() => {
    if (!isMoving) measure()
  })
  useSteadyColumns(frame, columns, isMoving)
  const drawn = top === undefined ? [] : withHead(rangeOf(starts, top, sight), heads)
  const last = drawn.at(-1)
  const isNearEnd = last !== undefined && last >= lines.length - NEAR
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])

  const startOf = (index: number): number => starts[index] ?? 0
  const before = startOf(drawn[0] ?? 0)
  const after = startOf(lines.length) - startOf(last === undefined ? 0 : last + 1)
  // The element is kept once it is there, not while this is drawn.
  // oxlint-disable-next-line react/refs
  return children({
    items: drawn.flatMap((index, at) => {
      const line = lines[index]
      const next = drawn[at + 1]
      const room = next === undefined ? 0 : startOf(next) - startOf(index + 1)
      const key = isReused ? `${sight.turn} ${index - origin}` : undefined
      return line ? [{ line, index, key, gap: room > 0 ? `${room}px` : undefined }] : []
    }),
    before: before > 0 ? `${before}px` : undefined,
    after: `${after}px`,
    frame: attach,
    isPart: true,
  })
}

/** Visible part of the page in px, and the scroll direction. */
type Sight = {
  y: number
  height: number
  way: 'rest' | 'down' | 'up' | 'far'
  /** First line of the numbering of reused elements. */
  from: number
  turn: number
}

const HERE = () => ({ y: window.scrollY, height: innerHeight })

/** Current position of the numbering's first line. */
function useOrigin<Row>(lines: readonly Line<Row>[], { from, turn }: Sight): number {
  const [origin, setOrigin] = useState({ lines, from, turn, at: from })
  if (origin.from !== from || origin.turn !== turn) {
    setOrigin({ lines, from, turn, at: from })
    return from
  }
  if (origin.lines === lines) return origin.at
  const key = origin.lines[origin.at]?.key
  const found =
    lines[origin.at]?.key === key ? origin.at : lines.findIndex((one) => one.key === key)
  const at = Math.max(0, found)
  setOrigin({ lines, from, turn, at })
  return at
}

/** Rows to draw. A jump draws only those in sight, as more jumps follow. */
export function rangeOf(
  starts: ArrayLike<number>,
  top: number,
  { y, height, way }: Pick<Sight, 'y' | 'height' | 'way'>,
): [number, number] {
  const most = starts.length - 2
  const above = way === 'far' ? 0 : way === 'down' ? BEHIND : ROWS_AHEAD
  const below = way === 'far' ? 0 : way === 'up' ? BEHIND : ROWS_AHEAD
  const first = indexAt(starts, y - top) - above
  const last = indexAt(starts, y - top + height) + below
  return [Math.max(0, first), Math.min(most, last)]
}

/** Index of the line at a height, clamped to the first and last. */
function indexAt(starts: ArrayLike<number>, height: number): number {
  let low = 0
  let high = starts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}

/** Visible rows, and the head of the first one's group, which is sticky above them. */
export function withHead([first, last]: [number, number], heads: readonly number[]): number[] {
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const head = heads[lastAtMost(heads, first)]
  return head === undefined || head >= first ? inSight : [head, ...inSight]
}

function lastAtMost(sorted: readonly number[], most: number): number {
  let low = -1
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sorted[middle] ?? 0) <= most) low = middle
    else high = middle - 1
  }
  return low
}

/** The visible part, updated within the scroll event that changes it. */
function useSight(
  frame: RefObject<HTMLElement | null>,
  top: number | undefined,
  starts: Float64Array,
) {
  const [sight, setSight] = useState<Sight>(() => ({ ...HERE(), way: 'far', from: 0, turn: 0 }))
  const newest = useRef({ top, starts, sight })
  useLayoutEffect(() => {
    newest.current = { top, starts, sight }
  })
  useEffect(() => {
    let { y } = HERE()
    const rest = () => setSight((before) => ({ ...before, ...HERE(), way: 'rest' }))
    // The first paint draws visible rows only.
    let timer = setTimeout(rest, REST_MS)
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(rest, REST_MS)
      const here = HERE()
      const by = here.y - y
      y = here.y
      const { top: from, starts: at, sight: before } = newest.current
      if (from === undefined) return
      const way = Math.abs(by) > here.height / 2 ? 'far' : by < 0 ? 'up' : 'down'
      const next: Sight = { ...before, ...here, way }
      const [first, last] = rangeOf(at, from, next)
      const [drawnFirst, drawnLast] = rangeOf(at, from, before)
      if (first === drawnFirst && last === drawnLast) return
      if (first > drawnLast || last < drawnFirst) {
        next.from = first
        // A focused row is not reused for another.
        if (frame.current?.contains(document.activeElement) === true) next.turn += 1
      }
      flushSync(() => setSight(next))
    }
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', rest)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', rest)
    }
  }, [frame])
  return { sight, isMoving: sight.way !== 'rest' }
}

/**
 * Start of each line and end of all, in px: measured heights, else of the last drawing, else
 * expected. Measures at rest and on resize, because an observer per row costs as much as the row.
 */
function useHeights<Row>(
  frame: RefObject<HTMLElement | null>,
  lines: readonly Line<Row>[],
  heightOf: (line: Line<Row> | undefined) => number,
) {
  const [heights, setHeights] = useState<Heights>(NO_HEIGHTS)
  const [row, group] = [heightOf(lines.find(({ kind }) => kind === 'row')), heightOf(GROUP)]
  const starts = useMemo(() => {
    const ends = new Float64Array(lines.length + 1)
    lines.forEach((line, index) => {
      const usual = line.kind === 'group' ? group : (heights.row ?? row)
      ends[index + 1] = (ends[index] ?? 0) + (heights.others.get(line.key) ?? usual)
    })
    return ends
  }, [lines, heights, row, group])
  const measure = useNewest(() => {
    if (frame.current) setHeights(measured(frame.current, { lines, heights, row, group }))
  })
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    const observer = new ResizeObserver(() => measure())
    observer.observe(box)
    return () => observer.disconnect()
  }, [frame, measure])
  return { starts, measure }
}

type Heights = {
  row: number | undefined
  /** Lines with other heights than their kind. */
  others: ReadonlyMap<string | number, number>
}

const NO_HEIGHTS: Heights = { row: undefined, others: new Map() }
const GROUP = { kind: 'group', key: '', head: '' } as const

type Known<Row> = {
  lines: readonly Line<Row>[]
  heights: Heights
  /** Expected heights. */
  row: number
  group: number
}

/** Heights after measuring drawn lines; the same object if unchanged. */
function measured<Row>(box: HTMLElement, { lines, heights, row, group }: Known<Row>): Heights {
  const drawn = Array.from(box.children).flatMap((element) => {
    const place = element.getAttribute('data-index')
    const line = place === null ? undefined : lines[Number(place)]
    const { height } = element.getBoundingClientRect()
    return line && height > 0 ? [{ line, height }] : []
  })
  const rows = drawn.filter(({ line }) => line.kind === 'row')
  const former = heights.row ?? row
  const isFormer = rows.length === 0 || rows.some(({ height }) => isNear(height, former))
  const usual = isFormer ? former : (rows[rows.length >> 1]?.height ?? former)
  // Another row height means another layout, so all else is outdated.
  const others = new Map(isFormer ? heights.others : [])
  let isNew = !isFormer
  for (const { line, height } of drawn) {
    const known = others.get(line.key)
    const expected = line.kind === 'group' ? group : usual
    if (isNear(height, known ?? expected)) continue
    isNew = true
    if (isNear(height, expected)) others.delete(line.key)
    else others.set(line.key, height)
  }
  return isNew ? { row: usual, others } : heights
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.25

/**
 * Fixes column widths while rows come and go, which would otherwise change the layout. Recomputes
 * for other `columns`, another width, and at rest if something does not fit.
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

/** Computes the column widths from the current content, and fixes them. */
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

/** Distance of an element from the page's top; follows changes above it. */
function usePageTop(element: RefObject<HTMLElement | null>): number | undefined {
  const [top, setTop] = useState<number>()
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
