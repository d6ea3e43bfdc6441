import { type Realised, realisedFrom } from '#market/profits.ts'
import type { ApiError } from '#client/api-error.ts'
import { joined, plural } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import type { KeyFact } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export type RealisedRead = {
  /** `undefined` until the history is read. */
  realised: Realised | undefined
  error: ApiError | null
}

type Of = {
  /** Currency of the bots, used if nothing was realised; `undefined` if they have several. */
  currency?: string | undefined
  /** "all SmartTrades" */
  of?: string
}

/** Realised profit since midnight, by the history. */
export function useRealisedToday({ realised, error }: RealisedRead, { of, ...own }: Of): KeyFact {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  if (!realised) {
    return {
      value: error ? (
        <UnknownValue reason={`The history could not be loaded: ${failureWords(error)}`} />
      ) : (
        <Skeleton width={72} />
      ),
      detail: joined([!of && 'by the history', of, timeZone === 'UTC' && 'UTC']),
    }
  }
  const midnight = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const amount = realisedFrom(realised, midnight)
  const { currency = own.currency, profits, isConverted } = realised
  const count = profits.filter(({ at }) => at >= midnight).length
  return {
    value: (
      <Amount
        value={amount}
        signed
        currency={currency ?? 'USD'}
        unit={currency}
        glyphSize={10}
        reason="Not every order closed today could be read."
      />
    ),
    detail: joined([
      amount ? plural(count, 'order') : 'by the history',
      of,
      isConverted && 'valued in USD',
      timeZone === 'UTC' && 'UTC',
    ]),
  }
}
