import { useMemo, useState } from 'react'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Id } from '#contract/primitives.ts'
import {
  addSmartTradeFunds,
  type FundsChange,
  type FundsDraft,
  fundsStep,
  fundsStepsOf,
  reduceSmartTradeFunds,
} from '#contract/smart-trade-funds.ts'
import { useIsBehind } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { currenciesOf } from '#market/pair-text.tsx'
import { add, subtract } from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

import { nowOf, type Trade } from '../trade-facts.ts'
import {
  freeRow,
  nextOfTrade,
  openTrade,
  useIsStopWatched,
  useQuoteFree,
  useTradeAfter,
  useTradeFigures,
} from '../trade-write.tsx'
import { FundsPicture, fundsRows, plannedFunds, SentOrder } from './funds-figures.tsx'
import { FundsForm } from './funds-form.tsx'
import { FUNDS_NAMES, fundsTitle } from './funds-words.ts'
import { fundsNow, type FundsPreview } from './funds.ts'

type FundsToSend = {
  id: Id
  /** Trade at the time of the entry. */
  trade: Trade
  draft: FundsDraft
  preview: FundsPreview
  market: MarketView
}

/** Parts that a change of funds depends on; if they differ, it must be entered again. */
const partsOf = (trade: Trade): string =>
  JSON.stringify([
    trade.status.type,
    trade.data.entered_amount,
    trade.data.closed_amount,
    fundsStepsOf(trade, 'add').length,
    fundsStepsOf(trade, 'reduce').length,
  ])

/** Order that the trade has only after the change. */
export const sentOrder = (change: FundsChange, before: Trade, after: Trade) =>
  fundsStepsOf(after, change).findLast(({ id }) => !fundsStep(before, id))

const actionOf = (change: FundsChange) =>
  writeAction(change === 'add' ? addSmartTradeFunds : reduceSmartTradeFunds, {
    label: FUNDS_NAMES[change],
    request: ({ id, draft }: FundsToSend) => ({ params: { id }, body: draft }),
    useFacts({ of: { id, trade, market }, intent }) {
      const figures = useTradeFigures(id, trade, { intent })
      const after = useTradeAfter(id, intent)
      return {
        figures,
        after,
        now: useMemo(() => after && fundsNow(after, market), [after, market]),
        free: useQuoteFree(trade, intent),
        isWatched: useIsStopWatched(id),
        obstacle:
          change === 'add'
            ? can.addSmartTradeFunds(figures.now)
            : can.reduceSmartTradeFunds(figures.now),
      }
    },
    whatMoved(reviewed, now, { trade }) {
      if (partsOf(now) !== partsOf(trade)) {
        return 'The trade has changed since you entered this. Go back and enter it again.'
      }
      const [from, to] = [nowOf(reviewed), nowOf(now)]
      const { quote = '' } = currenciesOf(trade.pair)
      return from && to && isFar(from, to) ? `${priceWent(from, to, quote)}.` : undefined
    },
    width: 'review',
    account: ({ of: { trade } }) => trade.account.name,
    title({ of: { trade }, facts: { after } }) {
      const order = after && sentOrder(change, trade, after)
      return fundsTitle(change, trade, order?.status?.type === 'finished' ? 'done' : 'plan')
    },
    words: ({ of: { id }, mode }) => ({
      act: `${FUNDS_NAMES[change]}${mode === 'REAL' ? ', real money' : ''}`,
      leave: 'Go back',
      done: 'Accepted at',
      refused: 'The trade is unchanged.',
      unknown: 'It may have gone through.',
      asked: `${change === 'add' ? 'add funds to' : 'reduce'} SmartTrade ${id}`,
    }),
    review({ of: { trade, preview }, facts: { free } }) {
      const { quote = '' } = currenciesOf(trade.pair)
      const { side, total, fee } = preview
      const planned = plannedFunds({ trade, preview })
      const after =
        free.before && total && fee
          ? subtract(side === 'sell' ? add(free.before, total) : subtract(free.before, total), fee)
          : undefined
      const isSpot = !trade.leverage.enabled
      return {
        ...planned,
        rows: [...(planned.rows ?? []), isSpot && freeRow(quote, { ...free, after })],
      }
    },
    done({ of: { trade, preview }, facts: { after, now, free } }) {
      const { quote = '' } = currenciesOf(trade.pair)
      if (!after || !now) return { sentence: 'Accepted. The trade is being read.' }
      const order = sentOrder(change, trade, after)
      if (!order) return { sentence: 'Accepted. The service does not list the order yet.' }
      return {
        sentence: <SentOrder trade={after} {...{ order, preview, now }} />,
        rows: [
          ...fundsRows(after, preview.before, now),
          !trade.leverage.enabled && freeRow(quote, free),
        ],
      }
    },
    picture: ({ of: { trade, preview }, facts: { after, now } }) => (
      <FundsPicture trade={after ?? trade} preview={preview} now={now} />
    ),
    next: ({ of: { id }, facts: { after, isWatched }, onClose }) =>
      nextOfTrade({ id, trade: after, isWatched, open: openTrade(id, onClose) }),
  })

const ACTIONS = { add: actionOf('add').Sheet, reduce: actionOf('reduce').Sheet }

type FundsSheetProps = { id: Id; trade: Trade; change: FundsChange; onClose: () => void }

export function FundsSheet({ id, trade, change, onClose }: FundsSheetProps) {
  const [reviewed, setReviewed] = useState<FundsToSend>()
  const [isSent, setSent] = useState(false)
  const { now, readAt } = useTradeFigures(id, trade, { isSent })
  const Action = ACTIONS[change]
  return (
    <>
      <FundsForm
        id={id}
        trade={now}
        isBehind={useIsBehind({ of: { kind: 'SmartTrade', id }, readAt })}
        change={change}
        isOpen={!reviewed}
        onClose={onClose}
        onReview={(draft, preview, market) =>
          setReviewed({ id, trade: now, draft, preview, market })
        }
      />
      {reviewed && (
        <Action
          of={reviewed}
          onSent={() => setSent(true)}
          onClose={() => (isSent ? onClose() : setReviewed(undefined))}
        />
      )}
    </>
  )
}
