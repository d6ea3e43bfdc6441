import type { ReactNode } from 'react'

import type { Decimal } from '#money/decimal.ts'

import { Amount } from './amount.tsx'
import { Definition, DefinitionList } from './definition-list.tsx'
import { Percent } from './percent.tsx'
import { NOT_SENT, UnknownReason } from './unknown-value.tsx'

export { NOT_SENT }

/** Facts by their names, in the order of the screen; `undefined`, `false` and `''` are left out. */
export type Facts = Readonly<Record<string, ReactNode>>

type FactListProps = Omit<Parameters<typeof DefinitionList>[0], 'children'> & {
  of: Facts
  /** The name of the fact that is the sum of the others. */
  total?: string | undefined
  /** The default reason of dashes; a fact may give its own. */
  unknown?: string
}

/** Facts as lines, names left and values right. */
export const FactList = ({ of, total, unknown = NOT_SENT, ...look }: FactListProps) => (
  <UnknownReason value={unknown}>
    <DefinitionList {...look}>
      {Object.entries(of).map(
        ([term, value]) =>
          value !== undefined &&
          value !== false &&
          value !== '' && (
            <Definition key={term} term={term} isTotal={term === total}>
              {value}
            </Definition>
          ),
      )}
    </DefinitionList>
  </UnknownReason>
)

/** A figure that may be unknown, and why. */
export type Figure = { value: Decimal | null | undefined; reason?: string | undefined }

type Look = Partial<Parameters<typeof Amount>[0]>

/** An amount with the name and the decimals of its currency. */
export const money = (value: Figure['value'], currency: string | undefined, look?: Look) => (
  <Amount value={value} currency={currency ?? ''} unit={currency || undefined} {...look} />
)

/** A gain or loss in percent. */
export const change = (value: Figure['value'], reason?: string) => (
  <Percent value={value} signed reason={reason} />
)

/** A signed percentage that is neither a gain nor a loss. */
export const plainChange = (value: Figure['value'], reason?: string) => (
  <Percent value={value} signed glyph={false} hasColour={false} reason={reason} />
)
