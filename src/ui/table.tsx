import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'

import { classNames } from './class-names.ts'
import { GLYPHS } from './glyphs.ts'

export type TableProps = {
  /** For screen readers. */
  caption: string
  /** Rows extend 8 px beyond the text, for selectable rows. */
  hasBleed?: boolean | undefined
  isTight?: boolean | undefined
  /** In px, unless the list's own. */
  rowHeight?: number | undefined
  isBusy?: boolean | undefined
  /** A list, with sticky heads and layout by its own width. */
  isList?: boolean | undefined
  /** All rows including the head, if only visible ones are drawn. */
  rowCount?: number | undefined
  className?: string | undefined
  children: ReactNode
}

/** A table with thead and rows inside. Scrolls sideways if too wide, then also by keys. */
export function Table(props: TableProps) {
  const [frame, isWider] = useIsWider()
  return <StillTable {...props} frame={frame} isWider={isWider} />
}

type StillTableProps = TableProps & {
  frame?: RefObject<HTMLDivElement | null>
  /** `undefined` before its layout. */
  isWider?: boolean | undefined
}

export function StillTable(props: StillTableProps) {
  const { caption, hasBleed, isTight, rowHeight, isBusy, rowCount, className, children } = props
  const { isList = false, frame, isWider } = props
  return (
    <div
      ref={frame}
      {...(isWider && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={classNames(
        'relative focus-visible:-outline-offset-2',
        // Sideways scrolling would disable sticky heads.
        isWider !== false && 'overflow-x-auto',
        isList && 'content-width',
        className,
      )}
    >
      <table
        className="data-table"
        data-bleed={hasBleed || undefined}
        data-tight={isTight || undefined}
        data-sticky={(isList && isWider === false) || undefined}
        aria-busy={isBusy || undefined}
        aria-rowcount={rowCount}
        style={
          rowHeight === undefined ? undefined : { ['--row' as string]: `${rowHeight / 16}rem` }
        }
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

type CellProps = ComponentProps<'td'> & {
  /** Right-aligned, tabular figures. */
  isNumeric?: boolean | undefined
}

export function Td({ isNumeric, ...rest }: CellProps) {
  return <td {...rest} data-numeric={isNumeric || undefined} />
}

type HeadProps = ComponentProps<'th'> & {
  isNumeric?: boolean | undefined
  /** Ends above the figures, left of their glyph slot. */
  hasGlyphSlot?: boolean | undefined
}

/** A column's head; `scope="row"` makes it the name of its row. */
export function Th({ isNumeric, hasGlyphSlot, scope = 'col', ...rest }: HeadProps) {
  return (
    <th
      {...rest}
      scope={scope}
      data-numeric={isNumeric || undefined}
      data-glyph-slot={hasGlyphSlot || undefined}
    />
  )
}

type SortDirection = 'ascending' | 'descending'

type SortableThProps = {
  children: ReactNode
  /** Set for the sorted column only. */
  sorted?: SortDirection | undefined
  onSort: () => void
  isNumeric?: boolean | undefined
  hasGlyphSlot?: boolean | undefined
  className?: string | undefined
}

export function SortableTh(props: SortableThProps) {
  const { children, sorted, onSort, isNumeric, hasGlyphSlot, className } = props
  return (
    <th
      scope="col"
      aria-sort={sorted}
      data-numeric={isNumeric || undefined}
      data-glyph-slot={hasGlyphSlot || undefined}
      className={className}
    >
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'touch inline-flex h-6 items-center gap-1 rounded-s transition-colors hover:text-ink',
          sorted && (sorted === 'ascending' ? GLYPHS.up : GLYPHS.down),
        )}
      >
        {children}
      </button>
    </th>
  )
}

/**
 * An empty row in place of undrawn ones: a CSS length, or px. Excluded from scroll anchoring, or
 * rows inserted above it would scroll the page.
 */
export const RowGap = ({ height }: { height: string | number | undefined }) =>
  height === undefined || height === 0 || height === '0px' ? null : (
    <tr aria-hidden="true" className="[overflow-anchor:none]">
      <td className="border-0! p-0!" style={{ height }} />
    </tr>
  )

/** Returns true once an element's content is laid out wider than the element. */
function useIsWider(): [RefObject<HTMLDivElement | null>, boolean | undefined] {
  const frame = useRef<HTMLDivElement>(null)
  const [isWider, setWider] = useState<boolean>()
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    // Updates after the paint, to avoid drawing it twice.
    const observer = new ResizeObserver(() => {
      const isWiderNow = box.scrollWidth > box.clientWidth + 1
      startTransition(() => setWider(isWiderNow))
    })
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return [frame, isWider]
}
