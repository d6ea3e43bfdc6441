import { expect, test } from './fixtures.ts'
import { NO_PAGE } from './stored-connection.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

test('the lists of a page are requested once, before any script file has arrived, or when its link is pointed at', async ({
  trader,
  service,
}) => {
  await test.step('before any script', async () => {
    const requested: string[] = []
    trader.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/api/v1/smart_trades') requested.push(request.url())
    })
    await trader.route(/assets\/.*\.js/, async (route) => {
      await expect.poll(() => requested).toHaveLength(1)
      await route.continue()
    })
    await trader.goto(`${service.origin}/smart-trades`)
    await expect(trader.getByRole('table', { name: 'SmartTrades' })).toBeVisible()
    expect(requested).toHaveLength(1)
  })

  await test.step('at a link', async () => {
    await trader.unrouteAll()
    // Other pages have read the lists already.
    await trader.goto(`${service.origin}/settings`)
    for (const [name, path] of [
      ['Grid bots', '/api/v1/bots/grid'],
      ['DCA bots', '/api/v1/bots/dca'],
    ] as const) {
      const asked = trader.waitForRequest((request) => new URL(request.url()).pathname === path, {
        timeout: 10_000,
      })
      await trader.getByRole('link', { name, exact: true }).first().hover()
      await asked
    }
  })
})

test('the page has the chosen theme before any of its scripts has come, whatever the system has', async ({
  page,
  service,
}) => {
  await page.goto(service.origin)
  await page.route(/\.js$/, (route) => route.abort())
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await page.evaluate((chosen) => {
      localStorage.setItem('quarterdeck.settings', JSON.stringify({ theme: chosen }))
    }, theme)
    await page.reload()
    expect(
      await page.evaluate(() => [
        document.documentElement.dataset['theme'],
        document.documentElement.dataset['density'],
        getComputedStyle(document.documentElement).colorScheme,
      ]),
    ).toEqual([theme, 'standard', theme])
  }
})

test('the frame of a page is painted before any script and stays, and a page that makes a connection has none', async ({
  trader,
  service,
}) => {
  await test.step('around a page', async () => {
    for (const [width, height, colorScheme] of [
      [1440, 900, 'dark'],
      [768, 1024, 'light'],
      [390, 844, 'dark'],
    ] as const) {
      await trader.setViewportSize({ width, height })
      await trader.emulateMedia({ colorScheme })
      const boxes = (within: string, item: string) =>
        trader.evaluate(
          ([within, item]) =>
            [...document.querySelectorAll(`${within} ${item}`)]
              .map((icon) => icon.getBoundingClientRect())
              .filter((box) => box.width > 0)
              .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)),
          [within, item] as const,
        )

      await trader.route(/assets\/(index|first)-.*\.js$/, (route) => route.abort())
      await trader.goto(`${service.origin}/smart-trades`)
      const still = await boxes('#static-shell', 'svg')
      expect(still.length).toBeGreaterThanOrEqual(width < 640 ? 5 : 8)
      await expect(trader.getByRole('navigation')).toHaveCount(0)

      // A page whose scripts failed reloads itself once they can be fetched.
      await trader.goto('about:blank')
      await trader.unrouteAll()
      await trader.goto(`${service.origin}/smart-trades`)
      await expect(trader.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await expect(trader.locator('#static-shell')).toHaveCount(0)
      expect(await boxes('nav[aria-label=Main]', 'svg'), `at ${width} px`).toEqual(still)
      await trader.goto('about:blank')
    }
  })

  await test.step('around one that makes a connection', async () => {
    await trader.goto(service.origin + NO_PAGE)
    await trader.route(/assets\/(index|first)-.*\.js$/, (route) => route.abort())
    const shell = trader.locator('#static-shell')
    await trader.goto(`${service.origin}/smart-trades`)
    await expect(shell).toBeVisible()
    for (const path of ['/connect', '/pair', '/#pair=code']) {
      await trader.goto('about:blank')
      await trader.goto(service.origin + path)
      await expect(shell).toBeHidden()
    }
    await trader.evaluate(() => localStorage.removeItem('quarterdeck.connections'))
    await trader.goto(`${service.origin}/smart-trades`)
    await expect(shell).toBeHidden()
  })
})
