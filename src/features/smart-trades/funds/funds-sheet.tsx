import { useMemo, useState } from 'react'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Id } from '#contract/primitives.ts'
import { fundsSide, judgeFunds } from '#contract/smart-trade-funds-rules.ts'
import {
  addSmartTradeFunds,
  type FundsChange,
  type FundsDraft,
  fundsStep,
  fundsStepsOf,
  reduceSmartTradeFunds,
} from '#contract/smart-trade-funds.ts'
import { AmountInput } from '#forms/amount-input.tsx'
import { readAmount } from '#forms/amount-text.ts'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { useIsBehind } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { useAccounts } from '#market/accounts.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { add, isPositive, subtract, toText } from '#money/decimal.ts'
import { formatMoney, formatPrice } from '#money/format.ts'
import { can } from '#trading/allowed.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { isFar, priceWent } from '#trading/price-move.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { Note } from '#ui/note.tsx'
import { optionsOf } from '#ui/options.ts'
import { Presets } from '#ui/presets.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { type Market, useMarket } from '../ticket/use-market.ts'
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
import { FundsPicture, FundsPlan, fundsRows, plannedFunds, SentOrder } from './funds-figures.tsx'
import { FUNDS_NAMES, fundsTitle } from './funds-words.ts'
import { fundsNow, type FundsPreview, mostUnits, previewFunds, shareOf } from './funds.ts'

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

const ORDERS = optionsOf({ market: 'Market', limit: 'Limit' })

const SHARES = {
  add: ['25', '50', '75', '100'],
  // Closing 100% is the close of the trade.
  reduce: ['25', '50', '75'],
} as const

type FundsFormProps = {
  id: Id
  trade: Trade
  /** The trade was read before its last change was answered. */
  isBehind: boolean
  change: FundsChange
  isOpen: boolean
  onClose: () => void
  onReview: (draft: FundsDraft, preview: FundsPreview, market: MarketView) => void
}

/** Form for an addition or reduction, with its effect; sends nothing. */
function FundsForm(props: FundsFormProps) {
  const { trade, isBehind, change, isOpen, onClose, onReview } = props
  const account = useAccounts().find((one) => one.id === trade.account.id)
  const { base = 'units', quote } = currenciesOf(trade.pair)
  const market = useMarket(account, trade.pair, trade.data.commission ?? FEE_RATE)
  const [orderType, setOrderType] = useState<'market' | 'limit'>('market')
  const [units, setUnits] = useState('')
  const [price, setPrice] = useState('')
  const [isAsked, setAsked] = useState(false)
  const value = readAmount(units)
  const limit = readAmount(price)
  const draft = {
    order_type: orderType,
    units: value && { value },
    ...(orderType === 'limit' && limit && { price: { value: limit } }),
  }
  const issues = judgeFunds(change, draft, trade, market.view)
  const errorOf = (path: string, text: string, missing: string) =>
    text === '' && !isAsked
      ? undefined
      : (issues[path]?.[0] ?? (!readAmount(text) ? missing : undefined))
  const preview = previewFunds(change, draft, trade, market.view)
  const last = nowOf(trade)
  const review = () => {
    setAsked(true)
    if (!value || Object.keys(issues).length > 0) return
    onReview({ ...draft, units: { value } }, preview, market.view)
  }
  return (
    <SendingSheet
      isOpen={isOpen}
      onClose={onClose}
      width="review"
      title={fundsTitle(change, trade, 'plan')}
      account={trade.account.name}
      statement="Nothing has been sent."
      cancelLabel="Cancel"
      action={{
        step: 'review',
        label: 'Review',
        look: 'primary',
        reason: isBehind ? 'Reading the trade after your last change.' : undefined,
        onClick: review,
      }}
    >
      {isFilling(trade) && (
        <Note tone="caution" isAnnounced className="mt-2">
          A market order of the last change is not filled yet. The figures are as of before.
        </Note>
      )}
      <SheetSection>
        <div className="grid gap-3">
          <Segmented
            label="Order"
            isLabelVisible
            isFull
            size="tall"
            value={orderType}
            options={ORDERS}
            onChange={setOrderType}
          />
          {orderType === 'limit' && (
            <AmountInput
              label="Price"
              value={price}
              onChange={setPrice}
              unit={quote}
              help={last && <>last {formatPrice(last)}</>}
              error={errorOf('price.value', price, 'Enter a price.')}
            />
          )}
          <div>
            <AmountInput
              label={change === 'add' ? 'Units to add' : 'Units to close'}
              value={units}
              onChange={setUnits}
              unit={base}
              error={errorOf('units.value', units, 'Enter how many units.')}
            />
            <Shares {...{ change, draft, trade, market }} onUnits={setUnits} />
          </div>
        </div>
      </SheetSection>
      <FundsPlan trade={trade} preview={preview} />
    </SendingSheet>
  )
}

const isFilling = (trade: Trade): boolean =>
  [...fundsStepsOf(trade, 'add'), ...fundsStepsOf(trade, 'reduce')].some(
    ({ type, closed_at: closedAt }) => type === 'market' && closedAt === null,
  )

type SharesProps = {
  change: FundsChange
  draft: Parameters<typeof mostUnits>[1]
  trade: Trade
  market: Market
  onUnits: (text: string) => void
}

/** Buttons for shares of the free balance or position, or the reason for none. */
function Shares({ change, draft, trade, market, onUnits }: SharesProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const { view } = market
  const most = mostUnits(change, draft, trade, view)
  const of = change === 'add' ? 'the free balance' : 'the position'
  if (!most || !isPositive(most)) {
    return (
      <FieldMessage>
        {most ? 'Nothing is free.' : `How large ${of} is, is not known here.`}
      </FieldMessage>
    )
  }
  const takesQuote = change === 'add' && fundsSide(trade, 'add') === 'buy'
  const [amount, currency] = takesQuote ? [view.free?.quote ?? most, quote] : [most, base]
  return (
    <>
      <div className="mt-1.5">
        <Presets
          label={`Share of ${of}`}
          options={SHARES[change].map((share) => ({ value: share, label: `${share}%` }))}
          onPick={(share) => onUnits(toText(shareOf(most, share, view.lot)))}
        />
      </div>
      <FieldMessage>
        {areAmountsHidden ? '••••' : formatMoney(amount, currency)} {currency}{' '}
        {change === 'add' ? 'free' : 'open. All of it is taken out by closing the trade.'}
      </FieldMessage>
    </>
  )
}
