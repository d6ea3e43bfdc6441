import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { ProfitPanel } from '#market/profit-panel.tsx'
import { useRealised } from '#market/profits.ts'
import { useRealisedToday } from '#lists/realised-today.tsx'
import { divide, fromNumber, HUNDRED, multiply } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { money } from '#ui/facts.tsx'
import { type KeyFact, KeyFigures } from '#ui/key-figures.tsx'
import { sumFact } from '#lists/sum-amount.tsx'
import { missingWords, type Sums } from '#lists/sums.ts'

import type { Trade } from '../trade-facts.ts'
import { endedFigures, openFigures } from './list-figures.ts'
import { countedWords, type ProfitTotal, type ProfitUnit } from './profit-total.tsx'

type TradeKeyFiguresProps = {
  rows: Rows<Trade>
  group: 'active' | 'finished'
  unit: ProfitUnit
  total: ProfitTotal
}

/** Totals of the rows shown. The service sends none, so each figure names its number of trades. */
export function TradeKeyFigures(props: TradeKeyFiguresProps) {
  return props.group === 'active' ? <OpenTrades {...props} /> : <FinishedTrades {...props} />
}

const LEFT_OUT = 'A figure of one of these trades is missing or could not be read.'

function OpenTrades({ rows, total }: TradeKeyFiguresProps) {
  const today = useRealisedToday(useRealised('smart_trade'), { of: 'all SmartTrades' })
  const { filled, withStop, waiting, atEntry, reserved, atStops } = openFigures(rows)
  const unprotected = filled - withStop
  const isPartial = unreadableRows(rows).length > 0
  return (
    <KeyFigures
      label="Key figures"
      of={{
        'Open profit': sumFact(total.sums, {
          noun: 'trade',
          isSigned: true,
          reason: 'No trade is filled yet.',
          detail: countedWords(total),
        }),
        'Realised today': today,
        'In trades': sumFact(atEntry, {
          noun: 'trade',
          reason: atEntry.missing.length === 0 ? undefined : LEFT_OUT,
          detail: `${filled} filled, at entry prices`,
        }),
        'Waiting to enter': {
          value: (isPartial ? 'at least ' : '') + plural(waiting, 'trade'),
          detail:
            waiting + reserved.missing.length === 0 ? (
              'every entry is filled'
            ) : (
              <Planned of={reserved} />
            ),
        },
        'If all stops hit': sumFact(atStops, {
          noun: 'trade',
          isSigned: true,
          reason: atStops.missing.length === 0 ? 'No filled trade has a stop.' : LEFT_OUT,
          detail:
            unprotected > 0
              ? `${plural(unprotected, 'filled trade has', 'filled trades have')} no stop`
              : 'from entry, before fees',
        }),
      }}
    />
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

/** Recent profit of SmartTrades, below a short list of running ones. */
export function RealisedPanel() {
  const { realised } = useRealised('smart_trade')
  return realised && <ProfitPanel realised={realised} of="all SmartTrades" />
}

function FinishedTrades({ rows, unit, total }: TradeKeyFiguresProps) {
  const { counted: known, won, best, worst } = endedFigures(readableRows(rows), unit)
  const extreme = (of: typeof best): KeyFact => ({
    value: money(of?.profit, unit.currency, { signed: true, reason: 'No result is known.' }),
    detail: of ? toSlashPair(of.trade.pair) : '—',
  })
  return (
    <KeyFigures
      label="Key figures"
      of={{
        Profit: sumFact(total.sums, {
          noun: 'trade',
          isSigned: true,
          reason: 'The service sent no profit of these trades.',
          detail: countedWords(total),
        }),
        'In profit': {
          value: `${won} of ${known}`,
          detail: known === 0 ? 'no result known' : <Percent value={shareOf(won, known)} />,
        },
        'Best trade': extreme(best),
        'Worst trade': extreme(worst),
      }}
    />
  )
}

const shareOf = (part: number, whole: number) =>
  divide(multiply(fromNumber(part), HUNDRED), fromNumber(whole), 2, 'half-even')
