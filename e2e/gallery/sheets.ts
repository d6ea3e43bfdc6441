import { expect } from '../fixtures.ts'
import { dcaBotRows, gridBotRows, openPage, openStop } from '../pages.ts'
import { ACCOUNT, PAIR, Ticket } from '../ticket.ts'
import { fillInExample } from './pages.ts'
import { press, type Scene } from './scene.ts'

/** A review that sends, up to the moment before anything is sent. */
export type Sheet = {
  name: string
  open: (scene: Scene) => Promise<unknown>
  /** Input needed before it can be sent. */
  phrase?: string
  /** The world of real money that the paper service has begins without trades and bots. */
  isOnPaper?: true
}

const chooseFromRow = async ({ page }: Scene, action: string): Promise<void> => {
  await openPage(page, 'SmartTrades')
  const row = page.getByRole('row').filter({ hasText: 'In position' }).first()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Writes down two coins more or less of an open trade. */
const writeFunds = async ({ page }: Scene, action: 'Add funds' | 'Reduce'): Promise<void> => {
  await openPage(page, 'SmartTrades')
  const rows = page.getByRole('row').filter({ hasText: 'In position' })
  await rows.filter({ hasText: 'SOL' }).first().getByRole('link').first().click()
  await press(page, 'More actions')
  await page.getByRole('menuitem', { name: action }).click()
  const name = action === 'Add funds' ? 'Units to add' : 'Units to close'
  await page.getByRole('textbox', { name, exact: true }).fill('2')
  await press(page, 'Review')
}

const SPOT = 'Harbour spot'

/** Every write that has a review of its own. */
export const SHEETS: readonly Sheet[] = [
  {
    name: 'sell-all',
    isOnPaper: true,
    phrase: `SELL ALL ${SPOT}`,
    async open({ page, show }) {
      await show('/portfolio')
      await page.getByRole('combobox', { name: 'Accounts' }).selectOption({ label: SPOT })
      await press(page, 'Review sell-all')
    },
  },
  {
    name: 'place-trade',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/portfolio')
      const ticket = new Ticket(page)
      await ticket.open()
      await ticket.market(ACCOUNT, PAIR)
      await ticket.fillIn()
      await ticket.review()
    },
  },
  {
    name: 'close-trade',
    isOnPaper: true,
    async open(scene) {
      await scene.show('/portfolio')
      await chooseFromRow(scene, 'Close at market')
    },
  },
  {
    name: 'cancel-trade',
    isOnPaper: true,
    async open(scene) {
      await scene.show('/portfolio')
      await chooseFromRow(scene, 'Cancel trade')
    },
  },
  {
    name: 'add-funds',
    isOnPaper: true,
    async open(scene) {
      await scene.show('/portfolio')
      await writeFunds(scene, 'Add funds')
    },
  },
  {
    name: 'reduce-funds',
    isOnPaper: true,
    async open(scene) {
      await scene.show('/portfolio')
      await writeFunds(scene, 'Reduce')
    },
  },
  {
    name: 'stop-grid-bot',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/portfolio')
      await openPage(page, 'Grid bots')
      await openStop(page)
    },
  },
  ...(['Keep', 'Sell at market'] as const).map((choice): Sheet => ({
    name: choice === 'Keep' ? 'stop-grid-bot-keep' : 'stop-grid-bot-sell',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/portfolio')
      await openPage(page, 'Grid bots')
      const sheet = await openStop(page)
      await sheet.getByRole('radio', { name: choice }).check({ force: true })
    },
  })),
  {
    name: 'stop-grid-bots',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/grid-bots')
      const boxes = gridBotRows(page).getByRole('checkbox')
      await boxes.nth(0).check()
      await boxes.nth(1).check()
      await press(page, 'Stop 2 grid bots')
    },
  },
  {
    name: 'edit-trade-review',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/portfolio')
      await openPage(page, 'SmartTrades')
      const rows = page.getByRole('row').filter({ hasText: 'In position' })
      await rows.filter({ hasText: 'SOL' }).first().getByRole('link').first().click()
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      const stop = page.getByRole('slider', { name: 'Stop line' })
      await stop.focus()
      for (const _ of [1, 2, 3]) await stop.press('PageUp')
      await press(page, 'Review changes')
    },
  },
  {
    name: 'start-grid-bot',
    isOnPaper: true,
    async open(scene) {
      await scene.show('/grid-bots/new')
      await fillInExample(scene)
      await press(scene.page, 'Review grid bot')
    },
  },
  {
    name: 'create-dca-bot',
    isOnPaper: true,
    async open(scene) {
      await scene.show('/dca-bots/new')
      await fillInExample(scene)
      await press(scene.page, 'Review DCA bot')
    },
  },
  {
    name: 'start-dca-bot',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/dca-bots')
      await page.getByRole('radio', { name: 'Stopped' }).check({ force: true })
      await dcaBotRows(page).getByRole('link').first().click()
      await press(page, 'Start bot')
    },
  },
  {
    name: 'stop-dca-bot',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/dca-bots')
      await page
        .getByRole('row')
        .filter({ hasText: 'Running' })
        .first()
        .getByRole('button', { name: /^Stop / })
        .click()
    },
  },
  {
    name: 'panic',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/portfolio')
      await press(page, 'Panic')
      await expect(page.getByRole('list', { name: 'Stop bots' })).toBeVisible()
    },
  },
  {
    name: 'switch-mode',
    phrase: 'TRADE REAL',
    isOnPaper: true,
    async open({ page, show }) {
      await show('/settings')
      await press(page, 'Switch to real')
    },
  },
]

/** Opens a review; what it reads has come. */
export async function openReview(sheet: Sheet, scene: Scene): Promise<void> {
  await sheet.open(scene)
  await expect(scene.page.getByRole('dialog')).toBeVisible()
  await scene.settled(scene.page)
  // The pictures show buttons that can be pressed.
  if (sheet.phrase === undefined) await expect(scene.page.locator('.arming')).toHaveCount(0)
}
