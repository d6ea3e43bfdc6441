import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedService: true })

const PAGES = [
  '/portfolio',
  '/smart-trades',
  '/smart-trades/new',
  '/grid-bots',
  '/dca-bots',
  '/dca-bots/strategies',
  '/history',
  '/activity',
  '/settings',
]
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport })

    test('axe finds nothing on any page', async ({ trader }) => {
      test.setTimeout(180_000)
      for (const path of PAGES) {
        await trader.goto(new URL(path, trader.url()).href)
        await expect(trader.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(trader.locator('[aria-busy=true]')).toHaveCount(0)
        await expectAccessible(trader, path)
      }
    })
  })
}
