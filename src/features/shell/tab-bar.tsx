import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { MoreIcon } from '#ui/icons.tsx'
import { Menu, MenuLink } from '#ui/menu.tsx'

import { PLACES } from './nav-items.ts'
import { Waiting } from './waiting.tsx'

const PLACE =
  'flex h-full w-full flex-col items-center justify-center gap-1 text-[0.75rem]/4 font-medium text-ink-3 aria-[current=page]:text-ink'

/** The way around on a phone: four places under the thumb and the rest behind one. */
export const TabBar = memo(function TabBar({ waiting }: { waiting: number }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid h-(--bottom-bar) grid-cols-5 border-t border-hairline bg-panel sm:hidden"
    >
      {PLACES.slice(0, 4).map(({ to, name, icon: PlaceIcon }) => (
        <Link key={to} to={to} className={PLACE}>
          <PlaceIcon size={18} />
          {name}
        </Link>
      ))}
      <Menu
        label="More places"
        align="end"
        trigger={
          <button type="button" className={PLACE}>
            <span className="relative">
              <MoreIcon size={18} />
              <Waiting count={waiting} className="absolute -top-1 left-full ml-0.5" />
            </span>
            More
          </button>
        }
      >
        {PLACES.slice(4).map(({ to, name }) => (
          <MenuLink key={to}>
            <Link to={to}>
              {name}
              {to === '/activity' && <Waiting count={waiting} className="ml-auto pl-3" />}
            </Link>
          </MenuLink>
        ))}
      </Menu>
    </nav>
  )
})
