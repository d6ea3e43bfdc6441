import { type RefObject, useEffect } from 'react'

/**
 * Keeps the columns of a table where they are while its rows come and go: where only the rows in
 * sight are drawn, every other one would move them, and all would be laid out again. They are laid
 * out anew for other `columns`, for another room, and at rest where something does not fit.
 */
export function useSteadyColumns(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly unknown[],
  isMoving: boolean,
): void {
  useEffect(() => {
    const room = table.current?.parentElement
    if (!room || columns.length === 0) return
    let width: number | undefined
    const observer = new ResizeObserver(() => {
      if (!table.current || room.clientWidth === width) return
      width = room.clientWidth
      pin(table.current)
    })
    observer.observe(room)
    return () => observer.disconnect()
  }, [table, columns])

  useEffect(() => {
    if (!isMoving && table.current && hasTightCell(table.current)) pin(table.current)
  }, [table, isMoving])
}

/** Lays the columns out by what stands in them now, and holds them there. */
function pin(table: HTMLTableElement): void {
  const heads = Array.from(table.tHead?.rows[0]?.cells ?? [])
  table.style.tableLayout = ''
  for (const head of heads) head.style.width = ''
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  // On a phone there are no columns.
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
