import { findsNothing } from './finds-nothing.ts'
import { expect, test } from './fixtures.ts'

test.use({ changesNothing: true })

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

for (const theme of ['dark', 'light'] as const) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    test.describe(`${theme}, ${name}`, () => {
      test.use({ colorScheme: theme, viewport })

      test('axe finds nothing on any page', async ({ trader }) => {
        test.setTimeout(120_000)
        for (const path of PAGES) {
          await trader.goto(new URL(path, trader.url()).href)
          await expect(trader.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(trader.locator('[aria-busy=true]')).toHaveCount(0)
          await findsNothing(trader, path)
          // Nothing may reach beyond the screen sideways.
          const overflow = await trader.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect({ path, overflow }).toEqual({ path, overflow: 0 })
        }
      })
    })
  }
}
