import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { BrandMark } from '#ui/brand-mark.tsx'

import { PLACES } from './nav-items.ts'
import { RailFoot } from './rail-foot.tsx'
import { Waiting } from './waiting.tsx'

const PLACE =
  'flex h-8 items-center gap-2.5 rounded-m px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-active aria-[current=page]:text-ink [&>svg]:text-ink-3 aria-[current=page]:[&>svg]:text-ink max-xl:justify-center'

/** The way around on a desk; below 1280 px only its icons, on a phone nothing of it. */
export const Rail = memo(function Rail({ waiting }: { waiting: number }) {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh flex-col border-r border-hairline bg-panel px-2 pb-3 max-sm:hidden"
    >
      <Link
        to="/portfolio"
        aria-label="Quarterdeck, to the portfolio"
        className="flex h-(--top-bar) items-center gap-2 px-2 font-semibold tracking-[-0.01em] max-xl:justify-center"
      >
        <BrandMark />
        <span className="max-xl:hidden">Quarterdeck</span>
      </Link>
      <ul className="flex flex-col gap-0.5">
        {PLACES.map(({ to, name, icon: PlaceIcon }) => (
          <li key={to}>
            <Link to={to} preload="intent" title={name} className={PLACE}>
              <PlaceIcon size={16} />
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
