import { Fragment, type ReactNode, useState } from 'react'

import { type Decimal, toNumber } from '#money/decimal.ts'
import { Side } from '#ui/side.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Table, Td, Th } from '#ui/table.tsx'

export type LadderColumn = {
  head: string
  isNumeric?: boolean | undefined
  /** Hidden in a narrow column. */
  isMinor?: boolean | undefined
  /** Hidden on the smallest phones. */
  isSmallestHidden?: boolean
}

export type LadderLine = {
  id: string
  side: 'sell' | 'buy' | 'waiting'
  /** Text instead of "Waiting" for a line without an order; also hides its mark. */
  waitingWord?: string | undefined
  cells: readonly ReactNode[]
  /** Length of the neutral bar; no bar if unknown. */
  barAmount?: Decimal | undefined
  barLabel?: ReactNode
}

type PriceLadderProps = {
  caption: string
  columns: readonly LadderColumn[]
  barHead?: string | undefined
  lines: readonly LadderLine[]
  /** Row with the last price, before the line at `beforeIndex`. */
  last?: { text: ReactNode; note?: ReactNode; beforeIndex: number } | undefined
  footer?: readonly ReactNode[] | undefined
}

export function PriceLadder(props: PriceLadderProps) {
  const { caption, columns, barHead, lines, last, footer } = props
  const [opened, setOpened] = useState<readonly number[]>([])
  const width = columns.length + 1 + (barHead === undefined ? 0 : 1)
  const middle = last?.beforeIndex ?? Math.floor(lines.length / 2)
  const [from, to] = linesInSight(lines.length, middle)
  // Above, around and below the price; expanded parts stay expanded while the price moves.
  const parts = [0, from, to, lines.length]
  const shares = new Map(barShares(lines).map((share, index) => [lines[index], share]))
  const hiding = (index: number) => {
    if (columns[index]?.isMinor) return '@max-[32rem]/ladder:hidden'
    return columns[index]?.isSmallestHidden ? '@max-[22rem]/page:hidden' : undefined
  }

  const lineRow = (line: LadderLine) => (
    <tr>
      <Td>
        <SideWord side={line.side} word={line.waitingWord} />
      </Td>
      {columns.map((column, index) => (
        <Td
          key={column.head}
          isNumeric={column.isNumeric}
          className={line.side === 'waiting' ? `text-ink-2 ${hiding(index) ?? ''}` : hiding(index)}
        >
          {line.cells[index]}
        </Td>
      ))}
      {barHead !== undefined && <Bar share={shares.get(line)} label={line.barLabel} />}
    </tr>
  )

  return (
    <Table caption={caption} className="@container/ladder max-sm:[--row:2.75rem]">
      <thead>
        <tr>
          <Th>Order</Th>
          {columns.map((column, index) => (
            <Th key={column.head} isNumeric={column.isNumeric} className={hiding(index)}>
              {column.head}
            </Th>
          ))}
          {barHead !== undefined && <Th>{barHead}</Th>}
        </tr>
      </thead>
      <tbody>
        {parts.slice(1).map((end, part) => {
          const start = parts[part] ?? 0
          return part === 1 || end === start || opened.includes(part) ? (
            lines.slice(start, end).map((line, offset) => (
              <Fragment key={line.id}>
                {last?.beforeIndex === start + offset && <LastPrice {...last} width={width} />}
                {lineRow(line)}
              </Fragment>
            ))
          ) : (
            <tr key={part}>
              <td colSpan={width}>
                <button
                  type="button"
                  className="link touch"
                  onClick={() => setOpened([...opened, part])}
                >
                  Show {end - start} more lines
                </button>
              </td>
            </tr>
          )
        })}
        {last && last.beforeIndex >= lines.length && <LastPrice {...last} width={width} />}
      </tbody>
      {footer && (
        <tfoot>
          <tr>
            {footer.map((cell, index) => (
              <Td
                // Columns never change places, so the index is a stable key.
                key={index}
                isNumeric={index > 0 && (columns[index - 1]?.isNumeric ?? index === width - 1)}
                className={hiding(index - 1)}
              >
                {cell}
              </Td>
            ))}
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

function SideWord({ side, word }: { side: LadderLine['side']; word: string | undefined }) {
  if (side !== 'waiting') return <Side side={side} />
  return word === undefined ? (
    <StatusTag tone="waiting">Waiting</StatusTag>
  ) : (
    <span className="text-ink-3">{word}</span>
  )
}

/** Bar lengths from 0 to 1 relative to the longest, including collapsed lines. */
export function barShares(lines: readonly Pick<LadderLine, 'barAmount'>[]): number[] {
  const amounts = lines.map(({ barAmount }) => (barAmount ? toNumber(barAmount) : 0))
  const most = Math.max(0, ...amounts)
  return amounts.map((amount) => (most > 0 ? Math.max(0, amount) / most : 0))
}

function Bar({ share, label }: { share: number | undefined; label: ReactNode }) {
  return (
    <Td>
      <span className="flex items-center justify-between gap-2">
        {/* { Equal in every row, independent of the figure, so that bars are comparable. */}
        <span
          aria-hidden="true"
          className="h-1.5 w-14 flex-none narrow:w-5 @max-[22rem]/page:hidden"
        >
          <span
            className="block h-full bg-ink-3 opacity-60"
            style={{ width: `${(share ?? 0) * 100}%` }}
          />
        </span>
        <span className="flex-1 text-right tabular-nums">{label}</span>
      </span>
    </Td>
  )
}

function LastPrice({ text, note, width }: { text: ReactNode; note?: ReactNode; width: number }) {
  return (
    <tr className="[&>td]:h-7 [&>td]:border-ink-3">
      <td colSpan={width}>
        <span className="flex flex-wrap items-center justify-between gap-x-3 tabular-nums">
          <span className="font-medium">{text}</span>
          {note !== undefined && (
            <span className="text-caption whitespace-normal text-ink-3">{note}</span>
          )}
        </span>
      </td>
    </tr>
  )
}

const MOST_SHOWN = 40
const AROUND = 12

/** Range of visible lines; in a long ladder, those around the last price. */
export const linesInSight = (count: number, middle: number): [from: number, to: number] =>
  count <= MOST_SHOWN
    ? [0, count]
    : [Math.max(0, middle - AROUND), Math.min(count, middle + AROUND)]
