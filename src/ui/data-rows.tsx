import { Fragment, memo, type ReactNode } from 'react'

import { buttonClass, popoverTriggerState } from './button-class.ts'
import { classNames } from './class-names.ts'
import type { RowCheckbox } from './data-cards.tsx'
import {
  type Column,
  type DataList,
  type InSight,
  opensRow,
  rowPropsEqual,
  type Sort,
} from './data-list.tsx'
import type { Opened } from './popover.tsx'
import { Skeleton } from './skeleton.tsx'
import { RowGap, SortableTh, type TableProps, Td, Th } from './table.tsx'
import type { UnreadableText } from './unreadable-row.tsx'

type Id = string | number

/** Props of all parts of the table below its heads. */
export type PartsProps<Row, Context> = {
  list: DataList<Row, Context>
  columns: readonly Column<Row, Context>[]
  /** Classes of the cells, by column. */
  looks: readonly (string | undefined)[]
  context: Context
  openId: Id | undefined
  selection: { has: (id: Id) => boolean } | undefined
  menu: RowMenu | undefined
  isPressable: boolean
  onOpen: (row: Row) => void
  onCheck: (id: Id, isChecked: boolean) => void
  /** Given, as the first rows need neither. */
  Checkbox: typeof RowCheckbox
  Unreadable: (props: Parameters<typeof UnreadableText>[0]) => ReactNode
}

type RowMenu = {
  row: Id | undefined
  opened: Opened
  prepare: () => void
  toggle: (id: Id, button: HTMLElement) => void
}

const FROM = { medium: 'narrow:hidden', wide: 'medium:hidden' }

export const classOf = <Row, Context>(
  { className, from }: Column<Row, Context>,
  context: Context,
): string | undefined =>
  classNames(from && FROM[from], typeof className === 'function' ? className(context) : className)

/** The words above a column, such as "Fee, USDT". */
export function headWords<Row, Context>(
  { head, headIn, unit }: Column<Row, Context>,
  context: Context,
): string {
  const shared = unit?.(context)
  const words = headIn?.(context) ?? head
  return shared === undefined ? words : `${words}, ${shared}`
}

type TableBodyProps<Row, Context> = PartsProps<Row, Context> & {
  /** `undefined` until the first answer. */
  inSight: InSight<Row> | undefined
  isBusy: boolean
}

export function TableBody<Row, Context>(props: TableBodyProps<Row, Context>) {
  const { inSight, isBusy, selection, openId, menu, looks, Unreadable, ...rest } = props
  const { list, columns, context, onOpen, onCheck, isPressable } = rest
  if (inSight === undefined) {
    return (
      <tbody data-skeleton="">
        <SkeletonRows {...props} />
      </tbody>
    )
  }
  const { items, before, after, frame, isPart } = inSight
  const width = columns.length + (selection ? 1 : 0) + (menu ? 1 : 0)
  return (
    <tbody
      ref={frame}
      className={isBusy ? 'opacity-60' : undefined}
      onPointerEnter={menu?.prepare}
      onFocus={menu?.prepare}
    >
      <RowGap height={before} />
      {items.map(({ line, index, gap, key = line.key }) => {
        const place = isPart && { 'data-index': index, 'aria-rowindex': index + 2 }
        if (line.kind === 'group') {
          return (
            <Fragment key={key}>
              <tr {...place} data-group="">
                <th
                  scope="rowgroup"
                  colSpan={width}
                  className="border-hairline-2! pt-3! align-bottom!"
                >
                  {line.head}
                </th>
              </tr>
              <RowGap height={gap} />
            </Fragment>
          )
        }
        if (line.kind === 'unreadable') {
          return (
            <tr key={line.key} {...place}>
              <td colSpan={width} className="py-1.5!">
                <Unreadable
                  raw={line.row.raw}
                  action={
                    line.row.id !== undefined && list.unreadableAction?.(line.row.id, context)
                  }
                />
              </td>
            </tr>
          )
        }
        const { id, row } = line
        return (
          <DataRow
            key={key}
            list={list}
            columns={columns}
            looks={looks}
            context={context}
            row={row}
            id={id}
            place={isPart ? index : undefined}
            isOpen={id !== undefined && id === openId}
            isPressable={isPressable}
            isChecked={selection && id !== undefined ? selection.has(id) : undefined}
            menuId={menu?.opened.id}
            isMenuOpen={menu !== undefined && menu.opened.isOpen && id === menu.row}
            onOpen={onOpen}
            onCheck={onCheck}
            Checkbox={rest.Checkbox}
            onMenu={menu?.toggle}
          />
        )
      })}
      <RowGap height={after} />
    </tbody>
  )
}

type DataRowProps<Row, Context> = Pick<
  PartsProps<Row, Context>,
  'list' | 'columns' | 'looks' | 'context' | 'isPressable' | 'onOpen' | 'onCheck' | 'Checkbox'
> & {
  row: Row
  id: Id | undefined
  /** Index among all rows, if only visible ones are drawn. */
  place: number | undefined
  isOpen: boolean
  /** For selectable rows. */
  isChecked: boolean | undefined
  menuId: string | undefined
  isMenuOpen: boolean
  onMenu: RowMenu['toggle'] | undefined
}

const cellLook = <Row, Context>(
  column: Column<Row, Context>,
  context: Context,
  isFirst: boolean,
): string | undefined =>
  classNames(
    classOf(column, context),
    column.isQuiet && 'text-ink-2',
    isFirst ? !column.isStrong && 'font-normal!' : column.isStrong && 'font-medium',
    column.cellClass,
  )

export const cellLooks = <Row, Context>(
  columns: readonly Column<Row, Context>[],
  context: Context,
): readonly (string | undefined)[] =>
  columns.map((column, at) => cellLook(column, context, at === 0))

function PlainRow<Row, Context>(props: DataRowProps<Row, Context>) {
  const { list, columns, looks, context, row, id, place, isOpen, isPressable } = props
  const { isChecked, onOpen, onCheck } = props
  return (
    <tr
      data-index={place}
      aria-rowindex={place === undefined ? undefined : place + 2}
      data-selected={isOpen || isChecked || undefined}
      data-pressable={(isPressable && id !== undefined) || undefined}
      onClick={(event) => {
        // The row's own link has already been followed.
        if (id !== undefined && !event.defaultPrevented && opensRow(event)) onOpen(row)
      }}
    >
      {isChecked !== undefined && (
        <td onClick={(event) => event.stopPropagation()}>
          <props.Checkbox list={list} row={row} id={id} isChecked={isChecked} onCheck={onCheck} />
        </td>
      )}
      {columns.map((column, at) => {
        const cell = column.cell(row, context)
        // No component per cell: it would cost a fifth of the row.
        return at === 0 ? (
          <th key={column.id} scope="row" className={looks[at]}>
            {linked(props, cell)}
          </th>
        ) : (
          <td key={column.id} data-numeric={column.isNumeric || undefined} className={looks[at]}>
            {cell}
          </td>
        )
      })}
      {props.onMenu && menuCell(props)}
    </tr>
  )
}

const DataRow = memo(PlainRow, rowPropsEqual) as typeof PlainRow

/** The whole row opens; keyboards and new tabs use the link in its first cell. */
function linked<Row, Context>(props: DataRowProps<Row, Context>, cell: ReactNode): ReactNode {
  const { list, row, context } = props
  const href = list.hrefOf?.(row, context)
  if (href === undefined) return cell
  return (
    <a href={href} aria-label={list.labelOf?.(row, context)} className="rounded-s">
      {cell}
    </a>
  )
}

const MENU_BUTTON = buttonClass({
  look: 'quiet',
  size: 'small',
  isIcon: true,
  className: 'glyph-more',
})

function menuCell<Row, Context>(props: DataRowProps<Row, Context>): ReactNode {
  const { list, row, id, menuId = '', isMenuOpen, onMenu } = props
  if (id === undefined) return <td className={list.menu?.className} />
  return (
    <td className={classNames(list.menu?.className, 'w-8 px-0!')}>
      <button
        type="button"
        aria-label={list.menu?.label(row)}
        {...popoverTriggerState('menu', isMenuOpen, menuId)}
        className={MENU_BUTTON}
        onClick={(event) => onMenu?.(id, event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isMenuOpen) return
          event.preventDefault()
          onMenu?.(id, event.currentTarget)
        }}
      />
    </td>
  )
}

/** Bars below their heads. */
function SkeletonRows<Row, Context>(props: TableBodyProps<Row, Context>) {
  const { list, columns, context, selection, menu } = props
  return Array.from({ length: list.skeletonRows ?? 10 }, (_, row) => (
    <tr key={row}>
      {selection && <Td />}
      {columns.map((column, index) => (
        <Td
          key={column.id}
          isNumeric={column.isNumeric}
          className={classNames(classOf(column, context), column.cellClass)}
        >
          <Skeleton width={(column.skeleton ?? 72) - ((row * 3 + index) % 4) * 6} />
        </Td>
      ))}
      {menu && <Td className={list.menu?.className} />}
    </tr>
  ))
}

/** The total row: its label spans the columns before the first figure or hidden column. */
export function TableTotal<Row, Context>(props: PartsProps<Row, Context> & { label: ReactNode }) {
  const { columns, context, selection, menu, label } = props
  if (label === undefined) return null
  const first = columns.findIndex(
    ({ className, from, footer }) => (className ?? from ?? footer) !== undefined,
  )
  const others = first === -1 ? [] : columns.slice(first)
  return (
    <tfoot>
      <tr>
        <td
          colSpan={columns.length - others.length + (selection ? 1 : 0)}
          className="font-normal! whitespace-normal! text-ink-2!"
        >
          {label}
        </td>
        {others.map((column) => (
          <Td key={column.id} isNumeric={column.isNumeric} className={classOf(column, context)}>
            {column.footer?.(context)}
          </Td>
        ))}
        {menu && <td />}
      </tr>
    </tfoot>
  )
}

type HeadProps<Row, Context> = {
  column: Column<Row, Context>
  context: Context
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function Head<Row, Context>(props: HeadProps<Row, Context>) {
  const { column, context, sort, onSort } = props
  const { sort: by, isNumeric, hasGlyphSlot, isHeadHidden, isAscendingFirst, headClass } = column
  const words = headWords(column, context)
  const look = {
    isNumeric,
    hasGlyphSlot,
    className: classNames(classOf(column, context), headClass),
  }
  if (by === undefined || onSort === undefined) {
    return <Th {...look}>{isHeadHidden ? <span className="sr-only">{words}</span> : words}</Th>
  }
  const isSorted = sort?.by === by
  const turned = sort?.direction === 'asc' ? 'desc' : 'asc'
  return (
    <SortableTh
      {...look}
      sorted={isSorted ? SORTED[sort.direction] : undefined}
      onSort={() =>
        onSort({ by, direction: isSorted ? turned : isAscendingFirst ? 'asc' : 'desc' })
      }
    >
      {words}
    </SortableTh>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const

type ListTableProps<Row, Context> = Omit<TableProps, 'caption' | 'isList' | 'children'> & {
  /** `StillTable` without React. */
  frame: (props: TableProps) => ReactNode
  parts: PartsProps<Row, Context>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** Checkbox of all rows. */
  selectsAll?: ReactNode
  totalLabel: ReactNode
  /** The `tbody`. */
  children: ReactNode
}

/** A list's heads, rows and total. */
export function ListTable<Row, Context>(props: ListTableProps<Row, Context>) {
  const { frame: Frame, parts, sort, onSort, selectsAll, totalLabel, children, ...rest } = props
  const { list, columns, context, menu } = parts
  return (
    <Frame
      {...rest}
      caption={list.caption}
      isList
      hasBleed={list.hasBleed}
      isTight={list.isTight}
      rowHeight={list.rowHeight}
      className={list.className}
    >
      <thead>
        <tr aria-rowindex={rest.rowCount === undefined ? undefined : 1}>
          {selectsAll}
          {columns.map((column) => (
            <Head key={column.id} column={column} context={context} sort={sort} onSort={onSort} />
          ))}
          {menu && (
            <Th className={list.menu?.className}>
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </tr>
      </thead>
      {children}
      <TableTotal {...parts} label={totalLabel} />
    </Frame>
  )
}
