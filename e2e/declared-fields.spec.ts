import type { Page } from '@playwright/test'

import { dcaBotForm } from '#features/dca-bots/new-bot/fields.ts'
import { gridBotForm } from '#features/grid-bots/new-bot/fields.ts'
import { ticketForm } from '#features/smart-trades/ticket/fields.ts'

import { expect, test } from './fixtures.ts'
import { openNewGridBot, openPage } from './pages.ts'
import { ACCOUNT, MARGIN_ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

/** Stored values of a form in this tab, by storage key. */
const keptOf = (page: Page, form: string): Promise<unknown> =>
  page.evaluate((name) => {
    const key = Object.keys(sessionStorage).find((each) => each.includes(`.${name}.`))
    return JSON.parse((key && sessionStorage.getItem(key)) || 'null') as unknown
  }, form)

type Form<Values> = {
  heal: (found: unknown) => Values | undefined
  present: (values: Values, context: never) => string[]
}

/** Every field that is declared for what is chosen now can be found on the page. */
async function showsAll<Values>(page: Page, kept: string, form: Form<Values>, context: object) {
  await expect
    .poll(async () => {
      const values = form.heal(await keptOf(page, kept))
      if (values === undefined) return 'nothing kept'
      const named = await page
        .locator('main [name]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
      const missing = form.present(values, context as never).filter((at) => !named.includes(at))
      return missing.join(', ')
    })
    .toBe('')
}

test('every field that is declared for a form is shown, whatever is chosen', async ({ trader }) => {
  await test.step('the ticket', async () => {
    const ticket = new Ticket(trader)
    const shows = (leverageAllowed: boolean) =>
      showsAll(trader, 'smart-trade', ticketForm, { leverageAllowed })
    await ticket.open()
    await ticket.market(ACCOUNT, PAIR)
    await shows(false)
    await ticket.market(MARGIN_ACCOUNT, PAIR)
    await ticket.switchOn('Leverage')
    await ticket.choose('Conditional')
    await trader.getByRole('group', { name: 'Then enter by' }).getByText('Limit').click()
    await ticket.switchOn('Trail before entering')
    await trader.getByLabel('Order type').selectOption('own')
    await trader.getByRole('button', { name: 'Add a target' }).click()
    await ticket.switchOn('Trail the last target')
    await trader.getByRole('group', { name: 'Close by' }).getByText('Limit').click()
    await ticket.switchOn('Trail the price')
    await ticket.switchOn('Wait before closing')
    await shows(true)
    await ticket.field('Total').fill('100')
    await ticket.choose('Smart Sell')
    await shows(true)
    await ticket.choose('Simple Buy')
    await shows(true)
  })

  await test.step('new bots', async () => {
    await openNewGridBot(trader)
    await trader.getByText('Advanced settings').click()
    await trader.getByLabel('Stop loss below (optional)').fill('1')
    await trader.getByLabel('Stop loss above (optional)').fill('2')
    await showsAll(trader, 'grid-bot', gridBotForm, {})

    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'New DCA bot' }).click()
    await trader.getByText('Advanced settings').click()
    await trader.getByRole('switch', { name: 'Trailing take profit' }).check()
    await trader.getByRole('switch', { name: 'Stop loss' }).check()
    await showsAll(trader, 'dca-bot', dcaBotForm, {})
  })
})
