import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { ProfitPanel } from '#market/profit-panel.tsx'
import { useRealised } from '#market/profits.ts'
import { RealisedToday } from '#lists/realised-today.tsx'
import { divide, fromNumber, HUNDRED, multiply } from '#money/decimal.ts'
import { plural } from '#money/words.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Percent } from '#ui/percent.tsx'
import { SumFigure } from '#lists/sum-amount.tsx'
import { missingWords, type Sums } from '#lists/sums.ts'

import type { Trade } from '../trade-facts.ts'
import { endedFigures, type EndedFigures, openFigures } from './list-figures.ts'
import { countedWords, type ProfitTotal, type ProfitUnit } from './profit-total.tsx'

type TradeKeyFiguresProps = {
  rows: Rows<Trade>
  group: 'active' | 'finished'
  unit: ProfitUnit
  total: ProfitTotal
}

/** What the rows on the screen come to. The service gives no totals, so each figure says of how many. */
export function TradeKeyFigures(props: TradeKeyFiguresProps) {
  return props.group === 'active' ? <OpenTrades {...props} /> : <FinishedTrades {...props} />
}

const LEFT_OUT = 'A figure of one of these trades is missing or could not be read.'

function OpenTrades({ rows, total }: TradeKeyFiguresProps) {
  const { realised, error } = useRealised('smart_trade')
  const { filled, withStop, waiting, atEntry, reserved, atStops } = openFigures(rows)
  const unprotected = filled - withStop
  const isPartial = unreadableRows(rows).length > 0
  return (
    <KeyFigures label="Key figures">
      <SumFigure
        label="Open profit"
        of={total.sums}
        noun="trade"
        isSigned
        reason="No trade is filled yet."
        detail={`of ${countedWords(total)}`}
      />
      <RealisedToday realised={realised} error={error} of="all SmartTrades" />
      <SumFigure
        label="In trades"
        of={atEntry}
        noun="trade"
        reason={atEntry.missing.length === 0 ? undefined : LEFT_OUT}
        detail={`${plural(filled, 'filled trade')}, at entry prices`}
      />
      <KeyFigure
        label="Waiting to enter"
        value={(isPartial ? 'at least ' : '') + plural(waiting, 'trade')}
        detail={
          waiting + reserved.missing.length === 0 ? (
            'every entry is filled'
          ) : (
            <Planned of={reserved} />
          )
        }
      />
      <SumFigure
        label="Result at the stops"
        of={atStops}
        noun="trade"
        isSigned
        reason={atStops.missing.length === 0 ? 'No filled trade has a stop.' : LEFT_OUT}
        detail={
          unprotected > 0
            ? `${plural(unprotected, 'filled trade has', 'filled trades have')} no stop`
            : 'from entry, before fees'
        }
      />
    </KeyFigures>
  )
}

const Planned = ({ of: { sums, missing } }: { of: Sums }) => (
  <>
    {sums.map(({ currency, amount }, index) => (
      <span key={currency}>
        {index > 0 && ' and '}
        <Amount value={amount} currency={currency} unit={currency} />
      </span>
    ))}
    {sums.length === 0 && <Amount value={undefined} reason={LEFT_OUT} />} planned
    {missing.length > 0 && `, ${missingWords(missing, 'trade')}`}
  </>
)

/** What SmartTrades realised of late, below a short list of those that run. */
export function RealisedPanel() {
  const { realised } = useRealised('smart_trade')
  return realised && <ProfitPanel realised={realised} of="all SmartTrades" />
}

function FinishedTrades({ rows, unit, total }: TradeKeyFiguresProps) {
  const { currency } = unit
  const { counted: known, won, best, worst } = endedFigures(readableRows(rows), unit)
  return (
    <KeyFigures label="Key figures">
      <SumFigure
        label="Profit"
        of={total.sums}
        noun="trade"
        isSigned
        reason="The service sent no profit of these trades."
        detail={`of ${countedWords(total)}`}
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
    label={name}
    value={
      <Amount
        signed
        value={of?.profit}
        currency={currency}
        unit={currency}
        reason="No result is known."
      />
    }
    detail={of?.trade.pair === undefined ? '—' : toSlashPair(of.trade.pair)}
  />
)
