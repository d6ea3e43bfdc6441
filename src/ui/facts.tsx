import type { ReactNode } from 'react'

import type { Decimal } from '#money/decimal.ts'

import { Amount, NOT_SENT, Percent, UnknownReason } from './amount.tsx'
import { classNames } from './class-names.ts'

export { NOT_SENT }

/** Facts by name, in order; omits `undefined`, `false` and `''`. */
export type Facts = Readonly<Record<string, ReactNode>>

type FactListProps = {
  of?: Facts
  rows?: readonly (readonly [term: string, value: ReactNode])[]
  /** Name of the fact that is the sum: semibold, with a line above. */
  total?: string | undefined
  /** Default reason of dashes. */
  unknown?: string
  /** Hairlines between the lines. */
  isLined?: boolean | undefined
  /** 24 px lines instead of 28. */
  isTight?: boolean | undefined
  className?: string | undefined
}

/** Facts as lines, names left and values right. */
export const FactList = ({ of = {}, total, unknown = NOT_SENT, ...look }: FactListProps) => (
  <UnknownReason value={unknown}>
    <dl
      className={classNames(
        'tabular-nums',
        look.isLined && '[&>*:not(:last-child)]:border-b [&>*]:border-hairline',
        look.isTight ? '[&>*]:min-h-6 [&>*]:py-0.5' : '[&>*]:min-h-7 [&>*]:py-1',
        look.className,
      )}
    >
      {(look.rows ?? Object.entries(of)).map(
        ([term, value]) =>
          value !== undefined &&
          value !== false &&
          value !== '' && (
            <div
              key={term}
              className={classNames(
                'flex items-start justify-between gap-4',
                term === total && 'border-t border-hairline-2 font-semibold',
              )}
            >
              <dt className={term === total ? '' : 'text-ink-2'}>{term}</dt>
              <dd className="text-right wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  </UnknownReason>
)

/** A figure that may be unknown, with the reason. */
export type Figure = { value: Decimal | null | undefined; reason?: string | undefined }

type Look = Partial<Parameters<typeof Amount>[0]>

/** An amount with its currency's name and decimals. */
export const money = (value: Figure['value'], currency: string | undefined, look?: Look) => (
  <Amount value={value} currency={currency ?? ''} unit={currency || undefined} {...look} />
)

export const change = (value: Figure['value'], reason?: string) => (
  <Percent value={value} signed reason={reason} />
)

/** A signed percentage that is neither a gain nor a loss. */
export const plainChange = (value: Figure['value'], reason?: string) => (
  <Percent value={value} signed glyph={false} hasColour={false} reason={reason} />
)
