import { type Query, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'

import type { Instant } from '#contract/primitives.ts'
import { getMode } from '#contract/system.ts'
import { readsOneOf } from '#query/endpoint-query.ts'
import { lastHeardAt, useIsLive } from '#query/liveness.ts'
import { useLivePrices, useService } from '#query/service.tsx'
import { useShownMode } from '#query/use-mode.tsx'
import type { SettingsStore } from '#session/settings.ts'
import {
  useChangeSettings,
  useConnection,
  useSession,
  useSessionStore,
  useSettings,
} from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import {
  ChevronDownIcon,
  ConnectionIcon,
  HiddenIcon,
  LockIcon,
  PanicIcon,
  PlusIcon,
  SearchIcon,
  ShownIcon,
  ThemeIcon,
} from '#ui/icons.tsx'
import { Menu, MenuChoice, MenuLine, MenuLink } from '#ui/menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Badge } from '#ui/status-tag.tsx'
import { Age } from '#ui/time.tsx'

import { OfflineSince, useLateReads, useOffline, useTradingWord } from './connection-state.tsx'

export function TopBar({ onSearch, onPanic }: { onSearch: () => void; onPanic: () => void }) {
  const mode = useShownMode()
  const { settings } = useSessionStore()
  return (
    <header
      className={`sticky top-0 z-20 flex h-(--top-bar) items-center gap-3 border-b border-hairline bg-canvas pr-4 pl-6 max-lg:pl-4 max-sm:gap-2 max-sm:pr-2 ${
        mode === 'REAL' ? 'shadow-[inset_0_2px_0_var(--caution-fill)]' : ''
      }`}
    >
      <div className="flex min-w-0 flex-1 items-center gap-x-3 max-sm:flex-col max-sm:items-start">
        <span className="flex max-w-full min-w-0 items-center gap-3 max-sm:gap-2">
          <ConnectionSwitcher />
          {mode ? <Badge mode={mode} /> : <Skeleton width={52} />}
        </span>
        <span className="flex max-w-full min-w-0 flex-auto items-center gap-3 text-caption text-ink-3 max-sm:gap-1.5">
          <TradingWord />
          <DataAge />
        </span>
      </div>
      <div className="flex items-center gap-1">
        <button
          type="button"
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
          className="mr-2 flex h-7 w-45 items-center gap-2 rounded-m px-2.5 text-ink-2 inset-ring inset-ring-hairline-2 hover:bg-hover max-lg:hidden"
        >
          <SearchIcon size={14} />
          <span className="flex-1 text-left">Search or go to</span>
          <kbd className="font-sans text-caption text-ink-3">Ctrl K</kbd>
        </button>
        <span className="lg:hidden">
          <Button look="quiet" isIcon aria-label="Search or go to" onClick={onSearch}>
            <SearchIcon />
          </Button>
        </span>
        {/* { Hidden on a narrow phone; the palette has it as well. */}
        <span className="max-[24rem]:hidden">
          <HideAmounts />
        </span>
        <span className="max-sm:hidden">
          <Button
            look="quiet"
            isIcon
            aria-label="Dark or light"
            onClick={() => switchTheme(settings)}
          >
            <ThemeIcon />
          </Button>
        </span>
        <LockButton />
        <button
          type="button"
          onClick={onPanic}
          className={buttonClass({
            look: 'danger-open',
            className: 'ml-3 max-sm:ml-1 max-lg:px-2.5',
          })}
        >
          <PanicIcon size={14} />
          <span className="max-lg:sr-only">Panic</span>
        </button>
      </div>
    </header>
  )
}

function HideAmounts() {
  const { hideAmounts } = useSettings()
  const changeSettings = useChangeSettings()
  return (
    <Button
      look="quiet"
      isIcon
      aria-label="Hide amounts"
      aria-pressed={hideAmounts}
      onClick={() => changeSettings({ hideAmounts: !hideAmounts })}
    >
      {hideAmounts ? <HiddenIcon /> : <ShownIcon />}
    </Button>
  )
}

function LockButton() {
  useSession()
  const { canLock, lock } = useSessionStore().connections
  if (!canLock()) return null
  return (
    <Button look="quiet" isIcon aria-label="Lock all tabs" onClick={() => lock()}>
      <LockIcon />
    </Button>
  )
}

function ConnectionSwitcher() {
  const { connections } = useSession()
  const current = useConnection()
  const sessionStore = useSessionStore()
  return (
    <Menu
      label="Connections"
      trigger={
        <button
          type="button"
          className="touch flex min-w-0 items-center gap-1.5 rounded-m font-semibold hover:text-ink"
        >
          <span className="truncate">{current?.label ?? 'No connection'}</span>
          <ChevronDownIcon size={14} />
        </button>
      }
    >
      <MenuChoice
        label="Connection"
        value={current?.id ?? ''}
        options={connections.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => sessionStore.connections.switchTo(id)}
      />
      <MenuLine />
      <MenuLink>
        <Link to="/connect" search={{ add: true }}>
          <PlusIcon size={14} />
          Add a connection
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/settings" hash="connections">
          <ConnectionIcon size={14} />
          Manage connections
        </Link>
      </MenuLink>
    </Menu>
  )
}

const TradingWord = () => (
  <span className="flex-none sm:text-body sm:text-ink-2">{useTradingWord()}</span>
)

function DataAge() {
  const queryClient = useQueryClient()
  const { clock } = useService()
  const isLive = useIsLive()
  const heardAt = useSyncExternalStore(lastHeardAt.subscribe, lastHeardAt.get)
  const offline = useOffline()
  const market = useLivePrices()
  const isLate = useLateReads().late.length > 0
  const oldest = oldestShown(queryClient.getQueryCache().getAll())
  if (offline) {
    return (
      <DataState tone="failed">
        <OfflineSince {...offline} />
      </DataState>
    )
  }
  if (market?.state === 'stale') {
    return (
      <DataState tone="late">
        <span className="max-sm:sr-only">{market.source} </span>
        <PriceAge of={market} />
      </DataState>
    )
  }
  if (isLive && !isLate) {
    return (
      <DataState tone="working">
        {market?.state === 'filling' ? (
          <>
            <span className="max-sm:sr-only">Live · {market.source} </span>filling a gap
          </>
        ) : (
          <>
            Live{market && ` · ${market.source}`} <Age at={clock.serviceTime(heardAt)} as="span" />
          </>
        )}
      </DataState>
    )
  }
  if (oldest === undefined) return null
  return (
    <DataState tone={isLate ? 'late' : 'waiting'}>
      <Age at={clock.serviceTime(oldest)} as="span" /> old
    </DataState>
  )
}

const PriceAge = ({ of: { price_at: at } }: { of: { price_at: Instant | null } }) =>
  at === null ? (
    'no prices yet'
  ) : (
    <>
      <Age at={at} as="span" /> old
    </>
  )

const MARKS = {
  working: 'before:rounded-full before:bg-ink-2',
  waiting: 'before:rounded-full before:inset-ring-[1.5px] before:inset-ring-ink-3',
  late: 'text-caution before:rounded-full before:inset-ring-[1.5px] before:inset-ring-caution',
  failed: 'text-caution before:rotate-45 before:bg-caution',
}

const DataState = ({ tone, children }: { tone: keyof typeof MARKS; children: ReactNode }) => (
  <span
    data-age={tone}
    className={`truncate tabular-nums before:mr-1.5 before:inline-block before:size-1.5 before:align-[0.125em] before:content-[''] sm:mr-2 sm:ml-auto ${MARKS[tone]}`}
  >
    {children}
  </span>
)

/** Time of the oldest figures, without names and the mode, which do not age. */
export function oldestShown(queries: readonly Query[]): Instant | undefined {
  const times = queries
    .filter((query) => query.isActive() && isFigure(query) && query.state.dataUpdatedAt > 0)
    .map((query) => query.state.dataUpdatedAt)
  return times.length === 0 ? undefined : Math.min(...times)
}

const isFigure = (query: Query): boolean =>
  query.observers.some(({ options }) => Boolean(options.refetchInterval)) &&
  !readsOneOf(query, [getMode])

export function switchTheme(settings: SettingsStore): void {
  const shown = document.documentElement.dataset['theme']
  settings.set({ theme: shown === 'light' ? 'dark' : 'light' })
}
