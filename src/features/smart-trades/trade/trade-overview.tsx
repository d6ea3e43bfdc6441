import { type ReactNode, Suspense } from 'react'

import { isFixed } from '#contract/smart-trade-change.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { useAccounts } from '#market/accounts.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { type Decimal, HUNDRED, isZero, multiply } from '#money/decimal.ts'
import { formatAmount, formatRate } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { useExtension } from '#query/service.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Note } from '#ui/note.tsx'
import { Percent } from '#ui/percent.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { BreakEvenNote } from '../break-even-note.tsx'
import { distance } from '../distance.ts'
import { WaitingFunds } from '../funds/waiting-funds.tsx'
import { breakEvenOf } from '../position.ts'
import {
  averageEntryOf,
  entryOf,
  isClosed,
  nowOf,
  statusTitle,
  type Step,
  stepPrice,
  stepsOf,
  stopOf,
  tickPlacesOf,
  totalNames,
  type Trade,
} from '../trade-facts.ts'
import { ExitLine } from './exit-line.tsx'
import { NoteEditor } from './note-editor.tsx'
import { TradeTimeline } from './trade-timeline.tsx'

/** Its code is not needed for the first figures of a trade. */
const TradeChart = lazyPanel(() => import('./trade-chart.tsx').then((module) => module.TradeChart))

/** As tall as the chart, so that what is pressed below it stays where it is when the chart comes. */
const CHART_ROOM = <div className="h-69.25 border-b border-hairline" />

/** How a trade stands, from its prices down to its note. */
export function TradeOverview({ trade }: { trade: Trade }) {
  const { status, position } = trade
  const error = status.error ?? position.status.error
  // Of one that ended by it, it is the large figure above.
  const isShown = error !== undefined && !isClosed(trade)
  return (
    <>
      {isShown && (
        <Note tone="caution" className="mt-3">
          The service says: “{error}”
        </Note>
      )}
      <ExitLine trade={trade} />
      <Suspense fallback={CHART_ROOM}>
        <TradeChart trade={trade} meanwhile={CHART_ROOM} />
      </Suspense>
      <TradeAlerts trade={trade} />
      <StepTable trade={trade} />
      <WaitingFunds id={trade.id} trade={trade} />
      <TradeFigures trade={trade} />
      <TradeTimeline trade={trade} />
      <NoteEditor id={trade.id} note={trade.note ?? ''} />
      <CloseAction />
    </>
  )
}

/** Beside the picture of an open trade, where price and stop are looked at. */
function TradeAlerts({ trade }: { trade: Trade }) {
  const { id, pair, account, data } = trade
  const { exchange } = useAccounts().find((one) => one.id === account.id) ?? {}
  if (isClosed(trade)) return null
  const name = `SmartTrade ${id} · ${toSlashPair(pair)}`
  return (
    <p className="flex flex-wrap gap-2 pt-2">
      <AlertButton
        size="small"
        label="Price alert"
        of={{ kind: 'price', pair, exchange, last: data.current_price.last }}
      />
      {stopOf(trade) && (
        <AlertButton
          size="small"
          label="Alert near the stop"
          of={{ kind: 'stop_distance', tradeId: id, name }}
        />
      )}
    </p>
  )
}

/** The spec has no way to end a trade; a service may offer one, and may not have said so yet. */
function CloseAction() {
  const canCancel = useExtension(cancelSmartTrade)
  const canClose = useExtension(closeSmartTrade)
  if (canCancel !== false || canClose !== false) return null
  return (
    <p className="mt-3 text-caption text-ink-3">
      This service cannot be asked to close or cancel a SmartTrade. Do it on the service’s own page.
    </p>
  )
}

/** The figures beside the steps, two in a row; only what the service says. */
export function TradeFigures({ trade }: { trade: Trade }) {
  const { data, leverage, margin, profit, position } = trade
  const { base, quote } = currenciesOf(trade.pair)
  const closing = isClosed(trade)
  const names = totalNames(trade)
  const places = tickPlacesOf(trade)
  const isEmpty = data.entered_amount !== undefined && isZero(data.entered_amount)
  return (
    <dl className="mt-2.5 grid grid-cols-2 gap-x-6 @max-[24rem]/page:gap-x-4 @max-[20rem]/page:grid-cols-1">
      {isEmpty ? (
        <>
          <Figure name="Filled">nothing yet</Figure>
          <Figure name="Planned">
            <Total amount={position.total.value ?? undefined} currency={quote} />
          </Figure>
        </>
      ) : (
        <>
          <Figure name="Average entry, before fees">
            <Price value={averageEntryOf(trade)} places={places} reason="Nothing was filled yet." />
          </Figure>
          <Figure name={closing ? 'Average close, before fees' : 'Last price'}>
            <Price
              value={nowOf(trade)}
              places={places}
              reason={closing ? 'Nothing was closed.' : 'The service sent no price.'}
            />
          </Figure>
          <Figure name="Entered">
            <Amount value={data.entered_amount} unit={base} />
          </Figure>
          <Figure name="Closed">
            <Amount value={data.closed_amount} unit={base} />
          </Figure>
          <Figure name={names.entered}>
            <Total amount={data.entered_total} currency={quote} />
          </Figure>
          <Figure name={names.closed}>
            <Total amount={data.closed_total} currency={quote} />
          </Figure>
        </>
      )}
      {data.commission_paid && (
        <Figure name="Fees so far">
          <Total amount={data.commission_paid} currency={quote} />
        </Figure>
      )}
      {data.interest && !isZero(data.interest) && (
        <Figure name="Interest or funding so far">
          <Total amount={data.interest} currency={quote} />
        </Figure>
      )}
      <Figure name="Fee rate">
        {data.commission === undefined ? (
          <UnknownValue />
        ) : (
          formatRate(multiply(data.commission, HUNDRED))
        )}
      </Figure>
      <Figure name="Leverage">
        {leverage.enabled ? (
          <>
            <Amount value={leverage.value} /> times{leverage.type && `, ${leverage.type}`}
          </>
        ) : (
          'none'
        )}
      </Figure>
      {margin.amount && (
        <Figure name="Margin">
          <Total amount={margin.amount} currency={quote} />
        </Figure>
      )}
      {profit.roe && (
        <Figure name="Return on margin">
          <Amount value={profit.roe} signed places={2} />
        </Figure>
      )}
      {data.liquidation_price && (
        <Figure name="Liquidation">
          <Price value={data.liquidation_price} places={places} />
        </Figure>
      )}
      {data.missing_funds_to_close && !isZero(data.missing_funds_to_close) && (
        <Figure name="Missing to close">
          <Amount value={data.missing_funds_to_close} />
        </Figure>
      )}
      <Figure name="Updated">
        <Age at={data.updated_at} />
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

/** Entry, targets and stop, one line each, with the service's own words for where they stand. */
function StepTable({ trade }: { trade: Trade }) {
  const entry = entryOf(trade)
  const places = tickPlacesOf(trade)
  const { position, stop_loss: stop } = trade
  const steps = stepsOf(trade)
  const breakEven = breakEvenOf(trade)
  return (
    <>
      <Table caption="Entry and exits" rowHeight={28} isTight className="mt-1">
        <thead>
          <tr>
            <Th>Step</Th>
            <Th isNumeric>Price</Th>
            <Th isNumeric>{currenciesOf(trade.pair).base ?? 'Units'}</Th>
            <Th isNumeric className="@max-[24rem]/page:hidden">
              From entry
            </Th>
            <Th isNumeric>Status</Th>
          </tr>
        </thead>
        <tbody>
          <StepLine
            name={trade.skip_enter_step ? 'Held position' : `Entry, ${position.order_type}`}
            price={entry}
            places={places}
            units={position.units.value}
            status={statusTitle(position.status)}
          />
          {steps.map((step, index) => (
            <StepLine
              key={step.id}
              name={`Target${steps.length === 1 ? '' : ` ${index + 1}`}`}
              detail={detailOf(step)}
              price={stepPrice(trade, step)}
              places={places}
              units={step.units?.value ?? undefined}
              entry={entry}
              percent={isFixed(step) ? undefined : (step.price.percent ?? undefined)}
              status={statusTitle(step.status)}
            />
          ))}
          {stop.enabled && (
            <StepLine
              name={`Stop, ${stop.order_type ?? '—'}`}
              detail={stop.conditional?.trailing?.enabled ? 'trails' : undefined}
              price={stopOf(trade)}
              places={places}
              units={stop.units?.value ?? undefined}
              entry={entry}
              status={statusTitle(stop.status)}
            />
          )}
        </tbody>
      </Table>
      {breakEven && <BreakEvenNote trade={trade} breakEven={breakEven} />}
    </>
  )
}

type StepLineProps = {
  name: string
  detail?: string | undefined
  price: Decimal | undefined
  places: number | undefined
  units: Decimal | undefined
  /** Given where the distance from it means something. */
  entry?: Decimal | undefined
  percent?: Decimal | undefined
  status: string | undefined
}

function StepLine({ name, detail, price, places, units, entry, percent, status }: StepLineProps) {
  return (
    <Tr>
      <Td>
        <span className="first-letter:uppercase">{name}</span>
        {detail && <span className="text-ink-3">, {detail}</span>}
      </Td>
      <Td isNumeric>
        <Price value={price} places={places} />
      </Td>
      <Td isNumeric>
        <Amount value={units} reason="Known once the entry is filled." />
      </Td>
      <Td isNumeric className="@max-[24rem]/page:hidden">
        <Percent value={percent ?? distance(price, entry)} signed glyph={false} hasColour={false} />
      </Td>
      <Td isNumeric>{status ?? <UnknownValue />}</Td>
    </Tr>
  )
}

function detailOf({ volume, trailing }: Step): string | undefined {
  const words = [
    volume === undefined ? undefined : `${formatAmount(volume)}%`,
    trailing?.enabled ? 'trails' : undefined,
  ].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : words.join(' ')
}
