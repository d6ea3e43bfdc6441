import { ProfitPanel } from '#market/profit-panel.tsx'
import { realisedFrom, useRealised } from '#market/profits.ts'
import { divide, fromNumber, HUNDRED, multiply, ZERO } from '#money/decimal.ts'
import { plural } from '#money/words.ts'
import { useService } from '#query/service.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Percent } from '#ui/percent.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { missingWords, OtherSums, SumAmount } from '#ui/sum-amount.tsx'

import type { Trade } from '../trade-facts.ts'
import { endedFigures, type EndedFigures, openFigures, type Sums } from './list-figures.ts'
import { countedWords, type ProfitTotal, type ProfitUnit } from './profit-total.tsx'

type TradeKeyFiguresProps = {
  trades: readonly Trade[]
  group: 'active' | 'finished'
  unit: ProfitUnit
  total: ProfitTotal
}

/** What the rows on the screen come to. The service gives no totals, so each figure says of how many. */
export function TradeKeyFigures(props: TradeKeyFiguresProps) {
  return props.group === 'active' ? <OpenTrades {...props} /> : <FinishedTrades {...props} />
}

const LEFT_OUT = 'The service leaves a figure of one of these trades out.'

/** How many trades a sum is of, or which are missing. */
const totalDetail = (total: ProfitTotal): string =>
  total.missing.length > 0 && total.total !== undefined
    ? missingWords(total.missing, 'trade')
    : `of ${countedWords(total)}`

function OpenTrades({ trades, unit, total }: TradeKeyFiguresProps) {
  const { currency } = unit
  const { filled, withStop, waiting, atEntry, reserved, atStops } = openFigures(trades)
  const unprotected = filled - withStop
  return (
    <KeyFigures label="Key figures">
      <KeyFigure
        label={`Open profit, ${currency}`}
        value={
          <SumAmount
            isSigned
            amount={total.total}
            currency={currency}
            missing={total.missing}
            hasUnit={false}
            reason="No trade is filled yet."
          />
        }
        detail={totalDetail(total)}
      />
      <RealisedToday />
      <SumsFigure
        label="In trades"
        sums={atEntry}
        reason={LEFT_OUT}
        detail={`${plural(filled, 'filled trade')}, at entry prices`}
      />
      <KeyFigure
        label="Waiting to enter"
        value={plural(waiting, 'trade')}
        detail={waiting === 0 ? 'every entry is filled' : <Planned sums={reserved} />}
      />
      <SumsFigure
        label="Result at the stops"
        isSigned
        sums={atStops}
        reason={withStop === 0 ? 'No filled trade has a stop.' : LEFT_OUT}
        detail={
          unprotected > 0
            ? `${plural(unprotected, 'filled trade has', 'filled trades have')} no stop`
            : 'from entry, before fees'
        }
      />
    </KeyFigures>
  )
}

type SumsFigureProps = {
  label: string
  sums: Sums | undefined
  isSigned?: boolean
  reason: string
  detail: string
}

/** The sum in the currency of most trades, then those in other currencies. */
function SumsFigure({ label, sums, isSigned = false, reason, detail }: SumsFigureProps) {
  const [first, ...others] = sums ?? []
  const isNone = sums !== undefined && first === undefined
  return (
    <KeyFigure
      label={first ? `${label}, ${first.currency}` : label}
      value={
        <Amount
          value={isNone ? ZERO : first?.amount}
          currency={first?.currency ?? ''}
          signed={isSigned}
          reason={reason}
        />
      }
      detail={
        <>
          <OtherSums sums={others} isSigned={isSigned} />
          {detail}
        </>
      }
    />
  )
}

const Planned = ({ sums }: { sums: Sums | undefined }) => (
  <>
    {sums?.map(({ currency, amount }, index) => (
      <span key={currency}>
        {index > 0 && ' and '}
        <Amount value={amount} currency={currency} unit={currency} />
      </span>
    )) ?? <Amount value={undefined} reason={LEFT_OUT} />}{' '}
    planned
  </>
)

/** By itself: the history is read after the rows and less often. */
function RealisedToday() {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const { realised, error } = useRealised('smart_trade')
  const midnight = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const profit = realised && realisedFrom(realised, midnight)
  const currency = realised?.currency
  return (
    <KeyFigure
      label={`Realised today${currency === undefined ? '' : `, ${currency}`}`}
      value={
        realised || error ? (
          <Amount
            signed
            value={profit}
            currency={currency ?? ''}
            reason={
              error ? 'The history could not be read.' : 'The history of today is not read in full.'
            }
          />
        ) : (
          <Skeleton width={72} />
        )
      }
      detail={`all SmartTrades${timeZone === 'UTC' ? ', UTC' : ''}`}
    />
  )
}

/** What SmartTrades realised of late, below a short list of those that run. */
export function RealisedPanel() {
  const { realised } = useRealised('smart_trade')
  return realised && <ProfitPanel realised={realised} of="all SmartTrades" />
}

function FinishedTrades({ trades, unit, total }: TradeKeyFiguresProps) {
  const { currency } = unit
  const { counted: known, won, best, worst } = endedFigures(trades, unit)
  return (
    <KeyFigures label="Key figures">
      <KeyFigure
        label={`Profit, ${currency}`}
        value={
          <SumAmount
            isSigned
            amount={total.total}
            currency={currency}
            missing={total.missing}
            hasUnit={false}
            reason="The service sent no profit of these trades."
          />
        }
        detail={totalDetail(total)}
      />
      <KeyFigure
        label="In profit"
        value={`${won} of ${known}`}
        detail={known === 0 ? 'no result known' : <Percent value={shareOf(won, known)} />}
      />
      <Extreme name="Best trade" of={best} currency={currency} />
      <Extreme name="Worst trade" of={worst} currency={currency} />
    </KeyFigures>
  )
}

const shareOf = (part: number, whole: number) =>
  divide(multiply(fromNumber(part), HUNDRED), fromNumber(whole), 2, 'half-even')

type ExtremeProps = { name: string; of: EndedFigures['best']; currency: string }

const Extreme = ({ name, of, currency }: ExtremeProps) => (
  <KeyFigure
    label={`${name}, ${currency}`}
    value={<Amount signed value={of?.profit} currency={currency} reason="No result is known." />}
    detail={of?.trade.pair === undefined ? '—' : toSlashPair(of.trade.pair)}
  />
)
