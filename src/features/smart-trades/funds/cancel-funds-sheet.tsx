import type { Id } from '#contract/primitives.ts'
import {
  cancelSmartTradeFunds,
  type FundsChange,
  fundsStep,
  type FundsStep,
} from '#contract/smart-trade-funds.ts'
import { writeAction } from '#forms/write-action.tsx'
import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { subtract } from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { statusTitle, tickPlacesOf, type Trade, tradeName } from '../trade-facts.ts'
import { OpenTradeLink, useTradeFigures } from '../trade-write.tsx'
import { FUNDS_ORDERS } from './funds-words.ts'

export type FundsToCancel = {
  id: Id
  trade: Trade
  change: FundsChange
  step: FundsStep
}

const restOf = ({ units, filled_units: filled }: FundsStep) =>
  units.value && filled ? subtract(units.value, filled) : units.value

const cancelFunds = writeAction(cancelSmartTradeFunds, {
  label: 'Cancel',
  request: ({ id, step }: FundsToCancel) => ({ params: { id, step: step.id } }),
  useFacts({ of: { id, trade, step }, intent }) {
    const figures = useTradeFigures(id, trade, { intent })
    return { figures, obstacle: can.cancelSmartTradeFunds(figures.now, step.id) }
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
  review({ of: { trade, change, step } }) {
    const { base = '', quote = '' } = currenciesOf(trade.pair)
    return (
      <SheetSection title="The order">
        <FactList
          isLined
          of={{
            'Not filled yet': <Amount value={restOf(step)} unit={base} />,
            Limit: <Price value={step.limit?.value} places={tickPlacesOf(trade)} unit={quote} />,
          }}
        />
        <p className="mt-1.5 text-caption text-ink-2">
          {change === 'add'
            ? 'What it holds is free again. What it has filled stays in the position.'
            : 'The targets share its units again. What it has filled stays closed.'}
        </p>
      </SheetSection>
    )
  },
  next: ({ of: { id }, onClose }) => ({ link: <OpenTradeLink id={id} onClose={onClose} /> }),
  reread: {
    words(trade, { params: { step } }) {
      const status = fundsStep(trade, step)?.step.status
      return {
        words: `Read again, the order is “${statusTitle(status) ?? 'without a status'}”.`,
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
