import type { DcaBot } from '#contract/dca-bots.ts'
import type { Realised } from '#market/profits.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { type BotNow, figuresOf, finishedSince, type Sum } from './bots-figures.ts'

type BotsSummaryProps = {
  bots: readonly BotNow[]
  realised: Realised | undefined
  whyUnread: string
  /** How many rows could not be read. */
  unreadable: number
}

/** The key figures over the bots that are listed. */
export function BotsSummary({ bots, realised, whyUnread, unreadable }: BotsSummaryProps) {
  const { timeZone } = useDisplayPreferences()
  const { clock } = useService()
  const figures = figuresOf(bots, whyUnread, unreadable)
  const midnight = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const rows: readonly DcaBot[] = bots.map(({ bot }) => bot)
  const today = realised
    ? finishedSince(realised, rows, midnight)
    : { amount: undefined, currency: undefined, left: 0, reason: whyUnread }
  const { atLast, unread } = figures
  const isCurrencyStated = rows.every((bot) => bot.total_profit_currency !== undefined)
  const risk = unread > 0 && unread === figures.withDeals ? undefined : atLast.length
  return (
    <KeyFigures label="Figures of the bots listed">
      <KeyFigure
        label="Result of open deals"
        value={<SumText of={figures.result} isSigned />}
        detail={leftWords(figures.result, 'before fees')}
        isLarge
      />
      <KeyFigure
        label="Open deals"
        value={figures.openDeals ?? <UnknownValue reason="The service did not send it." />}
        detail={`${figures.running} of ${bots.length} ${bots.length === 1 ? 'bot' : 'bots'} running`}
      />
      <KeyFigure
        label="Invested now"
        value={<SumText of={figures.invested} />}
        detail={
          figures.most.amount ? (
            <>
              of <Amount value={figures.most.amount} currency={figures.most.currency ?? ''} />{' '}
              maximum
            </>
          ) : (
            leftWords(figures.invested, 'base and safety orders filled')
          )
        }
      />
      <KeyFigure
        label="Finished profit today"
        value={<SumText of={today} isSigned />}
        detail={realised ? 'from deals closed since midnight' : undefined}
      />
      <KeyFigure
        label="Finished profit in total"
        value={<SumText of={figures.profit} isSigned hasUnit={isCurrencyStated} />}
        detail={leftWords(
          figures.profit,
          isCurrencyStated ? 'of finished deals' : 'currency not stated by the service',
        )}
      />
      <KeyFigure
        label="At last safety order"
        value={
          risk === undefined ? (
            <UnknownValue reason={whyUnread} />
          ) : (
            <>
              {risk}
              <span className="text-ink-3"> {risk === 1 ? 'bot' : 'bots'}</span>
            </>
          )
        }
        detail={
          atLast.length > 0
            ? atLast.map(({ bot }) => bot.name ?? 'a bot without a name').join(', ')
            : unread > 0
              ? `${unread} ${unread === 1 ? 'bot' : 'bots'} not known`
              : 'every open deal has orders left'
        }
      />
    </KeyFigures>
  )
}

type SumTextProps = { of: Sum; isSigned?: boolean; hasUnit?: boolean }

/** A sum with its currency, or a dash that says why there is none. */
const SumText = ({
  of: { amount, currency, reason },
  isSigned = false,
  hasUnit = true,
}: SumTextProps) => (
  <Amount
    value={amount}
    signed={isSigned}
    places={amount && moneyPlaces(currency ?? '', amount)}
    unit={hasUnit ? currency : undefined}
    reason={reason}
    glyphSize={10}
  />
)

const leftWords = ({ left, amount }: Sum, otherwise: string): string =>
  left > 0 && amount !== undefined ? `${left} ${left === 1 ? 'bot' : 'bots'} not known` : otherwise
