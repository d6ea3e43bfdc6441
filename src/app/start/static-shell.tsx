import {
  BRAND,
  NAV_ITEMS,
  RAIL,
  RAIL_ITEM,
  TAB_BAR,
  TAB_ITEM,
  UNDER_THUMB,
} from '#features/shell/navigation.tsx'
import { BrandMark } from '#ui/brand-mark.tsx'
import { MoreIcon } from '#ui/icons.tsx'

/**
 * Page frame as static HTML. The build writes it into `index.html`; it shows until the first
 * render.
 */
export const StaticShell = () => (
  <div id="static-shell" aria-hidden="true">
    <div className="grid min-h-dvh grid-cols-[var(--rail)_minmax(0,1fr)] max-sm:block">
      <div className={RAIL}>
        <div className={BRAND}>
          <BrandMark />
          <span className="max-xl:hidden">Quarterdeck</span>
        </div>
        <div className="flex flex-col gap-0.5">
          {NAV_ITEMS.map(({ to, name, icon: ItemIcon }) => (
            <div key={to} className={RAIL_ITEM}>
              <ItemIcon size={16} />
              <span className="max-xl:hidden">{name}</span>
            </div>
          ))}
        </div>
      </div>
      <div className="min-w-0" data-early="">
        <div className="sticky top-0 h-(--top-bar) border-b border-hairline bg-canvas" />
      </div>
      <div className={TAB_BAR}>
        {UNDER_THUMB.map(({ to, name, icon: ItemIcon }) => (
          <div key={to} className={TAB_ITEM}>
            <ItemIcon size={18} />
            {name}
          </div>
        ))}
        <div className={TAB_ITEM}>
          <MoreIcon size={18} />
          More
        </div>
      </div>
    </div>
  </div>
)
