import type { Page } from '@playwright/test'

import type { Scene } from './scene.ts'

/** A page, or a view of one that has a layout of its own, and how it is opened. */
export type Place = {
  name: string
  open: (scene: Scene) => Promise<void>
  /** It is about one entity: a new world has none. */
  isOfOne?: true
}

const at =
  (path: string) =>
  ({ show }: Scene): Promise<void> =>
    show(path)

/** Shows what the first link of a list leads to; `lists` finds it once for all states of a worker. */
const behind =
  (list: string, link: string) =>
  async ({ page, service, show, known }: Scene): Promise<void> => {
    const place = `${service.origin} ${list}`
    if (!known.has(place)) {
      await show(list)
      const found = page.locator(link).filter({ visible: true }).first()
      known.set(place, (await found.getAttribute('href', { timeout: 5_000 })) ?? list)
    }
    await show(known.get(place) ?? list)
  }

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const GRID_BOT = 'a[href^="/grid-bots/"]:not([href$="/new"])'
const DCA_BOT = 'a[href^="/dca-bots/"]:not([href$="/new"], [href$="/strategies"])'

/** Every one is pictured in every state of a page. */
export const PLACES: readonly Place[] = [
  { name: 'portfolio', open: at('/portfolio') },
  { name: 'smart-trades', open: at('/smart-trades') },
  { name: 'smart-trade', open: behind('/smart-trades', 'a[href*="trade="]'), isOfOne: true },
  { name: 'ticket', open: at('/smart-trades/new') },
  { name: 'grid-bots', open: at('/grid-bots') },
  { name: 'grid-bot', open: behind('/grid-bots', GRID_BOT), isOfOne: true },
  { name: 'new-grid-bot', open: at('/grid-bots/new') },
  { name: 'dca-bots', open: at('/dca-bots') },
  { name: 'dca-bot', open: behind('/dca-bots', DCA_BOT), isOfOne: true },
  { name: 'new-dca-bot', open: at('/dca-bots/new') },
  { name: 'strategies', open: at('/dca-bots/strategies') },
  { name: 'history', open: at('/history') },
  { name: 'history-rows', open: at('/history?view=rows') },
  { name: 'history-trade', open: behind('/history?view=rows', 'a[href*="trade="]'), isOfOne: true },
  { name: 'activity', open: at('/activity') },
  { name: 'settings', open: at('/settings') },
]
