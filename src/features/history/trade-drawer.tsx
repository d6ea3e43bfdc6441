import { Link } from '@tanstack/react-router'

import { type Id, readId } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { currenciesOf, PairText } from '#market/pairs.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Note } from '#ui/note.tsx'
import { Percent } from '#ui/percent.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Age, Time } from '#ui/time.tsx'

import { priceOf, SideText, TradeStatus, typeWords } from './columns.tsx'
import { idOf, type Trade } from './trades.ts'
import { roleWords, sourceWords } from './words.ts'

type TradeDrawerProps = {
  trade: Trade
  nameOf: (accountId: Id) => string
  onClose: () => void
}

export function TradeDrawer({ trade, nameOf, onClose }: TradeDrawerProps) {
  const { pair, order, profit, status, source, account_id } = trade
  return (
    <Drawer
      label={`Trade ${pair === undefined ? '' : toSlashPair(pair)}`}
      onClose={onClose}
      header={
        <>
          <h2 className="flex items-center gap-3 text-sheet font-semibold">
            <PairText pair={pair} />
            <span className="text-body font-normal">
              <SideText trade={trade} />
            </span>
          </h2>
          <p className="text-caption text-ink-3">
            {typeWords(trade)}, {sourceWords(source?.type)}
          </p>
        </>
      }
    >
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
        <DefinitionList isLined>
          <Definition term="Status">
            <TradeStatus status={status} />
          </Definition>
          <Definition term="Placed by">
            <SourceLink source={source} />
          </Definition>
          <Definition term="Type">{typeWords(trade)}</Definition>
          {order?.role !== undefined && (
            <Definition term="Purpose">{roleWords(order.role)}</Definition>
          )}
          <Definition term="Account">
            {account_id === undefined ? '—' : nameOf(account_id)}
          </Definition>
          <Definition term="Opened">
            <Time at={trade.created_at} style="second" />
          </Definition>
          <Definition term="Closed">
            <Time at={trade.closed_at} style="second" /> <ClosedAge at={trade.closed_at} />
          </Definition>
        </DefinitionList>
      </SheetSection>
      <Execution trade={trade} />
      <Disclosure title="Raw data" caption="as the service sent it" className="mt-3">
        <p className="pb-2 text-caption text-ink-3">
          Order ID <code className="break-all text-ink-2 select-all">{idOf(trade) ?? '—'}</code>
        </p>
        <RawJson label="Raw JSON" value={rawOf(trade)} />
      </Disclosure>
    </Drawer>
  )
}

const ClosedAge = ({ at }: { at: number | undefined }) =>
  at === undefined ? null : (
    <span className="ml-1 text-ink-3">
      <Age at={at} />
    </span>
  )

function Execution({ trade }: { trade: Trade }) {
  const { pair, units, price, total, filled, exit, commission } = trade
  const { quote, base } = currenciesOf(pair)
  return (
    <SheetSection title="Execution">
      <DefinitionList isLined>
        <Definition term={exit ? 'Entry price' : 'Price'}>
          <Amount isPrice value={priceOf(trade)} minPlaces={2} unit={quote} hasUnitSlot />
        </Definition>
        {exit && (
          <>
            <Definition term="Exit price">
              <Amount
                isPrice
                value={exit.price ?? undefined}
                minPlaces={2}
                unit={quote}
                hasUnitSlot
              />
            </Definition>
            <Definition term="Units closed">
              <Amount value={exit.units} unit={base} hasUnitSlot />
            </Definition>
            <Definition term="Total closed">
              <Amount value={exit.total} currency={quote ?? ''} unit={quote} hasUnitSlot />
            </Definition>
          </>
        )}
        <Definition term="Price ordered">
          {price?.value === null ? (
            'market'
          ) : (
            <Amount isPrice value={price?.value} minPlaces={2} unit={quote} hasUnitSlot />
          )}
        </Definition>
        <Definition term="Units filled">
          <Amount value={filled?.units} unit={base} hasUnitSlot />
        </Definition>
        <Definition term="Units ordered">
          <Amount value={units?.value} unit={base} hasUnitSlot />
        </Definition>
        <Definition term="Total filled">
          <Amount value={filled?.total} currency={quote ?? ''} unit={quote} hasUnitSlot />
        </Definition>
        <Definition term="Total ordered">
          <Amount value={total?.value} currency={quote ?? ''} unit={quote} hasUnitSlot />
        </Definition>
        <Definition term="Fee">
          <Amount
            value={commission?.amount}
            currency={commission?.currency ?? ''}
            unit={commission?.currency}
            hasUnitSlot
          />
        </Definition>
      </DefinitionList>
    </SheetSection>
  )
}

const numberIn = (id: string) => (/^[1-9]\d*$/.test(id) ? readId(id) : undefined)

export function SourceLink({ source }: Pick<Trade, 'source'>) {
  const words = sourceWords(source?.type)
  const id = source?.id
  if (!id) return words
  const number = numberIn(id)
  const label = source.name ? `${words} ${source.name}` : `${words} ${id}`
  if (source.type === 'smart_trade' && number !== undefined) {
    return (
      <Link to="/smart-trades" search={{ status: 'all', trade: number }} className="link touch">
        {label}
      </Link>
    )
  }
  if (source.type === 'grid_bot' && number !== undefined) {
    return (
      <Link to="/grid-bots/$botId" params={{ botId: number }} className="link touch">
        {label}
      </Link>
    )
  }
  if (source.type === 'dca_bot') {
    return (
      <Link to="/dca-bots/$botId" params={{ botId: id }} className="link touch">
        {label}
      </Link>
    )
  }
  return (
    <>
      {words} <span className="ml-1 text-ink-3">{id}</span>
    </>
  )
}
