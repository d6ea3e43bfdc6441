import { expect, test } from './fixtures.ts'
import { expectAccessible, gridBotRows, openPage } from './pages.ts'

test.use({ sharedService: true, firstPage: null })

const FIGURES = 'Figures of the bots compared'

test('bots of both kinds are compared by their capital and by day, also from the palette', async ({
  trader,
}) => {
  await test.step('by an address that is kept', async () => {
    await openPage(trader, 'Grid bots')
    await expect(gridBotRows(trader).first()).toBeVisible()
    const running = gridBotRows(trader).filter({ has: trader.getByRole('checkbox') })
    const names: string[] = []
    for (const row of [running.nth(0), running.nth(1)]) {
      await row.getByRole('checkbox').check()
      names.push((await row.getByRole('link').textContent()) ?? '')
    }
    await trader.getByRole('link', { name: 'Compare 2 grid bots' }).click()
    await expect(trader.getByRole('heading', { name: 'Compare bots', level: 1 })).toBeVisible()
    await expect(trader).toHaveURL(/bots=grid-\d+_grid-\d+/)
    const rows = trader.getByRole('table', { name: FIGURES }).locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(names[0] ?? '')
    await expect(rows.first()).toContainText(/\d+ round trips/)

    const add = trader.getByRole('combobox', { name: 'Add a bot' })
    const dca = add.getByRole('option', { name: /SOL dips, 15 m \(DCA/ })
    const picture = trader.getByRole('img', { name: /^Realised profit per day, in %/ })
    await expect(picture).toBeVisible()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await trader.route('**/terminal/history**', async (route) => {
      await answered
      await route.continue()
    })
    await add.selectOption((await dca.getAttribute('value')) ?? '')
    await expect(rows).toHaveCount(3)
    // The other lines stay while the added bot is read.
    await expect(trader.locator('main [aria-busy=true]')).toHaveCount(1)
    await expect(picture).toBeVisible()
    answer()
    await expect(rows.last()).toContainText(/SOL dips, 15 m.*\d+ deals/)
    await expect(rows.last()).toContainText(/[+−]?\d+\.\d{3}%/)

    await expect(picture).toHaveAttribute('aria-label', /SOL dips, 15 m [+−]?\d+\.\d{3}%$/)
    const cursor = trader.getByRole('slider', { name: 'Chart cursor, comparison' })
    await cursor.focus()
    await trader.keyboard.press('Home')
    await expect(cursor).toHaveAttribute('aria-valuetext', / unknown/)
    await expectAccessible(trader, 'three bots compared')

    await trader.getByRole('radio', { name: 'Total' }).check()
    await expect(trader).toHaveURL(/measure=total/)
    await trader.reload()
    await expect(rows).toHaveCount(3)
    await expect(
      trader.getByRole('img', { name: /^Realised profit, in % of the capital/ }),
    ).toBeVisible()

    await trader.getByRole('button', { name: `Remove ${names[0]}` }).click()
    await expect(rows).toHaveCount(2)
    await rows.first().getByRole('link').click()
    await expect(trader.getByRole('heading', { name: names[1] ?? '', level: 1 })).toBeVisible()
    await trader.getByRole('link', { name: 'Compare with other bots' }).click()
    await expect(trader).toHaveURL(/bots=grid-\d+$/)
    await expect(rows).toHaveCount(1)
  })

  await test.step('the best two bots, and one that is not listed', async () => {
    await openPage(trader, 'Grid bots')
    await trader.keyboard.press('ControlOrMeta+k')
    await trader.getByRole('combobox', { name: 'Search or go to' }).fill('compare')
    await trader.keyboard.press('Enter')
    const rows = trader.getByRole('table', { name: FIGURES }).locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(
      trader.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Grid bots' }),
    ).toHaveAttribute('aria-current', 'page')
    for (const left of [1, 0]) {
      await trader
        .getByRole('button', { name: /^Remove / })
        .first()
        .click()
      await expect(rows).toHaveCount(left)
    }
    await expect(trader.getByText('Pick two bots to compare.')).toBeVisible()
    await trader.getByRole('link', { name: 'Back to Grid bots' }).click()
    await expect(trader.getByRole('heading', { name: 'Grid bots', level: 1 })).toBeVisible()

    await trader.goto(new URL('/compare?bots=grid-999999999', trader.url()).href)
    await expect(trader.getByRole('list', { name: 'Bots without a line' })).toHaveText(
      'Grid bot 999999999: The service lists no such bot.',
    )
    await expect(trader.getByText('Add another one to compare it with.')).toBeVisible()

    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'Compare these 6 bots' }).click()
    await expect(trader).toHaveURL(/bots=dca-[-0-9a-f]{36}_dca-/)
    await expect(trader.getByText('At most 6 bots are compared at once.')).toBeVisible()
  })
})
