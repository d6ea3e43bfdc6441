import type { Id } from '#contract/primitives.ts'
import {
  cancelSmartTradeFunds,
  type FundsChange,
  fundsStep,
  type FundsStep,
} from '#contract/smart-trade-funds.ts'
import { Decisive } from '#forms/effect.tsx'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { subtract } from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'

import { TradeLevelsPicture } from '../picture/sent-picture.tsx'
import { statusLabel, tickPlacesOf, type Trade, tradeName } from '../trade-facts.ts'
import { openTrade, useTradeAfter, useTradeFigures } from '../trade-write.tsx'
import { FUNDS_ORDERS } from './funds-words.ts'

export type FundsToCancel = {
  id: Id
  trade: Trade
  change: FundsChange
  step: FundsStep
}

const restOf = ({ units, filled_units: filled }: FundsStep) =>
  units.value && filled ? subtract(units.value, filled) : units.value

/** Current state of the order in the trade. */
export const latestOf = (trade: Trade, step: FundsStep): FundsStep =>
  fundsStep(trade, step.id)?.step ?? step

const cancelFunds = writeAction(cancelSmartTradeFunds, {
  label: 'Cancel',
  request: ({ id, step }: FundsToCancel) => ({ params: { id, step: step.id } }),
  useFacts({ of: { id, trade, step }, intent }) {
    const figures = useTradeFigures(id, trade, { intent })
    const obstacle = can.cancelSmartTradeFunds(figures.now, step.id)
    return { figures, obstacle, after: useTradeAfter(id, intent) }
  },
  account: ({ of: { trade } }) => trade.account.name,
  title: ({ of: { trade, change } }) =>
    `Cancel the ${FUNDS_ORDERS[change].toLowerCase()} of ${tradeName(trade)}`,
  words: ({ of: { id, change }, mode }) => ({
    act: `Cancel the order${mode === 'REAL' ? ', real money' : ''}`,
    anyway: 'Cancel anyway',
    leave: 'Keep the order',
    done: 'Cancelled at',
    refused: 'The order still stands.',
    unknown: 'It may have been cancelled, or filled before.',
    asked: `cancel the ${FUNDS_ORDERS[change].toLowerCase()} of SmartTrade ${id}`,
  }),
  review: ({ of: { trade, change, step }, facts: { figures } }) => ({
    sentence: (
      <>
        Cancels the {FUNDS_ORDERS[change].toLowerCase()} of{' '}
        <Decisive
          value={restOf(latestOf(figures.now, step))}
          unit={currenciesOf(trade.pair).base}
        />{' '}
        at <Price value={step.limit?.value} places={tickPlacesOf(trade)} />.
      </>
    ),
    rows: [
      [
        'Not filled yet',
        <Amount
          key="rest"
          value={restOf(latestOf(figures.now, step))}
          unit={currenciesOf(trade.pair).base}
        />,
        'none',
      ],
    ],
    note:
      change === 'add'
        ? 'Releases the funds it holds. Its filled part stays in the position.'
        : 'The targets share its units again. Its filled part stays closed.',
  }),
  done({ of: { trade, change, step }, facts: { after } }) {
    const now = after && fundsStep(after, step.id)?.step
    const order = `The ${FUNDS_ORDERS[change].toLowerCase()}`
    const status = statusLabel(now?.status)
    return {
      sentence:
        now?.status?.type === 'cancelled' ? (
          <>
            {order} of <Decisive value={restOf(now)} unit={currenciesOf(trade.pair).base} /> is
            cancelled.
          </>
        ) : (
          `${order} is ${status === undefined ? 'being read' : `“${status}”`}.`
        ),
      rows: [
        ['Status', statusLabel(step.status) ?? null, status ?? null],
        ['Filled', <Amount key="filled" value={(now ?? step).filled_units} minPlaces={2} />],
      ],
    }
  },
  picture: ({ of: { trade, step }, facts: { after } }) => (
    <TradeLevelsPicture trade={after ?? trade} gone={step.limit?.value} />
  ),
  next: ({ of: { id }, onClose }) => ({ link: openTrade(id, onClose)(NEXT_LINK) }),
  reread: {
    words(trade, { params: { step } }) {
      const status = fundsStep(trade, step)?.step.status
      return {
        words: `Read again, the order is “${statusLabel(status) ?? 'without a status'}”.`,
        isDone: status?.type === 'cancelled' ? 'The order is cancelled.' : undefined,
      }
    },
    notOffered: 'This service cannot be asked for one trade. Find it in the list.',
  },
  again: {
    label: 'Cancel again (safe)',
    next: 'Sending it again is safe: an order that no longer waits stays as it is.',
  },
})

export const CancelFundsSheet = cancelFunds.Sheet
