import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, memo, useSyncExternalStore } from 'react'

import { comparePlace } from '#market/compare-place.ts'
import { groupedText } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { useKnownMode } from '#query/use-mode.tsx'
import { useSettings } from '#session/use-session.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { classNames } from '#ui/class-names.ts'
import {
  ActivityIcon,
  AlertsIcon,
  CheckIcon,
  DcaBotsIcon,
  GridBotsIcon,
  HistoryIcon,
  type IconProps,
  MoreIcon,
  PanicIcon,
  PortfolioIcon,
  SettingsIcon,
  SmartTradesIcon,
} from '#ui/icons.tsx'
import { formatOffset } from '#ui/instant.ts'
import { leftAs } from '#ui/left-pages.ts'
import { Menu, MenuItem, MenuLine, MenuLink } from '#ui/menu.tsx'
import { Meter } from '#ui/progress-bar.tsx'

/** Places in the rail, the phone's bar and the palette; `key` follows a typed `g`. */
export const NAV_ITEMS = [
  { to: '/portfolio', name: 'Portfolio', key: 'p', icon: PortfolioIcon },
  { to: '/smart-trades', name: 'SmartTrades', key: 's', icon: SmartTradesIcon },
  { to: '/grid-bots', name: 'Grid bots', key: 'b', icon: GridBotsIcon },
  { to: '/dca-bots', name: 'DCA bots', key: 'd', icon: DcaBotsIcon },
  { to: '/history', name: 'History', key: 'h', icon: HistoryIcon },
  { to: '/alerts', name: 'Alerts', key: 'l', icon: AlertsIcon },
  { to: '/activity', name: 'Activity', key: 'a', icon: ActivityIcon },
  { to: '/settings', name: 'Settings', key: ',', icon: SettingsIcon },
] as const satisfies readonly {
  to: string
  name: string
  key: string
  icon: ComponentType<IconProps>
}[]

const asLeft = <To extends (typeof NAV_ITEMS)[number]['to']>(to: To) =>
  ({
    to,
    search: () => leftAs(to) as never,
    activeOptions: { includeSearch: false },
  }) as const

/** The comparison is marked below the list of its first bot. */
const useCompareMark = () => {
  const place = useLocation({
    select: ({ pathname, search: { bots } }) =>
      pathname === '/compare' ? comparePlace(bots) : undefined,
  })
  return (to: string) => (to === place ? ({ 'aria-current': 'page' } as const) : undefined)
}

function RailFoot() {
  const { scheduler, clock } = useService()
  // The budget depends on the settings.
  useSettings()
  const budget = useSyncExternalStore(scheduler.subscribe, scheduler.budget)
  const used = useSyncExternalStore(scheduler.subscribe, scheduler.used)
  const pause = useSyncExternalStore(scheduler.subscribe, scheduler.secondsPaused)
  const offset = useSyncExternalStore(clock.subscribe, clock.offset)
  const isOffline = useKnownMode().state === 'offline'

  return (
    <dl className="mt-auto flex flex-col gap-1 px-2 text-caption text-ink-3 tabular-nums max-xl:hidden">
      <div className="flex flex-wrap justify-between gap-x-2 gap-y-1">
        <dt>Requests</dt>
        <dd>
          {isOffline
            ? '—'
            : pause > 0
              ? `paused, ${pause} s`
              : `${used} of ${groupedText(String(budget)) ?? budget} / min`}
        </dd>
        <dd className="w-full">
          <Meter
            value={Math.min(1, used / budget)}
            label="Share of the request budget used"
            tone="neutral"
            height={2}
          />
        </dd>
      </div>
      <div className="flex justify-between">
        <dt>Service clock</dt>
        <dd title="Difference between the service's clock and this browser's.">
          {offset === undefined || isOffline ? 'not known' : clockWords(offset, clock.error())}
        </dd>
      </div>
    </dl>
  )
}

/** Empty if the difference is within the measurement error. */
export function clockWords(milliseconds: number, error: number): string {
  if (Math.abs(milliseconds) <= error) return 'in sync'
  const isCoarse = error >= 500
  const offset = formatOffset(isCoarse ? Math.round(milliseconds / 1_000) * 1_000 : milliseconds)
  return offset === undefined ? 'in sync' : `${milliseconds < 0 ? '−' : '+'}${offset}`
}

/** Shared with the static page shown before this one is drawn. */
export const RAIL =
  'sticky top-0 flex h-dvh flex-col border-r border-hairline bg-panel px-2 pb-3 max-sm:hidden'
export const BRAND =
  'flex h-(--top-bar) items-center gap-2 px-2 font-semibold tracking-[-0.01em] max-xl:justify-center'
export const RAIL_ITEM =
  'flex h-8 items-center gap-2.5 rounded-m px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-active aria-[current=page]:text-ink [&>svg]:text-ink-3 aria-[current=page]:[&>svg]:text-ink max-xl:justify-center'

export const Rail = memo(function Rail({ waiting }: { waiting: number }) {
  const compareMark = useCompareMark()
  return (
    <nav aria-label="Main" className={RAIL}>
      <Link to="/portfolio" aria-label="Quarterdeck, go to the portfolio" className={BRAND}>
        <BrandMark />
        <span className="max-xl:hidden">Quarterdeck</span>
      </Link>
      <ul className="flex flex-col gap-0.5">
        {NAV_ITEMS.map(({ to, name, icon: ItemIcon }) => (
          <li key={to}>
            <Link
              {...compareMark(to)}
              {...asLeft(to)}
              preload="intent"
              title={name}
              className={RAIL_ITEM}
            >
              <ItemIcon size={16} />
              <span className="max-xl:sr-only">{name}</span>
              {to === '/activity' && <Waiting count={waiting} className="ml-auto" />}
            </Link>
          </li>
        ))}
      </ul>
      <RailFoot />
    </nav>
  )
})

export const UNDER_THUMB = NAV_ITEMS.slice(0, 4)
const BEHIND_MORE = NAV_ITEMS.slice(4)

export const TAB_BAR =
  'fixed inset-x-0 bottom-0 z-20 grid h-(--bottom-bar) grid-cols-[repeat(5,minmax(min-content,1fr))] border-t border-hairline bg-panel sm:hidden'
export const TAB_ITEM =
  'flex h-full w-full flex-col items-center justify-center gap-1 text-[0.75rem]/4 font-medium text-ink-3 aria-[current=page]:text-ink'

type TabBarProps = { waiting: number; onPanic: () => void }

export const TabBar = memo(function TabBar({ waiting, onPanic }: TabBarProps) {
  const compareMark = useCompareMark()
  const isBehindMore = useLocation({
    select: ({ pathname }) => BEHIND_MORE.some(({ to }) => pathname.startsWith(to)),
  })
  return (
    <nav aria-label="Main" className={TAB_BAR}>
      {UNDER_THUMB.map(({ to, name, icon: ItemIcon }) => (
        <Link key={to} {...compareMark(to)} {...asLeft(to)} className={TAB_ITEM}>
          <ItemIcon size={18} />
          {name}
        </Link>
      ))}
      <Menu
        label="More places"
        align="end"
        trigger={
          <button
            type="button"
            aria-current={isBehindMore ? 'page' : undefined}
            className={TAB_ITEM}
          >
            <span className="relative">
              <MoreIcon size={18} />
              <Waiting count={waiting} className="absolute -top-1 left-full ml-0.5" />
            </span>
            More
          </button>
        }
      >
        {BEHIND_MORE.map(({ to, name, icon: ItemIcon }) => (
          <MenuLink key={to}>
            <Link {...asLeft(to)} className="aria-[current=page]:font-medium [&>svg]:text-ink-3">
              <ItemIcon size={16} />
              {name}
              <span className="ml-auto flex items-center gap-2 pl-3">
                {to === '/activity' && <Waiting count={waiting} className="" />}
                <CheckIcon size={14} className="hidden in-aria-[current=page]:block" />
              </span>
            </Link>
          </MenuLink>
        ))}
        <MenuLine />
        <MenuItem icon={<PanicIcon size={16} className="text-caution" />} onSelect={onPanic}>
          <span className="text-caution">Panic</span>
        </MenuItem>
      </Menu>
    </nav>
  )
})

export function Waiting({ count, className }: { count: number; className: string }) {
  if (count === 0) return null
  return (
    <span className={classNames('text-caption font-normal text-caution tabular-nums', className)}>
      {count}
      <span className="sr-only"> with an unknown outcome</span>
    </span>
  )
}
