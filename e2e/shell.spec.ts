import { expect, test } from './fixtures.ts'
import { keyFigure, openPage } from './pages.ts'
import { ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true })

test('the shell opens pages by links, keys, the palette and More, and keeps its navigation at a wrong address', async ({
  trader,
  service,
}) => {
  await test.step('a click in the navigation shows the new page at once', async () => {
    const inFirstFrame = trader.evaluate(
      () =>
        new Promise((resolve) => {
          const look = () =>
            resolve(
              ['nav [aria-current]', 'h1'].map((at) => document.querySelector(at)?.textContent),
            )
          addEventListener('click', () => requestAnimationFrame(look), {
            once: true,
            capture: true,
          })
        }),
    )
    await trader.getByRole('link', { name: 'SmartTrades', exact: true }).click()
    expect(await inFirstFrame).toEqual(['SmartTrades', 'Portfolio'])
    await expect(trader.getByRole('heading', { name: 'SmartTrades', level: 1 })).toBeVisible()
  })

  await test.step('keys', async () => {
    await trader.keyboard.press('g')
    await trader.keyboard.press('h')
    await expect(trader.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
    // The next key is for the page and not for the rail.
    await expect(trader.locator('#main')).toBeFocused()

    await trader.keyboard.press('?')
    const keys = trader.getByRole('dialog', { name: 'Keys' })
    await expect(keys).toContainText('Grid botsg b')
    await trader.keyboard.press('Escape')
    await expect(keys).toBeHidden()

    await trader.keyboard.press('/')
    await expect(trader.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
    await trader.keyboard.type('strat')
    await trader.keyboard.press('Enter')
    await expect(trader.getByRole('heading', { name: 'DCA strategies', level: 1 })).toBeVisible()
  })

  await test.step('the command palette', async () => {
    await trader.getByRole('navigation').getByRole('link', { name: 'SmartTrades' }).click()
    const row = trader.getByRole('link', { name: /open SmartTrade \d+$/ }).first()
    const [id = ''] = /\d+$/.exec((await row.getAttribute('aria-label')) ?? '') ?? []
    const search = trader.getByRole('combobox', { name: 'Search or go to' })
    await trader.keyboard.press('/')
    await search.fill(id)
    await trader.getByRole('option', { name: new RegExp(`SmartTrade ${id}`) }).click()
    await expect(trader.getByRole('complementary', { name: `SmartTrade ${id}` })).toBeVisible()

    // A command that stops every bot is never the first to be found.
    await trader.keyboard.press('Control+k')
    await search.fill('stop')
    await expect(trader.getByRole('option').last()).toContainText('Stop all grid bots')
    await expect(trader.getByRole('option').first()).not.toContainText('all')
    await trader.keyboard.press('Escape')

    await trader.keyboard.press('Control+k')
    await search.fill('hide am')
    await trader.keyboard.press('Enter')
    await expect(trader.getByRole('button', { name: 'Hide amounts' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  await test.step('a wrong address', async () => {
    await trader.goto(`${service.origin}/smart-trades/nowhere`)
    await expect(trader.getByText('There is no page at this address.')).toBeVisible()
    await expect(trader).toHaveTitle(/^Not found/)
    await trader.getByRole('navigation').getByRole('link', { name: 'Grid bots' }).click()
    await expect(trader.getByRole('heading', { name: 'Grid bots', level: 1 })).toBeVisible()
  })

  await test.step('More on a phone', async () => {
    await openPage(trader, 'Portfolio')
    await trader.setViewportSize({ width: 390, height: 844 })
    const more = trader.getByRole('button', { name: 'More' })
    await expect(more).not.toHaveAttribute('aria-current')
    await more.click()
    await trader.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(trader.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await expect(more).toHaveAttribute('aria-current', 'page')
    await more.click()
    await expect(trader.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })
})

test('a simulated exchange is explained once, and a paper connection never shows REAL while its page opens', async ({
  trader,
}) => {
  await test.step('a simulated exchange', async () => {
    const line = trader.getByText('This is a simulated exchange with a year of trading.')
    await expect(line).toBeVisible()
    await expect(trader.getByRole('region', { name: 'Next steps' })).toHaveCount(0)
    await trader.reload()
    await expect(keyFigure(trader, 'Value')).toBeVisible()
    await expect(line).toHaveCount(0)
  })

  await test.step('PAPER from the first frame', async () => {
    await trader.addInitScript(() => {
      const seen: string[] = []
      Reflect.set(window, 'seenReal', seen)
      new MutationObserver(() => {
        if (document.querySelector('.real')) seen.push(document.title)
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
    await trader.reload()
    await expect(trader.getByText('PAPER', { exact: true })).toBeVisible()
    await expect(trader).toHaveTitle('Portfolio · PAPER · Quarterdeck')
    expect(await trader.evaluate(() => Reflect.get(window, 'seenReal') as string[])).toEqual([])
  })
})

test('a pause that the service asks for is counted down on a phone, in every tab and after a reload', async ({
  trader,
  service,
}) => {
  await trader.setViewportSize({ width: 390, height: 844 })
  await trader.route('**/api/v1/smart_trades?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '600' },
      json: { error: 'rate_limited', error_description: 'Slow down.' },
    }),
  )
  const countdown = (page: typeof trader) => page.getByText(/^Updates resume in 5\d\d s\./)
  await trader.getByRole('navigation').getByRole('link', { name: 'SmartTrades' }).click()
  await expect(trader.getByText(/^Rate limited\. You can still stop/)).toBeVisible()
  await expect(countdown(trader)).toBeVisible()
  await expect(trader.getByText(/^Stale/)).toHaveCount(0)
  const other = await trader.context().newPage()
  await other.goto(`${service.origin}/smart-trades/new`)
  await expect(countdown(other)).toBeVisible()
  await trader.reload()
  await expect(countdown(trader)).toBeVisible()
})

test('a new world says what to do first, what comes next after the first trade, and then no more @writes', async ({
  page: trader,
  service,
}) => {
  await service.command('keys', 'add', '--user', 'fresh', '--world', 'empty')
  await trader.goto((await service.command('pair', '--user', 'fresh')).trim())
  const steps = trader.getByRole('region', { name: 'Next steps' })
  await expect(steps).toContainText('0 of 3 done')
  await steps.getByRole('link', { name: 'Look at the history' }).click()
  await expect(trader.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  await openPage(trader, 'Portfolio')
  await expect(steps).toContainText('1 of 3 done')

  await steps.getByRole('link', { name: 'Place a first paper trade' }).click()
  const ticket = new Ticket(trader)
  await ticket.market(ACCOUNT, PAIR)
  await ticket.fillIn()
  await ticket.review()
  await ticket.placed()
  await trader.keyboard.press('Escape')
  await openPage(trader, 'Portfolio')
  await expect(steps.getByRole('heading')).toHaveText('What comes next')
  await expect(steps).toContainText('2 of 3 done')

  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toHaveCount(0)
  await trader.reload()
  await expect(trader.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(steps).toHaveCount(0)
})
