import type { ComponentProps, ReactNode } from 'react'

import { Amount, NOT_SENT, UnknownReason, UnknownValue } from '#ui/amount.tsx'
import type { Facts } from '#ui/facts.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Table, Td, Th } from '#ui/table.tsx'

/** Figure before and after a write; unchanged without `after`. `null` is unknown. */
export type EffectRow = readonly [name: string, before: ReactNode, after?: ReactNode]

/** Effect of a write: planned in its review, then as reported by the service. */
export type Effect = {
  sentence: ReactNode
  rows?: readonly (EffectRow | false | undefined)[] | undefined
  note?: ReactNode
  isCaution?: boolean | undefined
  unknown?: string | undefined
}

export const becomes = <V,>(
  name: string,
  before: V,
  after: V,
  draw: (value: V) => ReactNode,
): EffectRow => (before === after ? [name, draw(before)] : [name, draw(before), draw(after)])

export const factRows = (facts: Facts): EffectRow[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [[name, value] as const],
  )

export const Decisive = (amount: ComponentProps<typeof Amount>) => (
  <strong className="font-semibold whitespace-nowrap">
    <Amount {...amount} glyph={false} />
  </strong>
)

type EffectTableProps = Pick<Effect, 'rows' | 'unknown'> & { isDone?: boolean }

/** Dashes in the sentence have a reason too. */
export const EffectSentence = ({ of: { sentence, unknown = NOT_SENT } }: { of: Effect }) => (
  <UnknownReason value={unknown}>{sentence}</UnknownReason>
)

/** Now → After, or Before → Now once done. */
export function EffectTable({ rows = [], unknown = NOT_SENT, isDone = false }: EffectTableProps) {
  const shown = rows.filter((row) => row !== false && row !== undefined)
  if (shown.length === 0) return null
  const [from, to] = isDone ? ['Before', 'Now'] : ['Now', 'After']
  const hasChange = shown.some(([, , after]) => after !== undefined)
  return (
    <UnknownReason value={unknown}>
      <Table
        caption={`${from} and ${to.toLowerCase()}`}
        rowHeight={32}
        className="max-sm:[&_td]:pl-2! [&_td]:whitespace-normal! [&_td[data-numeric]:not(:has([class*=glyph-]))]:pr-3! [&_th[data-numeric]]:pr-3!"
      >
        <thead className={hasChange ? undefined : 'sr-only'}>
          <tr>
            <Th>
              <span className="sr-only">Figure</span>
            </Th>
            <Th isNumeric>{from}</Th>
            <Th isNumeric colSpan={2}>
              {to}
            </Th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([name, before, after], index) => (
            <tr key={index}>
              <Th scope="row" className="font-normal! text-ink-2! max-sm:whitespace-normal!">
                {name}
              </Th>
              {after === undefined ? (
                <Td isNumeric colSpan={3} className="text-ink-2">
                  {before ?? <UnknownValue />}
                </Td>
              ) : (
                <>
                  <Td isNumeric className="text-ink-3 **:text-ink-3!">
                    {before ?? <UnknownValue />}
                  </Td>
                  <Td aria-hidden className="w-7 text-ink-3">
                    <Arrow />
                  </Td>
                  <Td isNumeric className="font-medium">
                    {after ?? <UnknownValue />}
                  </Td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </UnknownReason>
  )
}

export const DoneMark = () => (
  <span className="flex size-7 flex-none items-center justify-center rounded-full bg-active">
    <CheckIcon size={14} />
  </span>
)

const Arrow = () => (
  <svg width={8} height={8} viewBox="0 0 8 8" fill="none" stroke="currentColor" className="mx-auto">
    <path d="M0 4h7M4.5 1.5 7 4 4.5 6.5" />
  </svg>
)

export const EffectNote = ({ note, isCaution }: Pick<Effect, 'note' | 'isCaution'>) =>
  note !== undefined &&
  note !== false && (
    <Note tone={isCaution ? 'caution' : 'plain'} className="my-2.5">
      {note}
    </Note>
  )
