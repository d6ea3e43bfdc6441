import type { ApiError } from '#client/api-error.ts'
import { plural } from '#money/words.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { KeyFigure } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { type Realised, realisedFrom } from '#market/profits.ts'

type RealisedTodayProps = {
  /** `undefined` until the history is read. */
  realised: Realised | undefined
  error: ApiError | null
  /** Currency of the bots, used if nothing was realised; `undefined` if they have several. */
  currency?: string | undefined
  /** "all SmartTrades" */
  of?: string
}

/** Realised profit since midnight, by the history. */
export function RealisedToday({ realised, error, of, ...props }: RealisedTodayProps) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const midnight = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const amount = realised && realisedFrom(realised, midnight)
  const currency = realised?.currency ?? props.currency
  const count = realised?.profits.filter(({ at }) => at >= midnight).length
  return (
    <KeyFigure
      label="Realised today"
      value={
        realised ? (
          <Amount
            value={amount}
            signed
            currency={currency ?? 'USD'}
            unit={currency}
            glyphSize={10}
            reason="Not every order closed today could be read."
          />
        ) : error ? (
          <UnknownValue reason={`The history could not be loaded: ${failureWords(error)}`} />
        ) : (
          <Skeleton width={72} />
        )
      }
      detail={[
        of,
        amount === undefined || count === undefined
          ? 'by the history'
          : plural(count, 'closing order'),
        realised?.isConverted === true && 'valued in USD',
        timeZone === 'UTC' && 'UTC',
      ]
        .filter((part) => typeof part === 'string')
        .join(', ')}
    />
  )
}
