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
import { GLYPHS } from './icons.tsx'

type TableProps = {
  /** Says what the table holds; heard, not seen. */
  caption: string
  /** Rows reach 8 px beyond the text, for tables whose rows can be chosen. */
  hasBleed?: boolean | undefined
  isTight?: boolean | undefined
  /** A row height other than the list's own, in px. */
  rowHeight?: number | undefined
  isBusy?: boolean | undefined
  /** Its heads stick below the top bar, and it is laid out by its own width. */
  isList?: boolean | undefined
  /** Of a table that draws only the rows in sight: how many there are, the head among them. */
  rowCount?: number | undefined
  className?: string | undefined
  children: ReactNode
}

/** A real table: thead and rows inside. It scrolls sideways by itself when it must, then also by keys. */
export function Table(props: TableProps) {
  const { caption, hasBleed, isTight, rowHeight, isBusy, rowCount, className, children } = props
  const { isList = false } = props
  const [frame, isWider] = useIsWider()
  return (
    <div
      ref={frame}
      {...(isWider && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={classNames(
        'relative focus-visible:-outline-offset-2',
        // What scrolls sideways takes from its heads the page that they would stick in.
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
  /** Stands over figures with glyphs: ends where they end, left of the glyph slot. */
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
  /** Only the column the rows are sorted by has one. */
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
 * An empty row that keeps the room of rows which are not drawn: `height` is a CSS length, or px. The
 * browser must not hold on to it while rows come before it: the page would scroll on with it.
 */
export const RowGap = ({ height }: { height: string | number | undefined }) =>
  height === undefined || height === 0 || height === '0px' ? null : (
    <tr aria-hidden="true" className="[overflow-anchor:none]">
      <td className="border-0! p-0!" style={{ height }} />
    </tr>
  )

/** Whether what stands in an element is wider than the element, once it is laid out. */
function useIsWider(): [RefObject<HTMLDivElement | null>, boolean | undefined] {
  const frame = useRef<HTMLDivElement>(null)
  const [isWider, setWider] = useState<boolean>()
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    // A picture that is about to be painted is not drawn again for it.
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
