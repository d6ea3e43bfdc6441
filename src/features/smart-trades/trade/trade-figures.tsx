import type { ReactNode } from 'react'

import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { type Decimal, HUNDRED, isZero, multiply } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { Amount } from '#ui/amount.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { isClosed, totalNames, type Trade } from '../trade-facts.ts'

/** The figures beside the steps, two in a row; only what the service says. */
export function TradeFigures({ trade }: { trade: Trade }) {
  const { data, leverage, margin, profit } = trade
  const { base, quote } = currenciesOf(trade.pair)
  const closing = isClosed(trade)
  const names = totalNames(trade)
  return (
    <dl className="mt-2.5 grid grid-cols-2 gap-x-6 max-sm:gap-x-4">
      <Figure name="Average entry">
        <Price value={data?.average_enter_price ?? undefined} reason="Nothing was filled yet." />
      </Figure>
      <Figure name={closing ? 'Average close' : 'Last price'}>
        <Price
          value={closing ? (data?.average_close_price ?? undefined) : data?.current_price?.last}
          reason="The service sent no price."
        />
      </Figure>
      <Figure name="Entered">
        <Amount value={data?.entered_amount} unit={base} />
      </Figure>
      <Figure name="Closed">
        <Amount value={data?.closed_amount} unit={base} />
      </Figure>
      <Figure name={names.entered}>
        <Total amount={data?.entered_total} currency={quote} />
      </Figure>
      <Figure name={names.closed}>
        <Total amount={data?.closed_total} currency={quote} />
      </Figure>
      <Figure name="Fee">
        {data?.commission === undefined ? (
          <UnknownValue />
        ) : (
          formatPercent(multiply(data.commission, HUNDRED))
        )}
      </Figure>
      <Figure name="Leverage">
        {leverage?.enabled ? (
          <>
            <Amount value={leverage.value} /> times{leverage.type && `, ${leverage.type}`}
          </>
        ) : !leverage?.enabled ? (
          'none'
        ) : (
          <UnknownValue />
        )}
      </Figure>
      {margin?.amount && (
        <Figure name="Margin">
          <Total amount={margin.amount} currency={quote} />
        </Figure>
      )}
      {profit?.roe && (
        <Figure name="Return on margin">
          <Amount value={profit.roe} signed places={2} />
        </Figure>
      )}
      {data?.liquidation_price && (
        <Figure name="Liquidation">
          <Price value={data.liquidation_price} />
        </Figure>
      )}
      {data?.missing_funds_to_close && !isZero(data.missing_funds_to_close) && (
        <Figure name="Missing to close">
          <Amount value={data.missing_funds_to_close} />
        </Figure>
      )}
      <Figure name="Updated">
        <Age at={data?.updated_at} />
      </Figure>
    </dl>
  )
}

type TotalProps = { amount: Decimal | undefined; currency: string | undefined }

const Total = ({ amount, currency = '' }: TotalProps) => (
  <Amount value={amount} unit={currency} places={amount && moneyPlaces(currency, amount)} />
)

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-2 py-0.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
