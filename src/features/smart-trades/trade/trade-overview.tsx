import { type ReactNode, useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { PriceZone } from '#charts/price-data.ts'
import { isFixed } from '#contract/smart-trade-change.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { useAccounts, useExchangeOf } from '#market/accounts.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { useFillMarkers } from '#market/fills.tsx'
import { currenciesOf } from '#market/pair-text.tsx'
import { usePriceHistory } from '#market/price-history.ts'
import { Price } from '#market/price.tsx'
import { type Decimal, HUNDRED, isZero, multiply } from '#money/decimal.ts'
import { formatAmount, joined } from '#money/format.ts'
import { useExtension } from '#query/service.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, NOT_SENT, Percent, UnknownValue } from '#ui/amount.tsx'
import { fileWord } from '#ui/csv.ts'
import { FactList, type Facts, type Figure, money, plainChange } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'

import { BreakEvenNote } from '../break-even-note.tsx'
import { distance } from '../distance.ts'
import { WaitingFunds } from '../funds/waiting-funds.tsx'
import { entryName, levelsOf } from '../picture/picture-lines.ts'
import { breakEvenOf } from '../position.ts'
import {
  averageEntryOf,
  entryOf,
  isClosed,
  isFilled,
  nowOf,
  statusLabel,
  type Step,
  stepPrice,
  stepsOf,
  stopOf,
  targetName,
  tickPlacesOf,
  totalNames,
  type Trade,
} from '../trade-facts.ts'
import { NoteEditor } from './note-editor.tsx'
import { TradeTimeline, useOrdersOf } from './trade-timeline.tsx'

/** State of a trade: prices, progress, figures, steps and note. */
export function TradeOverview({ trade }: { trade: Trade }) {
  const { status, position } = trade
  const error = status.error ?? position.status.error
  // For a trade ended by it, the large figure shows it.
  const isShown = error !== undefined && !isClosed(trade)
  return (
    <>
      {isShown && (
        <Note tone="caution" className="mt-3">
          The service says: “{error}”
        </Note>
      )}
      <TradeChart trade={trade} />
      <TradeAlerts trade={trade} />
      <StepTable trade={trade} />
      <WaitingFunds id={trade.id} trade={trade} />
      <FactList of={tradeFacts(trade)} isTight className={FIGURE_COLUMNS} />
      <TradeTimeline trade={trade} />
      <NoteEditor id={trade.id} note={trade.note ?? ''} />
      <CloseAction />
    </>
  )
}

/** Beside the picture of an open trade, because alerts concern its prices. */
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
      <AlertButton
        size="small"
        label="Trade events"
        of={{ kind: 'trade_events', name, scope: { trade_id: id } }}
      />
    </p>
  )
}

/** The spec has no way to end a trade; a service may offer one, and may still be asked. */
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

/** Two per row. */
const FIGURE_COLUMNS =
  'mt-2.5 grid grid-cols-2 gap-x-6 [&>*]:gap-2 @max-[24rem]/page:gap-x-4 @max-[20rem]/page:grid-cols-1'

/** Figures beside the steps; fees, margin and the like only if sent. */
export function tradeFacts(trade: Trade): Facts {
  const { data, leverage, margin, profit, position } = trade
  const { base, quote } = currenciesOf(trade.pair)
  const { entered, closed } = totalNames(trade)
  const isOver = isClosed(trade)
  const priced = (value: Figure['value'], reason?: string) => (
    <Price value={value} places={tickPlacesOf(trade)} reason={reason} />
  )
  const units = (value: Figure['value']) => <Amount value={value} unit={base} />
  const sums: Facts =
    data.entered_amount && isZero(data.entered_amount)
      ? { Filled: 'nothing yet', Planned: money(position.total.value, quote) }
      : {
          'Average entry, before fees': priced(averageEntryOf(trade), 'Nothing was filled yet.'),
          [isOver ? 'Average close, before fees' : 'Last price']: priced(
            nowOf(trade),
            isOver ? 'Nothing was closed.' : 'The service sent no price.',
          ),
          Entered: units(data.entered_amount),
          Closed: units(data.closed_amount),
          [entered]: money(data.entered_total, quote),
          [closed]: money(data.closed_total, quote),
        }
  const sent = (value: Figure['value'], drawn: (value: Decimal) => ReactNode) =>
    value ? drawn(value) : undefined
  const unlessZero = (value: Figure['value']) => (value && isZero(value) ? undefined : value)
  const total = (value: Decimal) => money(value, quote)
  return {
    ...sums,
    'Fees so far': sent(data.commission_paid, total),
    'Interest or funding so far': sent(unlessZero(data.interest), total),
    'Fee rate': <Percent value={data.commission && multiply(data.commission, HUNDRED)} isRate />,
    Leverage: leverage.enabled ? (
      <>
        <Amount value={leverage.value} /> times
        {leverage.type && `, ${leverage.type}`}
      </>
    ) : (
      'none'
    ),
    Margin: sent(margin.amount, total),
    'Return on margin': sent(profit.roe, (value) => <Amount value={value} signed places={2} />),
    Liquidation: sent(data.liquidation_price, (value) => priced(value)),
    'Missing to close': sent(unlessZero(data.missing_funds_to_close), (value) => (
      <Amount value={value} />
    )),
    Updated: <Age at={data.updated_at} />,
  }
}

/** Entry, targets and stop, one per line, with the service's status. */
function StepTable({ trade }: { trade: Trade }) {
  const entry = entryOf(trade)
  const places = tickPlacesOf(trade)
  const { position, stop_loss: stop } = trade
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
            status={statusLabel(position.status)}
          />
          {stepsOf(trade).map((step, index) => (
            <StepLine
              key={step.id}
              name={targetName(trade, index)}
              detail={detailOf(step)}
              price={stepPrice(trade, step)}
              places={places}
              units={step.units?.value}
              entry={entry}
              percent={isFixed(step) ? undefined : step.price.percent}
              status={statusLabel(step.status)}
            />
          ))}
          {stop.enabled && (
            <StepLine
              name={`Stop, ${stop.order_type ?? '—'}`}
              detail={stop.conditional?.trailing?.enabled ? 'trails' : undefined}
              price={stopOf(trade)}
              places={places}
              units={stop.units?.value}
              entry={entry}
              status={statusLabel(stop.status)}
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
  units: Figure['value']
  /** Present if the distance from it is meaningful. */
  entry?: Decimal | undefined
  percent?: Figure['value']
  status: string | undefined
}

function StepLine({ name, detail, price, places, units, entry, percent, status }: StepLineProps) {
  return (
    <tr>
      <Td>
        <span className="first-letter:uppercase">{name}</span>
        {detail && <span className="text-ink-3">, {detail}</span>}
      </Td>
      <Td isNumeric>
        <Price value={price} places={places} reason="It has no price of its own." />
      </Td>
      <Td isNumeric>
        <Amount value={units} reason="Known once the entry is filled." />
      </Td>
      <Td isNumeric className="@max-[24rem]/page:hidden">
        {plainChange(percent ?? distance(price, entry), 'It is the entry, or a price is unknown.')}
      </Td>
      <Td isNumeric>{status ?? <UnknownValue reason={NOT_SENT} />}</Td>
    </tr>
  )
}

const detailOf = ({ volume, trailing }: Step): string =>
  joined([volume && `${formatAmount(volume)}%`, trailing?.enabled && 'trails'], ' ')

const HEIGHT = 300

function TradeChart({ trade }: { trade: Trade }) {
  const source = useFiguresSource(trade.account.name)
  const { pair, id, data } = trade
  const exchange = useExchangeOf(trade.account.id)
  const ended = isClosed(trade) ? (data.closed_at ?? undefined) : undefined
  const span = ended === undefined ? 0 : (ended - data.created_at) / 4
  const history = usePriceHistory(
    { pair, exchange },
    { since: data.created_at - span, until: ended === undefined ? undefined : ended + span },
  )
  const orders = useOrdersOf(trade)
  const levels = useMemo(() => levelsOf(trade), [trade])
  const zones = useMemo(() => zonesOf(trade), [trade])
  const markers = useFillMarkers({
    type: 'smart_trade',
    id,
    pair,
    orders,
    since: data.created_at,
    places: tickPlacesOf(trade),
    length: history.length,
  })
  const name = toSlashPair(pair)
  return (
    <div className="mt-2 border-y border-hairline pt-1">
      <PriceChart
        name={`prices of SmartTrade ${id}`}
        label={`${name} with the prices of the trade`}
        history={history}
        levels={levels}
        zones={zones}
        markers={markers}
        height={HEIGHT}
        file={{
          name: `smart-trade-${fileWord(String(id))}`,
          title: `SmartTrade ${id}, ${name}`,
          source,
        }}
      />
    </div>
  )
}

function zonesOf(trade: Trade): PriceZone[] {
  if (isClosed(trade)) return []
  const since = isFilled(trade) ? trade.data.created_at : undefined
  const from = entryName(trade)
  return [
    { from, to: targetName(trade, stepsOf(trade).length - 1), tone: 'up', since },
    { from, to: 'Stop', tone: 'down', since },
  ]
}
