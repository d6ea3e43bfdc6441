import type { ApiError } from '#client/api-error.ts'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { Realised } from '#market/profits.ts'
import { plural, textOr } from '#money/words.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SumFigure } from '#lists/sum-amount.tsx'
import { missingWords, wholeOf } from '#lists/sums.ts'
import { NOT_SENT, UnknownValue } from '#ui/unknown-value.tsx'

import { type figuresOf, finishedSince } from './bots-figures.ts'

type BotsSummaryProps = {
  bots: readonly DcaBot[]
  figures: ReturnType<typeof figuresOf>
  /** `undefined` until the history is read. */
  realised: Realised | undefined
  error: ApiError | null
}

/** The key figures over the bots that are listed. */
export function BotsSummary({ bots, figures, realised, error }: BotsSummaryProps) {
  const { atLast, unknown, whyUnknown } = figures
  const isCurrencyStated = bots.every((bot) => bot.total_profit_currency !== undefined)
  const areUnitsUnknown = !isCurrencyStated && figures.profit.sums.length > 1
  const isRiskUnknown = unknown.length > 0 && unknown.length === figures.withDeals
  const most = wholeOf(figures.most).sum
  return (
    <KeyFigures label="Figures of the bots listed">
      <SumFigure
        label="Result of open deals"
        of={figures.result}
        isSigned
        isLarge
        reason={whyUnknown}
        detail="if closed now"
      />
      <KeyFigure
        label="Open deals"
        value={figures.openDeals}
        detail={`${figures.running} of ${plural(bots.length, 'bot')} running`}
      />
      <SumFigure
        label="Invested now"
        of={figures.invested}
        reason={whyUnknown}
        detail={
          most ? (
            <>
              of <Amount value={most.amount} currency={most.currency} /> maximum
            </>
          ) : (
            'base and safety orders filled'
          )
        }
      />
      <FinishedToday bots={bots} realised={realised} error={error} />
      <SumFigure
        label="Finished profit in total"
        of={areUnitsUnknown ? { ...figures.profit, sums: [] } : figures.profit}
        isSigned
        hasUnit={isCurrencyStated}
        reason={areUnitsUnknown ? 'They are counted in several currencies.' : NOT_SENT}
        detail={isCurrencyStated ? 'of finished deals' : 'currency not stated by the service'}
      />
      <KeyFigure
        label="At last safety order"
        value={
          isRiskUnknown ? (
            <UnknownValue reason="The service does not report the open deals." />
          ) : (
            <>
              {unknown.length > 0 && 'at least '}
              {atLast.length}
              <span className="text-ink-3"> {atLast.length === 1 ? 'bot' : 'bots'}</span>
            </>
          )
        }
        detail={
          unknown.length > 0
            ? missingWords(unknown.map(({ name }) => name))
            : atLast.length > 0
              ? atLast.map(({ name }) => textOr(name, 'a bot without a name')).join(', ')
              : 'every open deal has orders left'
        }
      />
    </KeyFigures>
  )
}

function FinishedToday({ bots, realised, error }: Omit<BotsSummaryProps, 'figures'>) {
  const { timeZone } = useDisplayPreferences()
  const { clock } = useService()
  const midnight = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const label = 'Finished profit today'
  const detail = 'from deals closed since midnight'
  const today = realised
    ? finishedSince(realised, bots, midnight)
    : error && `The history could not be loaded: ${failureWords(error)}`
  if (typeof today === 'object' && today !== null) {
    return <SumFigure label={label} of={today} isSigned reason={NOT_SENT} detail={detail} />
  }
  return (
    <KeyFigure
      label={label}
      value={today === null ? <Skeleton width={72} /> : <UnknownValue reason={today} />}
      detail={detail}
    />
  )
}
