import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import { formatSpan } from './instant.ts'
import { Time } from './time.tsx'
import { UnknownValue } from './amount.tsx'
import { codeWords, formatCount } from '#money/format.ts'

export type Setting<Row> = {
  /** The service's name of it. */
  field: keyof Row & string
  term: string | ((row: Row) => string)
  value: (row: Row) => ReactNode
}

/** Declares the settings of an entity; `draw` gets only values that the service sent. */
export const settingsOf =
  <Row extends object>() =>
  <Field extends keyof Row & string>(
    field: Field,
    term: Setting<Row>['term'],
    draw: (value: NonNullable<Row[Field]>, row: Row) => ReactNode,
    whenNone = 'none',
  ): Setting<Row> => ({
    field,
    term,
    value(row) {
      const value = row[field]
      if (value === undefined) return <UnknownValue reason={NOT_SENT} />
      if (value === null || value === '') return <span className="text-ink-3">{whenNone}</span>
      return draw(value, row)
    },
  })

const NOT_SENT = 'The service did not send it, or not so that it could be read.'

export const asText = (value: string | number): ReactNode => value
export const asCount = (value: number): ReactNode => formatCount(value)
export const asOnOff = (isOn: boolean): ReactNode => (isOn ? 'On' : 'Off')
export const asYesNo = (isSo: boolean): ReactNode => (isSo ? 'Yes' : 'No')
export const asInstant = (at: number): ReactNode => <Time at={at} />
export const asSeconds = (value: number): ReactNode => formatSpan(value * 1_000)
export const asCode = (value: string): ReactNode => (
  <span className="font-mono text-[0.75rem]/4.5 tracking-normal text-ink-2">{value}</span>
)

/** A word of the service: "not_specified" as "Not specified", a known one from `words`. */
export const asWord =
  (words: Readonly<Record<string, string>> = {}) =>
  (word: string): ReactNode =>
    // The word may be the name of an inherited member.
    Object.hasOwn(words, word) ? words[word] : codeWords(word)

type SettingListProps<Row> = {
  of: Row
  settings: readonly Setting<Row>[]
  /** Prints the service's name below each term. */
  hasFieldNames?: boolean
}

export function SettingList<Row>({ of, settings, hasFieldNames = false }: SettingListProps<Row>) {
  return (
    <dl className={classNames('tabular-nums', hasFieldNames && 'border-t border-hairline-2')}>
      {settings.map(({ field, term, value }) => (
        <div
          key={field}
          className={classNames(
            'flex justify-between gap-4',
            hasFieldNames
              ? 'items-start border-b border-hairline py-1.5'
              : 'min-h-6 items-baseline py-0.5',
          )}
        >
          <dt className="min-w-0 text-ink-2" title={hasFieldNames ? undefined : field}>
            {typeof term === 'string' ? term : term(of)}
            {hasFieldNames && (
              <span className="block font-mono text-[0.6875rem]/4 tracking-normal wrap-anywhere text-ink-3">
                {field}
              </span>
            )}
          </dt>
          <dd className="min-w-0 text-right wrap-anywhere">{value(of)}</dd>
        </div>
      ))}
    </dl>
  )
}
