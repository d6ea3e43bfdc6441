import { expect } from '../fixtures.ts'
import { everyEnd, seedJournal } from '../journal.ts'
import { choosePassphrase, fillInConnection } from '../pages.ts'
import { NOW } from './fixed-service.ts'
import { press, type Scene, settle, type Shot, standStill } from './scene.ts'

const PASSPHRASE = 'correct horse battery'

/** A form that lacks everything, once its review was asked for. */
const heldBack =
  (path: string, review: string) =>
  async ({ page, show }: Scene): Promise<void> => {
    await show(path)
    await press(page, review)
    await standStill(page)
  }

const onList =
  (act: (scene: Scene) => Promise<unknown>) =>
  async (scene: Scene): Promise<void> => {
    await scene.show('/smart-trades')
    await act(scene)
    await settle(scene.page)
  }

/** The form of a further connection, filled in with a key of this service. */
async function furtherConnection({ page, service }: Scene, secret?: string): Promise<void> {
  const key = await service.newKey()
  await fillInConnection(page, service.origin, {
    name: 'Desk two',
    key: secret === undefined ? key : { ...key, secret_key: secret },
  })
}

/** States reached by separate steps. */
export const OTHERS: readonly Shot[] = [
  {
    page: 'connect',
    state: 'unpaired',
    start: 'unpaired',
    async reach({ page, service }) {
      await page.goto(`${service.origin}/portfolio`)
      await settle(page)
    },
  },
  {
    page: 'connect',
    state: 'code-used',
    start: 'unpaired',
    async reach({ page, service }) {
      await page.goto(`${service.origin}/#pair=not-a-code`)
      await settle(page)
    },
  },
  {
    page: 'connect',
    state: 'filled',
    start: 'unpaired',
    async reach(scene) {
      await furtherConnection(scene)
      await settle(scene.page)
    },
  },
  {
    page: 'connect',
    state: 'refused',
    start: 'unpaired',
    async reach(scene) {
      await furtherConnection(scene, 'not-the-secret')
      await press(scene.page, 'Test connection')
      await expect(scene.page.getByText('Failed').first()).toBeVisible()
      await settle(scene.page)
    },
  },
  {
    page: 'connect',
    state: 'locked',
    start: 'unpaired',
    async reach(scene) {
      await furtherConnection(scene)
      await choosePassphrase(scene.page, PASSPHRASE)
      await press(scene.page, 'Add connection')
      await expect(scene.page.getByRole('heading', { name: 'Portfolio' })).toBeVisible()
      await scene.page.reload()
      await expect(scene.page.getByLabel('Passphrase')).toBeVisible()
      await standStill(scene.page)
    },
  },
  {
    page: 'ticket',
    state: 'held-back',
    start: 'demo',
    reach: heldBack('/smart-trades/new', 'Review trade'),
  },
  {
    page: 'new-grid-bot',
    state: 'held-back',
    start: 'demo',
    reach: heldBack('/grid-bots/new', 'Review grid bot'),
  },
  {
    page: 'new-dca-bot',
    state: 'held-back',
    start: 'demo',
    reach: heldBack('/dca-bots/new', 'Review DCA bot'),
  },
  {
    page: 'activity',
    state: 'every-outcome',
    start: 'own',
    async reach({ page, show }) {
      await show('/activity')
      await seedJournal(page, everyEnd(1, NOW), NOW)
      await settle(page)
    },
  },
  {
    page: 'activity-detail',
    state: 'unknown',
    start: 'own',
    async reach({ page, show }) {
      await show('/activity')
      await seedJournal(page, everyEnd(1, NOW), NOW)
      await page.getByRole('row').filter({ hasText: 'Unknown' }).first().getByRole('link').click()
      await settle(page)
    },
  },
  {
    page: 'finished-trades',
    state: 'filled',
    start: 'demo',
    reach: ({ show }) => show('/smart-trades?status=finished'),
  },
  {
    page: 'portfolio-year',
    state: 'filled',
    start: 'demo',
    reach: ({ show }) => show('/portfolio?range=1y'),
  },
  {
    page: 'history-year',
    state: 'filled',
    start: 'demo',
    reach: ({ show }) => show('/history?period=2026'),
  },
  {
    page: 'palette',
    state: 'filled',
    start: 'demo',
    reach: onList(({ page }) => page.keyboard.press('/')),
  },
  {
    page: 'keys',
    state: 'filled',
    start: 'demo',
    reach: onList(({ page }) => page.keyboard.press('?')),
  },
  {
    page: 'columns',
    state: 'filled',
    start: 'demo',
    reach: onList(({ page }) => press(page, /^Columns/)),
  },
  {
    page: 'not-found',
    state: 'filled',
    start: 'demo',
    reach: ({ show }) => show('/smart-trades/nowhere'),
  },
]
