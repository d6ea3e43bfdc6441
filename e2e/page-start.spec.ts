import { expect, test } from './fixtures.ts'

test.use({ sharedService: true })

test('the list is asked for before the code that draws it is run, also where that is there first', async ({
  trader,
  service,
}) => {
  let hasDrawingCode = () => {}
  const drawingCode = new Promise<void>((resolve) => (hasDrawingCode = resolve))
  await trader.route(/assets\/first-.*\.js/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: `performance.mark('drawing code');${await answer.text()}`,
    })
    hasDrawingCode()
  })
  await trader.route(/assets\/index-.*\.js/, async (route) => {
    await drawingCode
    await route.continue()
  })
  await trader.goto(`${service.origin}/smart-trades`)
  await expect(trader.getByRole('table', { name: 'SmartTrades' })).toBeVisible()

  const [askedAt, runAt] = await trader.evaluate(() => {
    const asked = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/api/v1/smart_trades'))
    return [asked?.startTime, performance.getEntriesByName('drawing code')[0]?.startTime]
  })
  expect(askedAt).toBeDefined()
  expect(runAt).toBeGreaterThan(askedAt ?? Number.NaN)
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
