import { expect, test } from './fixtures.ts'
import {
  expectAccessible,
  gridBotRows,
  openPage,
  openStop,
  runningGridBot,
  writesFrom,
} from './pages.ts'

test.use({ sharedService: true, firstPage: '/grid-bots' })

test(
  'a grid bot is stopped from its row with one request, and another sells its coins if that was chosen',
  { tag: '@writes' },
  async ({ trader }) => {
    await test.step('from its row', async () => {
      const sent = writesFrom(trader, '/stop')
      await openPage(trader, 'Grid bots')
      const name = (await runningGridBot(trader).getByRole('link').textContent()) ?? ''

      const sheet = await openStop(trader)
      await expect(sheet).toContainText('Nothing has been sent.')
      await expect(sheet).toContainText('PAPER')
      await expect(sheet).toContainText(
        /(No coins are in sell orders|of its sell orders, worth .*)\. Its open result is /,
      )
      await expect(sheet).toContainText('The service does not say what it does with')
      await expect(sheet.getByLabel('Request')).toHaveText(
        /^POST \/api\/v1\/bots\/grid\/\d+\/stop$/,
      )
      await expect(sheet.getByRole('button', { name: 'Keep running' })).toBeFocused()
      await expectAccessible(trader, 'before a bot is stopped')

      await trader.keyboard.press('Enter')
      await expect(sheet).toBeHidden()
      expect(sent).toEqual([])

      await openStop(trader)
      await sheet.getByRole('radio', { name: 'Keep' }).check({ force: true })
      await expect(sheet).toContainText('The coins the bot has bought stay on the account')
      await expect(sheet.getByLabel('Request', { exact: true })).toContainText('"leave":"keep"')
      await sheet.getByRole('radio', { name: 'Bot’s own setting' }).check({ force: true })
      await sheet.getByRole('button', { name: /^Stop bot, cancel \d+ orders$/ }).dblclick()
      const done = trader.getByRole('dialog', { name: `Stopped ${name}` })
      await expect(done).toContainText(/Stopped at \d\d:\d\d:\d\d/)
      await expect(done).toContainText(/is switched off at a total of/)
      await expect(done.getByRole('row', { name: /^Pending orders \d+ 0$/ })).toBeVisible()
      await expect(done.getByRole('link', { name: 'See the bot' })).toBeVisible()
      expect(sent).toHaveLength(1)

      await done.getByRole('button', { name: 'Close' }).click()
      const row = gridBotRows(trader).filter({ hasText: name }).filter({ hasText: 'Disabled' })
      await expect(row).toBeVisible()
      await expect(row.getByRole('button', { name: /^Stop / })).toHaveCount(0)

      await row.getByRole('link').click()
      await expect(trader.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(trader.getByRole('button', { name: 'Stop bot' })).toHaveCount(0)
      await expect(trader.getByText('The bot is stopped and has no orders.')).toBeVisible()

      await openPage(trader, 'Activity')
      await expect(trader.getByRole('table').getByText('Stop a grid bot')).toHaveCount(1)
    })

    await test.step('with its coins sold', async () => {
      await openPage(trader, 'Grid bots')
      const row = gridBotRows(trader).filter({ hasText: /LINK \d/ })
      const name = (await row.getByRole('link').textContent()) ?? ''
      await row.getByRole('button', { name: /^Stop / }).click()
      const sheet = trader.getByRole('dialog', { name: `Stop ${name}` })
      await sheet.getByRole('radio', { name: 'Sell at market' }).check({ force: true })
      await expect(sheet).toContainText(
        /sold by one market order, .* with the [\d.,]+ LINK of its sell orders\./,
      )
      await expect(sheet.getByLabel('Request', { exact: true })).toContainText('"leave":"sell"')
      await expectAccessible(trader, 'before a bot is stopped and its coins are sold')
      await sheet.getByRole('button', { name: 'Stop bot, sell its coins' }).click()
      const done = trader.getByRole('dialog', { name: `Stopped ${name}` })
      await expect(done).toContainText('Its coins are sold by one market order')
      await expect(done).toContainText(
        /Realised[+−][\d.,]+.*of it grid profit[+−]?[\d.,]+.*Open at the stop.*Total[+−][\d.,]+/,
      )
      await done.getByRole('button', { name: 'Close' }).click()

      await openPage(trader, 'History')
      const trades = trader.getByRole('table', { name: 'Trades', exact: true })
      const last = trades.locator('tbody tr').filter({ hasText: name }).first()
      await expect(last).toContainText('Sell')
    })
  },
)

test('the page of a grid bot shows all of it, and a read-only connection cannot stop one and says why', async ({
  trader,
}) => {
  await test.step('ladder, funds, settings and JSON', async () => {
    await openPage(trader, 'Grid bots')
    await runningGridBot(trader).getByRole('link').click()
    const ladder = trader.getByRole('table', { name: /^Ladder/ })
    await expect(ladder.getByText('Last price')).toBeVisible()

    const lines = await ladder.locator('tbody tr').allTextContents()
    const last = lines.findIndex((text) => text.includes('Last price'))
    expect(lines.slice(0, last).every((text) => !text.startsWith('Buy'))).toBe(true)
    expect(lines.slice(last + 1).every((text) => !text.startsWith('Sell'))).toBe(true)

    await expect(trader.getByRole('heading', { name: 'Needed to restart' })).toBeVisible()
    await expect(trader.getByRole('meter').first()).toBeVisible()
    await expect(trader.getByRole('img', { name: /^Realised profit from / })).toBeVisible()
    const compared = trader.locator('section', {
      has: trader.getByRole('heading', { name: 'Result compared' }),
    })
    await expect(compared).toContainText(/Grid profit per day[+−]\d/)
    await expect(compared).toContainText(/Total return[+−]\d.*%/)
    await expect(compared).toContainText(/Buy and hold instead[+−]\d.*%/)
    const picture = trader.getByRole('slider', { name: 'Chart cursor, price in the range' })
    await picture.focus()
    await trader.keyboard.press('Home')
    await expect(picture).toHaveAttribute('aria-valuetext', /: open .* close /)
    await expect(
      trader.getByRole('img', {
        name: /since the bot was created: upper price .*, lower price .*, /,
      }),
    ).toBeVisible()
    const fill = trader.getByRole('button', { name: /^(Bought|Sold) / }).last()
    await fill.focus()
    await expect(trader.getByRole('link', { name: 'Open the order' }).first()).toBeVisible()
    await trader.getByText('All settings').click()
    await expect(trader.getByText('orderbook_price_currency', { exact: true })).toBeVisible()
    await trader.getByText('As the service sent it').click()
    await expect(trader.getByLabel('Bot as sent', { exact: true })).toContainText('"grid_lines"')
    await expectAccessible(trader, 'a bot on its page')
  })

  await test.step('funds of a futures grid are unknown', async () => {
    await openPage(trader, 'Grid bots')
    await trader.getByRole('link', { name: /^BTC futures \d/ }).click()
    await expect(trader.getByText('The service gives this for spot accounts only.')).toBeVisible()
  })

  await test.step('a read-only connection', async () => {
    const sent = writesFrom(trader, '/stop')
    await openPage(trader, 'Settings')
    const trading = trader.getByRole('switch', { name: /^Trading/ })
    if (!(await trading.isVisible())) {
      await trader
        .getByRole('button', { name: /Paper service/, expanded: false })
        .last()
        .click()
    }
    await trading.uncheck()
    await openPage(trader, 'Grid bots')
    await expect(trader.getByText('Stopping is off. This connection is read only.')).toBeVisible()
    const stop = runningGridBot(trader).getByRole('button', { name: /^Stop / })
    await expect(stop).toHaveAttribute('aria-disabled', 'true')
    await stop.click({ force: true })
    await expect(trader.getByRole('dialog')).toHaveCount(0)

    await runningGridBot(trader).getByRole('link').click()
    await expect(trader.getByRole('button', { name: 'Stop bot' })).toHaveAccessibleDescription(
      'This connection is read only. Switch trading on in Settings.',
    )
    expect(sent).toEqual([])
  })
})

test(
  'a stop without an answer is unknown and can be sent again safely',
  { tag: '@writes' },
  async ({ trader }) => {
    const sent = writesFrom(trader, '/stop')
    await openPage(trader, 'Grid bots')
    await trader.route('**/stop', (route) => route.abort('connectionreset'))
    const sheet = await openStop(trader)
    await sheet.getByRole('button', { name: /^Stop bot/ }).click()
    await expect(sheet.getByRole('alert')).toContainText('Outcome unknown. It may be stopped.')
    await expect(sheet.getByText(/Read again: the bot is still running/)).toBeVisible()
    expect(sent).toHaveLength(1)

    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(
      gridBotRows(trader).getByText('Stop unknown').filter({ visible: true }),
    ).toBeVisible()

    await trader.unroute('**/stop')
    await gridBotRows(trader)
      .filter({ hasText: 'Stop unknown' })
      .getByRole('button', { name: /^Stop / })
      .click()
    await sheet.getByRole('button', { name: 'Send stop again (safe)' }).click()
    await expect(trader.getByRole('dialog', { name: /^Stopped / })).toContainText('Disabled')
    expect(sent).toHaveLength(2)
  },
)

test.describe('a service that lists no grid bots', () => {
  test.use({ flags: ['--strict'] })

  test(
    'grid bots are followed by id, checked by their funds and stopped',
    { tag: '@writes' },
    async ({ trader }) => {
      await openPage(trader, 'Grid bots')
      await expect(trader.getByText('This service does not list its grid bots.')).toBeVisible()

      const ids = trader.getByRole('textbox', { name: 'Grid bot ids' })
      await ids.fill('12 twelve')
      await ids.press('Enter')
      await expect(trader.getByText('“twelve” is not an id.')).toBeVisible()

      await ids.fill('999999999')
      await ids.press('Enter')
      const followed = trader.getByRole('table', { name: 'Followed grid bots' })
      await expect(followed.getByText('No such bot')).toBeVisible()
      await followed.getByRole('button', { name: 'Unfollow bot 999999999' }).click()
      await expect(followed).toBeHidden()

      const offered = trader.getByRole('button', { name: /^Follow bot \d+$/ })
      await expect(offered.first()).toBeVisible()
      const count = await offered.count()
      for (let left = count; left > 0; left -= 1) await offered.first().click()
      await expect(followed.locator('tbody tr')).toHaveCount(count)
      // Funds are told of spot bots alone, and which bot traded last is for the clock to say.
      const row = followed
        .locator('tbody tr')
        .filter({ hasText: /\w+\/USDT/ })
        .first()
      await expect(row).toContainText('Unknown')

      await row.getByRole('link').click()
      await expect(trader.getByText('Only the funds of a grid bot can be read here.')).toBeVisible()
      await trader.getByRole('button', { name: 'Stop bot' }).click()
      const sheet = trader.getByRole('dialog')
      await expect(sheet).toContainText('so its orders and coins are unknown')
      await sheet.getByRole('button', { name: 'Stop bot, cancel its orders' }).click()
      await expect(sheet).toContainText(/Stopped at/)
      await expect(sheet).toContainText('Disabled')
      await sheet.getByRole('button', { name: 'Close' }).click()
      await expect(trader.getByText('The bot is stopped and has no orders.')).toBeVisible()
      // Without a list, it may have been started elsewhere since.
      await expect(trader.getByRole('button', { name: 'Stop bot' })).toBeVisible()

      await trader.reload()
      await openPage(trader, 'Grid bots')
      await expect(followed.locator('tbody tr')).toHaveCount(count)
      await expect(followed.locator('tbody tr').filter({ hasText: 'as of' })).toContainText(
        'Disabled',
      )
    },
  )
})
