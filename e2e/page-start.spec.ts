import { expect, test } from './fixtures.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

test('the list is requested once, before any script file has arrived', async ({
  trader,
  service,
}) => {
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

for (const theme of ['light', 'dark'] as const) {
  const system = theme === 'light' ? 'dark' : 'light'
  test(`the page is ${theme} before any of its scripts has come, where that was chosen on a ${system} system`, async ({
    page,
    service,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.goto(service.origin)
    await page.evaluate((theme) => {
      localStorage.setItem('quarterdeck.settings', JSON.stringify({ theme }))
    }, theme)
    await page.route(/\.js$/, (route) => route.abort())
    await page.reload()
    expect(
      await page.evaluate(() => [
        document.documentElement.dataset['theme'],
        document.documentElement.dataset['density'],
        getComputedStyle(document.documentElement).colorScheme,
      ]),
    ).toEqual([theme, 'standard', theme])
  })
}

test('what stands around the page is painted before any script, and stays where it is', async ({
  trader,
  service,
}) => {
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

test('nothing stands around a page that makes a connection', async ({ trader, service }) => {
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

test('the bots of a page are asked for when its link is pointed at', async ({
  trader,
  service,
}) => {
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
