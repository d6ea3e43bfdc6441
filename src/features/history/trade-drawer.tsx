import { Link } from '@tanstack/react-router'

import { type Id, readId } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { currenciesOf, PairText } from '#market/pair-text.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { FactList, type Facts, type Figure, money } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Age, Time } from '#ui/time.tsx'

import { priceOf, SideText, TradeStatus, typeWords } from './columns.tsx'
import { idOf, type Trade } from './trades.ts'
import { roleWords, sourceWords } from './words.ts'

type TradeDrawerProps = {
  /** `undefined` while it may still load. */
  trade: Trade | undefined
  nameOf: (accountId: Id) => string
  onClose: () => void
}

export function TradeDrawer({ trade, nameOf, onClose }: TradeDrawerProps) {
  return (
    <Drawer
      label={`Trade ${trade?.pair === undefined ? '' : toSlashPair(trade.pair)}`}
      onClose={onClose}
      header={
        trade ? (
          <>
            <h2 className="flex items-center gap-3 text-sheet font-semibold">
              <PairText pair={trade.pair} />
              <span className="text-body font-normal">
                <SideText trade={trade} />
              </span>
            </h2>
            <p className="text-caption text-ink-3">
              {typeWords(trade)}, {sourceWords(trade.source?.type)}
            </p>
          </>
        ) : (
          <Skeleton width={160} />
        )
      }
    >
      {trade && <TradeDetail trade={trade} nameOf={nameOf} />}
    </Drawer>
  )
}

function TradeDetail({ trade, nameOf }: { trade: Trade; nameOf: TradeDrawerProps['nameOf'] }) {
  const { order, profit, status, source, account_id, closed_at: closedAt } = trade
  return (
    <>
      {profit && (
        <div className="py-3 text-value font-semibold">
          <Amount
            signed
            places={2}
            glyphSize={14}
            value={profit.usd ?? profit.amount}
            unit={profit.usd ? 'USD' : profit.currency}
          />
          {profit.percent !== undefined && (
            <span className="ml-3 text-figure font-normal">
              <Percent signed glyph={false} value={profit.percent} />
            </span>
          )}
        </div>
      )}
      {status?.error && (
        <Note tone="caution" className="my-2">
          “{status.error.slice(0, 300)}”
        </Note>
      )}
      <SheetSection title="Order">
        <FactList
          isLined
          of={{
            Status: <TradeStatus status={status} />,
            'Placed by': <SourceLink source={source} />,
            Type: typeWords(trade),
            Purpose: order?.role !== undefined && roleWords(order.role),
            Account: account_id === undefined ? '—' : nameOf(account_id),
            Opened: <Time at={trade.created_at} style="second" />,
            Closed: (
              <>
                <Time at={closedAt} style="second" />{' '}
                {closedAt !== undefined && (
                  <span className="ml-1 text-ink-3">
                    <Age at={closedAt} />
                  </span>
                )}
              </>
            ),
          }}
        />
      </SheetSection>
      <SheetSection title="Execution">
        <FactList isLined of={executionOf(trade)} />
      </SheetSection>
      <Disclosure title="Raw data" caption="as the service sent it" className="mt-3">
        <p className="pb-2 text-caption text-ink-3">
          Order ID <code className="break-all text-ink-2 select-all">{idOf(trade) ?? '—'}</code>
        </p>
        <RawJson label="Raw JSON" value={rawOf(trade)} />
      </Disclosure>
    </>
  )
}

export function executionOf(trade: Trade): Facts {
  const { pair, units, price, total, filled, exit, commission } = trade
  const { quote, base } = currenciesOf(pair)
  const priced = (value: Figure['value']) => (
    <Amount isPrice value={value} minPlaces={2} unit={quote} hasUnitSlot />
  )
  const coins = (value: Figure['value']) => <Amount value={value} unit={base} hasUnitSlot />
  const sum = (value: Figure['value'], currency = quote) =>
    money(value, currency, { hasUnitSlot: true })
  return {
    [exit ? 'Entry price' : 'Price']: priced(priceOf(trade)),
    ...(exit && {
      'Exit price': priced(exit.price),
      'Units closed': coins(exit.units),
      'Total closed': sum(exit.total),
    }),
    'Price ordered': price?.value === null ? 'market' : priced(price?.value),
    'Units filled': coins(filled?.units),
    'Units ordered': coins(units?.value),
    'Total filled': sum(filled?.total),
    'Total ordered': sum(total?.value),
    Fee: money(commission?.amount, commission?.currency, { hasUnitSlot: true }),
  }
}

const numberIn = (id: string) => (/^[1-9]\d*$/.test(id) ? readId(id) : undefined)

export function SourceLink({ source }: Pick<Trade, 'source'>) {
  const words = sourceWords(source?.type)
  const id = source?.id
  if (!id) return words
  const number = numberIn(id)
  const label = source.name ? `${words} ${source.name}` : `${words} ${id}`
  const look = { className: 'link touch', children: label }
  if (source.type === 'smart_trade' && number !== undefined) {
    return <Link to="/smart-trades" search={{ status: 'all', trade: number }} {...look} />
  }
  if (source.type === 'grid_bot' && number !== undefined) {
    return <Link to="/grid-bots/$botId" params={{ botId: number }} {...look} />
  }
  if (source.type === 'dca_bot') {
    return <Link to="/dca-bots/$botId" params={{ botId: id }} {...look} />
  }
  return (
    <>
      {words} <span className="ml-1 text-ink-3">{id}</span>
    </>
  )
}
