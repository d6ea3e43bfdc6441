import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { withheld } from './pages.ts'

test.use({ world: 'untidy', firstPage: null })

async function openTrade(page: Page) {
  await page.goto(new URL('/smart-trades', page.url()).href)
  const rows = page.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')
  await rows.first().getByRole('link').first().click()
  const drawer = page.getByRole('complementary', { name: /^SmartTrade \d+/ })
  return {
    drawer,
    note: drawer.getByRole('textbox', { name: 'Note' }),
    save: drawer.getByRole('button', { name: 'Save note' }),
  }
}

test(
  'a note counts its characters, is refused when too long and is saved',
  { tag: '@writes' },
  async ({ trader }) => {
    const { drawer, note, save } = await openTrade(trader)

    await note.fill('🚀'.repeat(301))
    await expect(drawer.getByText('301 of 300')).toBeVisible()
    await save.click()
    await expect(drawer.getByText('A note has 1 to 300 characters.')).toBeVisible()

    // The old text does not come back while the trades have not been read again.
    let release: () => void = () => undefined
    const released = new Promise<void>((done) => (release = done))
    await trader.route('**/api/v1/smart_trades?*', async (route) => {
      await released
      return route.continue()
    })
    await note.fill('Retest of the range. #swing 🚀')
    await save.click()
    await expect(drawer.getByText('Saved.')).toBeVisible()
    await expect(note).toHaveValue('Retest of the range. #swing 🚀')
    release()
    await trader.reload()
    await expect(note).toHaveValue('Retest of the range. #swing 🚀')

    // The answer does not overwrite text typed meanwhile.
    let answer: () => void = () => undefined
    await trader.route('**/set_note*', async (route) => {
      await new Promise<void>((done) => (answer = done))
      return route.continue()
    })
    const asked = trader.waitForRequest((request) => request.method() === 'POST')
    await note.fill('Second thoughts.')
    await save.click()
    await asked
    await note.fill('Second thoughts, and a third.')
    const answered = trader.waitForResponse((response) => response.request().method() === 'POST')
    answer()
    await answered
    await expect(save).toBeVisible()
    await expect(note).toHaveValue('Second thoughts, and a third.')
  },
)

test(
  'a note is saved though the chart above it appears while its button is pressed',
  { tag: '@writes' },
  async ({ trader }) => {
    const { drawer, note, save } = await openTrade(trader)
    await expect(note).toBeVisible()
    const release = await withheld(trader, /assets\/price-plot-.*\.js/)
    await trader.reload()
    await note.fill('Second thoughts.')
    const chart = drawer.getByRole('img', { name: /with the prices of the trade/ })
    await save.hover()
    const place = await save.boundingBox()
    await trader.mouse.down()
    await expect(chart).toHaveCount(0)
    release()
    await expect(drawer.getByRole('slider', { name: /^Chart cursor/ })).toBeVisible()
    await expect(chart).toBeVisible()
    expect(await save.boundingBox()).toEqual(place)
    await trader.mouse.up()
    await expect(drawer.getByText('Saved.')).toBeVisible()
  },
)
