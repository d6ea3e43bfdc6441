import type { MarketView } from '#contract/draft-rule.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import { becomes, Decisive, type Effect, type EffectRow } from '#forms/effect.tsx'
import { currenciesOf } from '#market/pair-text.tsx'
import { absolute, add, type Decimal, isZero, negate } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Amount, Percent } from '#ui/amount.tsx'

import { distance } from '../distance.ts'
import { realisedOf } from '../position.ts'
import type { Trade } from '../trade-facts.ts'
import { type ChangedLine, changedLines, type Ticket } from './changed-lines.ts'

/** Trade with its current or planned exits. */
export type TradeWithExits = Ticket & { trade: Trade }

/** Results of the open units and of the whole trade, after fees. */
function resultsOf({ trade, preview: { stop, reward, riskReward } }: TradeWithExits) {
  const realised = realisedOf(trade)
  const whole = (open: Decimal | undefined) => open && realised && add(realised, open)
  const open = stop?.loss && negate(stop.loss)
  return { realised, open, atStop: whole(open), atTargets: whole(reward), riskReward }
}

export const lineRows = (lines: readonly ChangedLine[]): EffectRow[] =>
  lines.map(({ name, before, after }) => becomes(name, before, after, (text) => text))

const UNKNOWN = 'A price, the cost of the open units or their fees are unknown.'

export function changeEffect(
  before: TradeWithExits,
  after: TradeWithExits,
  { change, market, isDone }: { change: SmartTradeChange; market: MarketView; isDone: boolean },
): Effect {
  const { quote = '' } = currenciesOf(before.trade.pair)
  const [was, is] = [resultsOf(before), resultsOf(after)]
  const hasStop = after.preview.stop !== undefined
  const result = (value: Decimal | undefined) => <Amount value={value} signed currency={quote} />
  const away = ({ preview: { stop } }: TradeWithExits) => {
    const percent = distance(stop?.trigger, market.price)
    return percent && absolute(percent)
  }
  const areExitsSent = change.take_profit !== undefined || change.stop_loss !== undefined
  return {
    sentence: (
      <>
        {isDone && 'Saved. '}
        {sentenceOf()}
      </>
    ),
    unknown: UNKNOWN,
    rows: [...lineRows(changedLines(before, after, change)), ...(areExitsSent ? resultRows() : [])],
  }

  function sentenceOf() {
    if (!areExitsSent) return 'Only the note changes. No order is touched.'
    if (!hasStop) return 'Without a stop, nothing closes the trade if the price turns against it.'
    const isOfTargets = was.atStop === is.atStop && was.atTargets !== is.atTargets
    const [from, to] = isOfTargets ? [was.atTargets, is.atTargets] : [was.atStop, is.atStop]
    return (
      <>
        If {isOfTargets ? 'all targets hit' : 'the stop hits'}, the whole trade ends at{' '}
        <Decisive value={to} signed currency={quote} unit={quote} reason={UNKNOWN} />
        {from && from !== to && (
          <>
            {' '}
            instead of{' '}
            <Amount value={from} signed glyph={false} hasColour={false} currency={quote} />
          </>
        )}
        .
      </>
    )
  }

  function resultRows(): (EffectRow | false)[] {
    const isPart = !is.realised || !isZero(is.realised)
    return [
      hasStop &&
        becomes('Stop, distance from the price', away(before), away(after), (value) => (
          <Percent value={value} />
        )),
      // Equals the whole trade while nothing is realised.
      hasStop && isPart && becomes('Open units at the stop', was.open, is.open, result),
      isPart && ['Realised so far', result(is.realised)],
      hasStop && becomes('Whole trade at the stop', was.atStop, is.atStop, result),
      becomes('Whole trade at all targets', was.atTargets, is.atTargets, result),
      becomes('Risk to reward', was.riskReward, is.riskReward, (value) =>
        value ? `1 : ${formatAmount(value, { places: 2 })}` : <Amount value={undefined} />,
      ),
    ]
  }
}
