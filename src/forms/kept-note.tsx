import type { Difference, Intent } from '#intents/intent.ts'
import { isTooLate, NOT_READ_IN_TIME } from '#intents/kept.ts'
import { readDecimal } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { useDisplayPreferences, useNow } from '#ui/display-preferences.tsx'
import { Note } from '#ui/note.tsx'

/** Which settings the service keeps otherwise than they were sent; nothing if it keeps them all. */
export function KeptNote({ intent }: { intent: Intent }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const now = useNow()
  const { kept } = intent
  if (!kept) return null
  const { differs, isReading } = kept
  const isLate = now !== undefined && isTooLate(intent, now)
  const unverified = isLate ? NOT_READ_IN_TIME : kept.unverified
  if (isReading && !isLate) {
    return (
      <p role="status" className="pb-2 text-caption text-ink-3">
        Checking what the service has kept.
      </p>
    )
  }
  if (differs.length === 0 && unverified === undefined) return null
  return (
    <Note tone="caution" isAnnounced className="mb-2">
      {differs.length > 0 && (
        <>
          Kept differently:{' '}
          {areAmountsHidden
            ? differs.map(({ about }) => about).join(', ')
            : differs.map(differenceWords).join('; ')}
          .{' '}
        </>
      )}
      {unverified !== undefined && <>Not verified: {unverified}</>}
    </Note>
  )
}

/** "trailing distance of stop 17.1%, you asked for 2%" */
export const differenceWords = ({ about, kept, asked, unit }: Difference): string =>
  `${about} ${valueWords(kept, unit)}, you asked for ${valueWords(asked, unit)}`

function valueWords(value: Difference['kept'], unit: Difference['unit']): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const figure = readDecimal(String(value))
  const text = figure === undefined ? String(value).replaceAll('_', ' ') : formatAmount(figure)
  return text === '' ? 'nothing' : text + (unit === 's' ? ' s' : (unit ?? ''))
}
