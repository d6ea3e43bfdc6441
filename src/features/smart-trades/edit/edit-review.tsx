import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Id } from '#contract/primitives.ts'
import { type SmartTradeChange, updateSmartTrade } from '#contract/smart-trade-change.ts'
import { EffectTable } from '#forms/effect.tsx'
import { writeAction } from '#forms/write-action.tsx'
import { can } from '#trading/allowed.ts'
import { leftAs } from '#ui/left-pages.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { BreakEvenNote } from '../break-even-note.tsx'
import { changedLevels, linesOf } from '../picture/picture-lines.ts'
import { ChangePicture } from '../picture/sent-picture.tsx'
import { type BreakEven, breakEvenOf } from '../position.ts'
import { type Trade, tradeName } from '../trade-facts.ts'
import {
  nextOfTrade,
  TRADE_REREAD,
  useIsStopWatched,
  useTradeAfter,
  useTradeFigures,
} from '../trade-write.tsx'
import { changeEffect, lineRows } from './change-effect.tsx'
import { type ChangedLine, hasChanged, type Ticket, ticketOf } from './changed-lines.ts'

export type TradeToChange = {
  id: Id
  trade: Trade
  change: SmartTradeChange
  market: MarketView
  planned: Ticket
  breakEven: BreakEven | undefined
  obstacle: string | undefined
  /** Changes of the trade since its last review. */
  since: readonly ChangedLine[]
  reviewAnew: (was: Trade, now: Trade) => void
}

export const changeTrade = writeAction(updateSmartTrade, {
  label: 'Edit',
  request: ({ id, change }: TradeToChange) => ({ params: { id }, body: change }),
  revision: ({ trade }) => trade.revision,
  obstacle: ({ trade }) => can.updateSmartTrade(trade),
  useFacts({ of: { id, trade, obstacle }, intent }) {
    return {
      figures: useTradeFigures(id, trade, { intent }),
      after: useTradeAfter(id, intent),
      isWatched: useIsStopWatched(id),
      obstacle,
    }
  },
  whatMoved: (_, now, { trade }) =>
    hasChanged(trade, now) ? 'The trade has changed since it was opened here.' : undefined,
  reviewAnew: ({ trade, reviewAnew }, readAgain) =>
    void readAgain().then(
      (now) => reviewAnew(trade, now),
      () => undefined,
    ),
  width: 'review',
  account: ({ of: { trade } }) => trade.account.name,
  title: ({ of: { trade }, answer }) => `${answer ? 'Changed' : 'Change'} ${tradeName(trade)}`,
  words: ({ of: { id }, mode }) => ({
    act: `Save changes${mode === 'REAL' ? ', real money' : ''}`,
    leave: 'Go back',
    done: 'Saved at',
    refused: 'This changed nothing.',
    unknown: 'It may have been changed.',
    asked: `change SmartTrade ${id}`,
  }),
  review: ({ of: { trade, change, market, planned, breakEven } }) => ({
    ...changeEffect(
      { ...ticketOf(trade, market), trade },
      { ...planned, trade },
      { change, market, isDone: false },
    ),
    note: breakEven && <BreakEvenNote trade={trade} breakEven={breakEven} />,
  }),
  done({ of: { trade, change, market }, facts: { after } }) {
    if (!after) return { sentence: 'Saved. The trade is being read.' }
    const breakEven = breakEvenOf(after)
    return {
      ...changeEffect(
        { ...ticketOf(trade, market), trade },
        { ...ticketOf(after, market), trade: after },
        { change, market, isDone: true },
      ),
      note: breakEven && <BreakEvenNote trade={after} breakEven={breakEven} />,
    }
  },
  controls: ({ of: { since } }) =>
    since.length > 0 && (
      <SheetSection title="Changed meanwhile">
        <EffectTable isDone rows={lineRows(since)} />
      </SheetSection>
    ),
  picture: ({ of, facts: { after } }) => <ExitsPicture {...of} after={after} />,
  next: ({ of: { id }, facts: { after, isWatched } }) =>
    nextOfTrade({
      id,
      trade: after,
      isWatched,
      open: (className) => (
        <Link
          to="/smart-trades"
          search={() => ({ ...leftAs('/smart-trades'), trade: id })}
          className={className}
        >
          Open the trade
        </Link>
      ),
    }),
  reread: TRADE_REREAD,
  again: {
    label: 'Save again (safe)',
    next: 'Sending it again is safe: a trade that is as asked stays as it is.',
  },
})

type ExitsPictureProps = Pick<TradeToChange, 'trade' | 'market' | 'planned'> & {
  after: Trade | undefined
}

/** Entry, targets and stop; previous places are dashed. */
function ExitsPicture({ trade, market, planned, after }: ExitsPictureProps) {
  const levels = useMemo(() => {
    const linesIn = ({ preview }: Ticket) => linesOf({ preview, last: market.price, words: {} })
    return changedLevels(
      linesIn(ticketOf(trade, market)),
      linesIn(after ? ticketOf(after, market) : planned),
    )
  }, [trade, market, planned, after])
  return <ChangePicture trade={trade} levels={levels} />
}
