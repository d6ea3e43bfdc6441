import { Fragment, memo, type ReactNode } from 'react'

import { Checkbox } from './checkbox.tsx'
import { type DataList, type InSight, opensRow, rowPropsEqual } from './data-list.tsx'
import { Skeleton } from './skeleton.tsx'
import { UnreadableText } from './unreadable-row.tsx'

export const CARD_HEIGHT = 96
export const CARD_GROUP = 56

type DataCardsProps<Row, Context> = {
  list: DataList<Row, Context>
  /** `undefined` until the first answer. */
  inSight: InSight<Row> | undefined
  count: number
  context: Context
  isBusy: boolean
  isChecked: (id: string | number | undefined) => boolean
  onCheck: (id: string | number, isChecked: boolean) => void
  onOpen: (row: Row) => void
  /** A press anywhere on a card opens its row. */
  isPressable: boolean
}

/** A list's rows as cards, on a phone. */
export function DataCards<Row, Context>(props: DataCardsProps<Row, Context>) {
  const { list, inSight, count, context, isBusy, isChecked, onCheck, onOpen, isPressable } = props
  const { items = [], before, after, frame, isPart } = inSight ?? {}
  return (
    <ul
      ref={frame}
      aria-label={list.caption}
      aria-busy={isBusy || inSight === undefined || undefined}
      className={isBusy ? 'opacity-60' : undefined}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {inSight === undefined &&
        SHAPES.map((shape) => (
          <CardShape key={shape} height={list.cardHeight ?? CARD_HEIGHT} shape={shape} />
        ))}
      {items.map(({ line, index, gap, key = line.key }) => {
        const place = isPart && {
          'data-index': index,
          'aria-posinset': index + 1,
          'aria-setsize': count,
        }
        if (line.kind === 'group') {
          return (
            <Fragment key={key}>
              <li
                {...place}
                className="sticky top-(--top-bar) z-1 flex min-h-14 flex-col justify-end border-b border-hairline-2 bg-canvas px-2 pt-3"
              >
                {line.head}
              </li>
              {gap !== undefined && <li aria-hidden="true" style={{ height: gap }} />}
            </Fragment>
          )
        }
        if (line.kind === 'unreadable') {
          return (
            <li
              key={line.key}
              {...place}
              className="border-b border-hairline px-[var(--card-x,1rem)] py-3"
            >
              <UnreadableText
                raw={line.row.raw}
                action={line.row.id !== undefined && list.unreadableAction?.(line.row.id, context)}
              />
            </li>
          )
        }
        return (
          <DataCard
            key={key}
            place={index}
            count={count}
            isPart={isPart}
            list={list}
            row={line.row}
            id={line.id}
            context={context}
            isChecked={isChecked(line.id)}
            onCheck={onCheck}
            onOpen={onOpen}
            isPressable={isPressable}
          />
        )
      })}
    </ul>
  )
}

type DataCardProps<Row, Context> = {
  list: DataList<Row, Context>
  row: Row
  id: string | number | undefined
  context: Context
  place: number
  count: number
  isPart: boolean | undefined
  isChecked: boolean
  onCheck: (id: string | number, isChecked: boolean) => void
  onOpen: (row: Row) => void
  /** A press anywhere on a card opens its row. */
  isPressable: boolean
}

function PlainCard<Row, Context>(props: DataCardProps<Row, Context>) {
  const { list, row, id, context, place, count, isPart } = props
  const { isChecked, onCheck, onOpen, isPressable } = props
  return (
    <li
      {...(isPart && { 'data-index': place, 'aria-posinset': place + 1, 'aria-setsize': count })}
      className={`relative border-b border-hairline ${isPressable ? 'cursor-pointer' : ''}`}
      onClick={(event) => {
        if (opensRow(event)) onOpen(row)
      }}
    >
      {list.card?.(
        row,
        context,
        <RowCheckbox list={list} row={row} id={id} isChecked={isChecked} onCheck={onCheck} />,
      )}
    </li>
  )
}

const DataCard = memo(PlainCard, rowPropsEqual) as typeof PlainCard

type RowCheckboxProps<Row, Context> = Pick<
  DataCardProps<Row, Context>,
  'list' | 'row' | 'id' | 'isChecked' | 'onCheck'
>

/** Selects a row; nothing for a row that cannot be selected. */
export function RowCheckbox<Row, Context>(props: RowCheckboxProps<Row, Context>): ReactNode {
  const { list, row, id, isChecked, onCheck } = props
  const label = list.selects?.one(row)
  if (label === undefined || id === undefined) return null
  return (
    <Checkbox
      aria-label={label}
      checked={isChecked}
      onChange={(event) => onCheck(id, event.target.checked)}
      onClick={(event) => event.stopPropagation()}
      className="gap-0! coarse:-ml-3.5 coarse:p-3.5"
    />
  )
}

const SHAPES = [0, 1, 2, 3, 4, 5] as const

/** Has a card's height, to prevent a layout shift. */
const CardShape = ({ height, shape }: { height: number; shape: number }) => (
  <li
    className="border-b border-hairline px-[var(--card-x,1rem)] pt-3"
    style={{ height: `${height / 16}rem` }}
  >
    <span className="flex justify-between">
      <Skeleton width={110 - (shape % 3) * 10} />
      <Skeleton width={72} />
    </span>
    <Skeleton width={130} className="mt-3" />
  </li>
)
