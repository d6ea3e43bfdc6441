import type { ReactNode } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { Realised } from '#market/profits.ts'
import { plural } from '#money/words.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { missingWords, SumAmount } from '#ui/sum-amount.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { figuresOf, finishedSince, isRounded, type Sum } from './bots-figures.ts'

type BotsSummaryProps = {
  bots: readonly DcaBot[]
  /** `undefined` until the history is read. */
  realised: Realised | undefined
  error: ApiError | null
  /** How many rows could not be read. */
  unreadable: number
}

/** The key figures over the bots that are listed. */
export function BotsSummary({ bots, realised, error, unreadable }: BotsSummaryProps) {
  const figures = figuresOf(bots, unreadable)
  const { atLast, unknown } = figures
  const isCurrencyStated = bots.every((bot) => bot.total_profit_currency !== undefined)
  const isRiskUnknown = unknown.length > 0 && unknown.length === figures.withDeals
  return (
    <KeyFigures label="Figures of the bots listed">
      <KeyFigure
        label="Result of open deals"
        value={<SumAmount {...figures.result} isSigned />}
        detail={detailOf(figures.result, 'if closed now')}
        isLarge
      />
      <KeyFigure
        label="Open deals"
        value={figures.openDeals}
        detail={`${figures.running} of ${plural(bots.length, 'bot')} running`}
      />
      <KeyFigure
        label="Invested now"
        value={<SumAmount {...figures.invested} />}
        detail={detailOf(
          figures.invested,
          figures.most.amount && figures.most.missing.length === 0 ? (
            <>
              of <Amount value={figures.most.amount} currency={figures.most.currency ?? ''} />{' '}
              maximum
            </>
          ) : (
            'base and safety orders filled'
          ),
        )}
      />
      <FinishedToday bots={bots} realised={realised} error={error} />
      <KeyFigure
        label="Finished profit in total"
        value={<SumAmount {...figures.profit} isSigned hasUnit={isCurrencyStated} />}
        detail={detailOf(
          figures.profit,
          isCurrencyStated ? 'of finished deals' : 'currency not stated by the service',
        )}
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
              ? atLast.map(({ name }) => name || 'a bot without a name').join(', ')
              : 'every open deal has orders left'
        }
      />
    </KeyFigures>
  )
}

type FinishedTodayProps = Pick<BotsSummaryProps, 'bots' | 'realised' | 'error'>

function FinishedToday({ bots, realised, error }: FinishedTodayProps) {
  const { timeZone } = useDisplayPreferences()
  const { clock } = useService()
  const midnight = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const value = () => {
    if (realised) return <SumAmount {...finishedSince(realised, bots, midnight)} isSigned />
    if (!error) return <Skeleton width={72} />
    return <UnknownValue reason={`The history could not be loaded: ${failureWords(error)}`} />
  }
  return (
    <KeyFigure
      label="Finished profit today"
      value={value()}
      detail="from deals closed since midnight"
    />
  )
}

const detailOf = (of: Sum, otherwise: ReactNode): ReactNode => (
  <>
    {of.missing.length > 0 && of.amount !== undefined ? missingWords(of.missing) : otherwise}
    {isRounded(of) && ', rounded'}
  </>
)
