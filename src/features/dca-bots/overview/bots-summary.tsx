import { type RealisedRead, useRealisedToday } from '#lists/realised-today.tsx'
import { sumFact } from '#lists/sum-amount.tsx'
import { missingWords, wholeOf } from '#lists/sums.ts'
import type { DcaBot } from '#contract/dca-bots.ts'
import { plural, textOr } from '#money/format.ts'
import { Amount, NOT_SENT, UnknownValue } from '#ui/amount.tsx'
import { type KeyFact, KeyFigures } from '#ui/key-figures.tsx'

import type { figuresOf } from './bots-figures.ts'

type Figures = ReturnType<typeof figuresOf>

type BotsSummaryProps = RealisedRead & { bots: readonly DcaBot[]; figures: Figures }

export function BotsSummary({ bots, figures, ...history }: BotsSummaryProps) {
  const { whyUnknown: reason, profit, running } = figures
  const isCurrencyStated = bots.every((bot) => bot.total_profit_currency !== undefined)
  const areUnitsUnknown = !isCurrencyStated && profit.sums.length > 1
  const most = wholeOf(figures.most).sum
  const today = useRealisedToday(history, {
    currency: wholeOf(profit).sum?.currency,
    of: 'all DCA bots',
  })
  return (
    <KeyFigures
      label="Figures of the bots listed"
      isFirstLarge
      of={{
        'Result of open deals': sumFact(figures.result, {
          isSigned: true,
          reason,
          detail: 'if closed now',
        }),
        'Open deals': {
          value: figures.openDeals,
          detail: `${running} of ${plural(bots.length, 'bot')} running`,
        },
        'Invested now': sumFact(figures.invested, {
          reason,
          detail: most ? (
            <>
              of <Amount value={most.amount} currency={most.currency} /> maximum
            </>
          ) : (
            'base and safety orders filled'
          ),
        }),
        'Realised today': today,
        'Realised profit': sumFact(areUnitsUnknown ? { ...profit, sums: [] } : profit, {
          isSigned: true,
          hasUnit: isCurrencyStated,
          reason: areUnitsUnknown ? 'They are counted in several currencies.' : NOT_SENT,
          detail: isCurrencyStated ? 'of finished deals' : 'currency not stated by the service',
        }),
        'At last safety order': atLastOrder(figures),
      }}
    />
  )
}

function atLastOrder({ atLast, unknown, withDeals }: Figures): KeyFact {
  const unit = <span className="text-ink-3"> {atLast.length === 1 ? 'bot' : 'bots'}</span>
  if (unknown.length === 0) {
    const names = atLast.map(({ name }) => textOr(name, 'a bot without a name'))
    return {
      value: (
        <>
          {atLast.length}
          {unit}
        </>
      ),
      detail: textOr(names.join(', '), 'every open deal has orders left'),
    }
  }
  return {
    value:
      unknown.length === withDeals ? (
        <UnknownValue reason="The service does not report the open deals." />
      ) : (
        <>
          at least {atLast.length}
          {unit}
        </>
      ),
    detail: missingWords(unknown.map(({ name }) => name)),
  }
}
