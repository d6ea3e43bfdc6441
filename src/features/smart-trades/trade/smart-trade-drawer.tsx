import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { updateSmartTrade } from '#contract/smart-trade-change.ts'
import {
  addSmartTradeFunds,
  type FundsChange,
  reduceSmartTradeFunds,
} from '#contract/smart-trade-funds.ts'
import { useExtension } from '#query/service.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { can } from '#trading/allowed.ts'
import { toSlashPair } from '#trading/pair.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button, CopyButton } from '#ui/button.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { FactList } from '#ui/facts.tsx'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  CloseIcon,
  CopyIcon,
  MinusIcon,
  MoreIcon,
  PlusIcon,
} from '#ui/icons.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Side } from '#ui/side.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RawJson } from '#ui/code-block.tsx'

import { CloseUnreadable } from '../closing/close-unreadable-trade.tsx'
import { CloseButton, useCloseActions } from '../closing/close-actions.tsx'
import { type CloseAction, WAY_NAMES } from '../closing/close-trade.ts'
import { FUNDS_NAMES } from '../funds/funds-words.ts'
import { StatusCell } from '../row-cells.tsx'
import { isFilled, isPartlyFilled, sideOf, type Trade, typeNameOf } from '../trade-facts.ts'
import { useTrade } from './use-trade.ts'
import { LostTrade, UnreadableTrade } from './lost-trade.tsx'
import { TradeFigure } from './trade-figure.tsx'
import { TradeOverview } from './trade-overview.tsx'

const FundsSheet = lazyPanel(async () => (await import('../funds/funds-sheet.tsx')).FundsSheet, {
  onGiveUp: ({ onClose }) => onClose(),
})

type SmartTradeDrawerProps = {
  id: Id
  rows: readonly Trade[]
  onOpen: (id: Id) => void
  onEnd: (trade: Trade, way: CloseAction) => void
  onClose: () => void
}

/** One trade: figures, steps and times, note, and the raw data, collapsed. */
export function SmartTradeDrawer({ id, rows, onOpen, onEnd, onClose }: SmartTradeDrawerProps) {
  const { trade, state, raw, error, refetch } = useTrade(id, rows)
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
          <TradeFigure trade={trade} />
          <TradeOverview key={id} trade={trade} />
          <div className="mt-4 border-t border-hairline-2">
            <Disclosure title="All fields" caption="by their path in the answer">
              <TradeFields raw={rawOf(trade)} />
            </Disclosure>
            <Disclosure title="JSON as sent">
              <RawJson label="SmartTrade as sent" value={rawOf(trade) ?? null} />
            </Disclosure>
          </div>
        </>
      )}
      {state === 'reading' && <Waiting />}
      {state === 'unreadable' && <UnreadableTrade raw={raw} />}
      {state === 'lost' && <LostTrade id={id} error={error} refetch={refetch} />}
    </Drawer>
  )
}

function Title({ id }: { id: Id }) {
  return <h2 className="min-h-12 text-figure font-semibold coarse:min-h-15.5">SmartTrade {id}</h2>
}

function Header({ trade }: { trade: Trade }) {
  const { id, pair, data } = trade
  const side = sideOf(trade)
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 coarse:min-h-11">
        <h2 className="text-figure font-semibold">{toSlashPair(pair)}</h2>
        {side && <Side side={side} />}
        <span className="min-w-0 [&>span]:whitespace-normal">
          <StatusCell trade={trade} />
        </span>
      </div>
      <p className="text-caption text-ink-3">
        {typeNameOf(data.type) ?? 'SmartTrade'} {id} · {trade.account.name}
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

function useFundsChanges(trade: Trade): FundsChange[] {
  const mayAdd = useExtension(addSmartTradeFunds) === true
  const mayReduce = useExtension(reduceSmartTradeFunds) === true
  const blocks = {
    add: useWriteBlock({ of: addSmartTradeFunds }),
    reduce: useWriteBlock({ of: reduceSmartTradeFunds }),
  }
  const changes: FundsChange[] = []
  if (mayAdd && (blocks.add ?? can.addSmartTradeFunds(trade)) === undefined) changes.push('add')
  if (mayReduce && (blocks.reduce ?? can.reduceSmartTradeFunds(trade)) === undefined) {
    changes.push('reduce')
  }
  return changes
}

const FUNDS_ICONS = { add: <PlusIcon size={14} />, reduce: <MinusIcon size={14} /> } as const

type FooterProps = { id: Id; trade: Trade; onEnd: SmartTradeDrawerProps['onEnd'] }

function Footer({ id, trade, onEnd }: FooterProps) {
  const closeActions = useCloseActions()(trade)
  // The action that fits the trade's state is the button; the other is in the menu.
  const wanted = !isFilled(trade) && !isPartlyFilled(trade) ? 'cancel' : 'close'
  const first = closeActions.find(({ way }) => way === wanted) ?? closeActions[0]
  const mayEdit =
    useExtension(updateSmartTrade) === true && can.updateSmartTrade(trade) === undefined
  const fundsChanges = useFundsChanges(trade)
  const [funds, setFunds] = useState<FundsChange>()
  const others = closeActions.filter((one) => one !== first && one.reason === undefined)
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
      {mayEdit && (
        <Link
          to="/smart-trades/edit"
          search={{ trade: id }}
          className={buttonClass({ look: 'secondary', className: 'max-sm:flex-1' })}
        >
          Edit
        </Link>
      )}
      <CopyButton text={window.location.href} label="Copy link" isIcon />
      {(others.length > 0 || fundsChanges.length > 0) && (
        <Menu
          label="More actions"
          trigger={
            <Button look="quiet" isIcon aria-label="More actions">
              <MoreIcon />
            </Button>
          }
        >
          {fundsChanges.map((change) => (
            <MenuItem key={change} icon={FUNDS_ICONS[change]} onSelect={() => setFunds(change)}>
              {FUNDS_NAMES[change]}
            </MenuItem>
          ))}
          {others.map(({ way }) => (
            <MenuItem key={way} icon={<CloseIcon size={14} />} onSelect={() => onEnd(trade, way)}>
              {WAY_NAMES[way]}
            </MenuItem>
          ))}
        </Menu>
      )}
      {funds !== undefined && (
        <FundsSheet id={id} trade={trade} change={funds} onClose={() => setFunds(undefined)} />
      )}
      {first && (
        <span className="ml-auto flex max-sm:flex-1 max-[22.5rem]:w-full max-[22.5rem]:flex-none">
          <CloseButton
            way={first.way}
            name={WAY_NAMES[first.way]}
            reason={first.reason}
            onPress={() => onEnd(trade, first.way)}
          />
        </span>
      )}
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

/** Fields of an answer by dotted path, including unknown ones, as the service sent them. */
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
    <FactList
      isLined
      isTight
      className="pt-2 [&_dt]:text-caption [&_dt]:break-all"
      of={Object.fromEntries(fieldsOf(raw).map(({ path, value }) => [path, value]))}
    />
  )
}
