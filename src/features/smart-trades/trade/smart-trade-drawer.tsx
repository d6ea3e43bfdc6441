import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button, CopyButton } from '#ui/button.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CopyIcon } from '#ui/icons.tsx'
import { Percent } from '#ui/percent.tsx'
import { Side } from '#ui/side.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { RawJson } from '#ui/code-block.tsx'

import { CloseUnreadable } from '../closing/close-unreadable-trade.tsx'
import { CloseButton, useCloseActions } from '../closing/close-actions.tsx'
import { type CloseAction, WAY_NAMES } from '../closing/close-trade.ts'
import { profitUnit } from '../list/profit-total.tsx'
import { StatusCell, whyUnknown } from '../row-cells.tsx'
import { sideOf, type Trade, typeNameOf } from '../trade-facts.ts'
import { useTrade } from './use-trade.ts'
import { LostTrade, UnreadableTrade } from './lost-trade.tsx'
import { TradeOverview } from './trade-overview.tsx'

type SmartTradeDrawerProps = {
  id: Id
  /** The rows beside it, for stepping through them. */
  rows: readonly Trade[]
  onOpen: (id: Id) => void
  onEnd: (trade: Trade, way: CloseAction) => void
  onClose: () => void
}

type View = 'overview' | 'fields' | 'raw'

const VIEWS = [
  { value: 'overview', label: 'Overview' },
  { value: 'fields', label: 'Fields' },
  { value: 'raw', label: 'Raw' },
] as const

/** One trade: how it stands, its steps and times, every field, and its note. */
export function SmartTradeDrawer({ id, rows, onOpen, onEnd, onClose }: SmartTradeDrawerProps) {
  const { trade, state, raw } = useTrade(id, rows)
  const [view, setView] = useState<View>('overview')
  return (
    <Drawer
      label={`SmartTrade ${id}`}
      header={trade ? <Header trade={trade} /> : <Title id={id} />}
      headerActions={<Steps id={id} rows={rows} onOpen={onOpen} />}
      onClose={onClose}
      footer={
        trade ? (
          <Footer id={id} trade={trade} onEnd={onEnd} />
        ) : (
          state === 'unreadable' && <CloseUnreadable key={id} id={id} />
        )
      }
    >
      {trade && (
        <>
          <Figure trade={trade} />
          <Tabs label="Views" value={view} onChange={setView} tabs={VIEWS} className="mt-2">
            {view === 'overview' && <TradeOverview trade={trade} />}
            {view === 'fields' && <TradeFields raw={rawOf(trade)} />}
            {view === 'raw' && (
              <div className="pt-3">
                <RawJson label="SmartTrade as sent" value={rawOf(trade) ?? null} />
              </div>
            )}
          </Tabs>
        </>
      )}
      {state === 'reading' && <Waiting />}
      {state === 'unreadable' && <UnreadableTrade raw={raw} />}
      {state === 'lost' && <LostTrade id={id} />}
    </Drawer>
  )
}

function Title({ id }: { id: Id }) {
  return <h2 className="text-figure font-semibold">SmartTrade {id}</h2>
}

function Header({ trade }: { trade: Trade }) {
  const { id, account, pair, data } = trade
  const side = sideOf(trade)
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 max-sm:min-h-11">
        <h2 className="text-figure font-semibold">
          {pair === undefined ? 'SmartTrade' : toSlashPair(pair)}
        </h2>
        {side && <Side side={side} />}
        <StatusCell trade={trade} />
      </div>
      <p className="text-caption text-ink-3">
        {typeNameOf(data?.type) ?? 'SmartTrade'} {id} · {account?.name ?? 'Account unknown'}
      </p>
    </>
  )
}

function Steps({ id, rows, onOpen }: Pick<SmartTradeDrawerProps, 'id' | 'rows' | 'onOpen'>) {
  const at = rows.findIndex((trade) => trade.id === id)
  const before = at < 0 ? undefined : rows[at - 1]?.id
  const after = at < 0 ? undefined : rows[at + 1]?.id
  const step = (to: Id | undefined) => ({
    'aria-disabled': to === undefined || undefined,
    className: 'off:bg-transparent',
    onClick: () => to !== undefined && onOpen(to),
  })
  return (
    <>
      <Button look="quiet" isIcon aria-label="Previous row" {...step(before)}>
        <ChevronLeftIcon />
      </Button>
      <Button look="quiet" isIcon aria-label="Next row" {...step(after)}>
        <ChevronRightIcon />
      </Button>
    </>
  )
}

/** The drawer's one large figure. */
function Figure({ trade }: { trade: Trade }) {
  const unit = profitUnit([trade])
  const profit = unit.of(trade)
  const { total } = trade.position ?? {}
  return (
    <div className="mt-3.5 flex items-end justify-between gap-4">
      <div>
        <p className="text-caption text-ink-3">Profit, {unit.currency}</p>
        <p className="text-[1.5rem]/8 font-semibold tracking-[-0.02em]">
          <Amount
            value={profit}
            signed
            currency={unit.currency}
            glyphSize={12}
            reason={whyUnknown(trade)}
          />
        </p>
      </div>
      <p className="pb-1 text-right text-caption text-ink-2">
        {profit !== undefined && <Percent value={trade.profit?.percent ?? undefined} signed />} of{' '}
        <Amount
          value={total?.value ?? undefined}
          places={total?.value ? moneyPlaces(unit.currency, total.value) : undefined}
        />
      </p>
    </div>
  )
}

type FooterProps = { id: Id; trade: Trade; onEnd: SmartTradeDrawerProps['onEnd'] }

function Footer({ id, trade, onEnd }: FooterProps) {
  const closeActions = useCloseActions()(trade)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Link
        to="/smart-trades/new"
        search={{ like: id }}
        className={buttonClass({ look: 'secondary', className: 'max-sm:flex-1' })}
      >
        <CopyIcon />
        Duplicate
      </Link>
      <CopyButton text={window.location.href} label="Copy link" isIcon />
      <span className="ml-auto flex gap-2 max-sm:ml-0 max-sm:w-full">
        {closeActions.map(({ way, reason }) => (
          <CloseButton
            key={way}
            way={way}
            name={WAY_NAMES[way]}
            reason={reason}
            onPress={() => onEnd(trade, way)}
          />
        ))}
      </span>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Reading the SmartTrade" className="grid gap-5 pt-6">
      {[180, 320, 260, 300].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

type Field = { path: string; value: string }

/** Every member of an answer by its dotted path, unknown ones too, written as the service sent it. */
export function fieldsOf(raw: unknown, path = ''): Field[] {
  if (Array.isArray(raw)) {
    if (raw.length === 0) return [{ path, value: 'empty list' }]
    return raw.flatMap((item, index) => fieldsOf(item, `${path}.${index + 1}`))
  }
  if (typeof raw === 'object' && raw !== null) {
    const members = Object.entries(raw)
    if (members.length === 0) return [{ path, value: 'empty' }]
    return members.flatMap(([name, value]) =>
      fieldsOf(value, path === '' ? name : `${path}.${name}`),
    )
  }
  return [{ path, value: raw === '' ? 'empty text' : String(raw) }]
}

export function TradeFields({ raw }: { raw: unknown }) {
  const { areAmountsHidden } = useDisplayPreferences()
  if (areAmountsHidden) return <p className="pt-3 text-ink-2">Hidden while amounts are hidden.</p>
  return (
    <DefinitionList isLined isTight className="pt-2">
      {fieldsOf(raw).map(({ path, value }) => (
        <Definition key={path} term={<span className="text-caption break-all">{path}</span>}>
          {value}
        </Definition>
      ))}
    </DefinitionList>
  )
}
