import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import {
  addSmartTradeFunds,
  type FundsChange,
  type FundsDraft,
  fundsStepsOf,
  reduceSmartTradeFunds,
} from '#contract/smart-trade-funds.ts'
import { useIsBehind } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { currenciesOf } from '#market/pairs.tsx'
import { can } from '#trading/allowed.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

import { nowOf, type Trade } from '../trade-facts.ts'
import { OpenTradeLink, useTradeFigures } from '../trade-write.tsx'
import { FundsFigures, FundsPicture } from './funds-figures.tsx'
import { FundsForm } from './funds-form.tsx'
import { FUNDS_NAMES, fundsTitle } from './funds-words.ts'
import type { FundsPreview } from './funds.ts'

type FundsToSend = {
  id: Id
  /** As it was when it was written down. */
  trade: Trade
  draft: FundsDraft
  preview: FundsPreview
}

/** What a change of funds is written against: a trade that differs in it is another one. */
const partsOf = (trade: Trade): string =>
  JSON.stringify([
    trade.status.type,
    trade.data.entered_amount,
    trade.data.closed_amount,
    fundsStepsOf(trade, 'add').length,
    fundsStepsOf(trade, 'reduce').length,
  ])

const actionOf = (change: FundsChange) =>
  writeAction(change === 'add' ? addSmartTradeFunds : reduceSmartTradeFunds, {
    label: FUNDS_NAMES[change],
    request: ({ id, draft }: FundsToSend) => ({ params: { id }, body: draft }),
    useFacts({ of: { id, trade }, intent }) {
      const figures = useTradeFigures(id, trade, { intent })
      return {
        figures,
        obstacle:
          change === 'add'
            ? can.addSmartTradeFunds(figures.now)
            : can.reduceSmartTradeFunds(figures.now),
      }
    },
    whatMoved(reviewed, now, { trade }) {
      if (partsOf(now) !== partsOf(trade)) {
        return 'The trade has changed since this was written. Go back and write it again.'
      }
      const [from, to] = [nowOf(reviewed), nowOf(now)]
      const { quote = '' } = currenciesOf(trade.pair)
      return from && to && isFar(from, to) ? `${priceWent(from, to, quote)}.` : undefined
    },
    width: 'review',
    account: ({ of: { trade } }) => trade.account.name,
    title: ({ of: { trade } }) => fundsTitle(change, trade),
    words: ({ of: { id }, mode }) => ({
      act: `${FUNDS_NAMES[change]}${mode === 'REAL' ? ', real money' : ''}`,
      leave: 'Go back',
      done: 'Accepted at',
      refused: 'The trade is unchanged.',
      unknown: 'It may have gone through.',
      asked: `${change === 'add' ? 'add funds to' : 'reduce'} SmartTrade ${id}`,
    }),
    review: ({ of: { trade, preview } }) => (
      <>
        <FundsPicture trade={trade} preview={preview} />
        <FundsFigures trade={trade} preview={preview} />
      </>
    ),
    placed: ({ of: { trade, preview }, answer }) => (
      <FundsFigures trade={answer ?? trade} preview={preview} />
    ),
    next: ({ of: { id }, onClose }) => ({ link: <OpenTradeLink id={id} onClose={onClose} /> }),
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
        onReview={(draft, preview) => setReviewed({ id, trade: now, draft, preview })}
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
