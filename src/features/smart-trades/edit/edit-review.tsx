import { Link } from '@tanstack/react-router'

import type { PriceLevel } from '#charts/price-data.ts'
import type { Id } from '#contract/primitives.ts'
import { type SmartTradeChange, updateSmartTrade } from '#contract/smart-trade-change.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { can } from '#trading/allowed.ts'
import { FactList } from '#ui/facts.tsx'
import { leftAs } from '#ui/left-pages.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { ChangePicture } from '../picture/sent-picture.tsx'
import { BreakEvenNote } from '../break-even-note.tsx'
import { type BreakEven, breakEvenOf } from '../position.ts'
import { type Trade, tradeName } from '../trade-facts.ts'
import { Becomes, TRADE_REREAD, useTradeFigures } from '../trade-write.tsx'
import type { ChangedLine } from './changed-lines.ts'
import { hasChanged } from './meanwhile.ts'

export type TradeToChange = {
  id: Id
  /** As it was when it was opened. */
  trade: Trade
  change: SmartTradeChange
  lines: readonly ChangedLine[]
  /** Its prices before and after the change. */
  levels: readonly PriceLevel[]
  breakEven: BreakEven | undefined
  obstacle: string | undefined
  /** Changes of the trade since its last review. */
  since: readonly ChangedLine[]
  /** Opens the review of the same change of the trade as it is now. */
  reviewAnew: (was: Trade, now: Trade) => void
}

export const changeTrade = writeAction(updateSmartTrade, {
  label: 'Edit',
  request: ({ id, change }: TradeToChange) => ({ params: { id }, body: change }),
  revision: ({ trade }) => trade.revision,
  obstacle: ({ trade }) => can.updateSmartTrade(trade),
  useFacts({ of: { id, trade, obstacle }, intent }) {
    return { figures: useTradeFigures(id, trade, { intent }), obstacle }
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
  title: ({ of: { trade } }) => `Change ${tradeName(trade)}`,
  words: ({ of: { id }, mode }) => ({
    act: `Change the trade${mode === 'REAL' ? ', real money' : ''}`,
    leave: 'Go back',
    done: 'Changed at',
    refused: 'This changed nothing.',
    unknown: 'It may have been changed.',
    asked: `change SmartTrade ${id}`,
  }),
  review: ({ of: { trade, lines, levels, breakEven, since } }) => (
    <>
      <ChangePicture trade={trade} levels={levels} />
      {since.length > 0 && (
        <SheetSection title="Changed meanwhile">
          <ChangedLines lines={since} />
        </SheetSection>
      )}
      {lines.length > 0 && (
        <SheetSection title="What is sent">
          <ChangedLines lines={lines} />
          {breakEven && <BreakEvenNote trade={trade} breakEven={breakEven} />}
        </SheetSection>
      )}
    </>
  ),
  placed({ answer }) {
    const breakEven = answer && breakEvenOf(answer)
    return breakEven && <BreakEvenNote trade={answer} breakEven={breakEven} />
  },
  next: ({ of: { id } }) => ({
    link: (
      <Link
        to="/smart-trades"
        search={() => ({ ...leftAs('/smart-trades'), trade: id })}
        className={NEXT_LINK}
      >
        Open the trade
      </Link>
    ),
  }),
  reread: TRADE_REREAD,
  again: {
    label: 'Change it again (safe)',
    next: 'Sending it again is safe: a trade that is as asked stays as it is.',
  },
})

const ChangedLines = ({ lines }: { lines: readonly ChangedLine[] }) => (
  <FactList
    isLined
    className="[&_dt]:whitespace-nowrap"
    rows={lines.map(({ name, before, after }) => [
      name,
      before === after ? (
        <span key={name} className="text-ink-3">
          {before}, unchanged
        </span>
      ) : (
        <Becomes key={name} before={before} after={after} />
      ),
    ])}
  />
)
