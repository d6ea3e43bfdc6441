import { Link } from '@tanstack/react-router'

import type { Id } from '#contract/primitives.ts'
import { type SmartTradeChange, updateSmartTrade } from '#contract/smart-trade-change.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { can } from '#trading/allowed.ts'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { BreakEvenNote } from '../break-even-note.tsx'
import { type BreakEven, breakEvenOf } from '../position.ts'
import { accountName, type Trade, tradeName } from '../trade-facts.ts'
import { TRADE_REREAD, useTradeFigures } from '../trade-write.tsx'
import { changeableParts } from './change.ts'

/** One thing that is changed: what it was, and what it is to be. */
export type ChangedLine = { name: string; before: string; after: string }

export type TradeToChange = {
  id: Id
  /** As it was when it was opened. */
  trade: Trade
  change: SmartTradeChange
  lines: readonly ChangedLine[]
  breakEven: BreakEven | undefined
  /** Why the change cannot be sent at the prices of now. */
  obstacle: string | undefined
}

export const changeTrade = writeAction(updateSmartTrade, {
  label: 'Edit',
  request: ({ id, change }: TradeToChange) => ({ params: { id }, body: change }),
  obstacle: ({ trade }) => can.updateSmartTrade(trade),
  useFacts({ of: { id, trade, obstacle }, intent }) {
    return { figures: useTradeFigures(id, trade, { isSent: intent !== undefined }), obstacle }
  },
  whatMoved: (_, now, { trade }) =>
    changeableParts(now) === changeableParts(trade)
      ? undefined
      : 'The trade has changed since it was opened here. Go back and open it again.',
  width: 'review',
  account: ({ of: { trade } }) => accountName(trade),
  title: ({ of: { id, trade } }) => `Change ${tradeName(id, trade)}`,
  subject: ({ id }) => `SmartTrade ${id}.`,
  words: ({ of: { id }, mode }) => ({
    act: `Change the trade${mode === 'REAL' ? ', real money' : ''}`,
    leave: 'Go back',
    done: 'Changed at',
    refused: 'The trade is unchanged.',
    unknown: 'It may have been changed.',
    asked: `change SmartTrade ${id}`,
  }),
  review: ({ of: { trade, lines, breakEven } }) => (
    <SheetSection title="What is sent">
      <DefinitionList isLined>
        {lines.map(({ name, before, after }) => (
          <Definition key={name} term={name}>
            {before === after ? (
              <span className="text-ink-3">{before}, unchanged</span>
            ) : (
              <>
                <span className="text-ink-3">{before}</span>
                <span aria-label="becomes"> → </span>
                <strong className="font-semibold">{after}</strong>
              </>
            )}
          </Definition>
        ))}
      </DefinitionList>
      {breakEven && <BreakEvenNote trade={trade} breakEven={breakEven} />}
    </SheetSection>
  ),
  placed({ answer }) {
    const breakEven = answer && breakEvenOf(answer)
    return breakEven && <BreakEvenNote trade={answer} breakEven={breakEven} />
  },
  next: ({ of: { id } }) => ({
    link: (
      <Link to="/smart-trades" search={{ trade: id }} className={NEXT_LINK}>
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
