import type { ComponentType } from 'react'

import type { IconProps } from '#ui/icon.tsx'
import {
  ActivityIcon,
  DcaBotsIcon,
  GridBotsIcon,
  HistoryIcon,
  PortfolioIcon,
  SettingsIcon,
  SmartTradesIcon,
} from '#ui/icons.tsx'

/** Where the rail, the phone's bar and the palette lead; `key` follows a typed `g`. */
export const PLACES = [
  { to: '/portfolio', name: 'Portfolio', key: 'p', icon: PortfolioIcon },
  { to: '/smart-trades', name: 'SmartTrades', key: 's', icon: SmartTradesIcon },
  { to: '/grid-bots', name: 'Grid bots', key: 'b', icon: GridBotsIcon },
  { to: '/dca-bots', name: 'DCA bots', key: 'd', icon: DcaBotsIcon },
  { to: '/history', name: 'History', key: 'h', icon: HistoryIcon },
  { to: '/activity', name: 'Activity', key: 'a', icon: ActivityIcon },
  { to: '/settings', name: 'Settings', key: ',', icon: SettingsIcon },
] as const satisfies readonly {
  to: string
  name: string
  key: string
  icon: ComponentType<IconProps>
}[]
export type Place = (typeof PLACES)[number]
