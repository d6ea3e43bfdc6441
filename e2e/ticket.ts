import type { Locator, Page, Request } from '@playwright/test'

import { expect } from './fixtures.ts'
import { showsNoPage } from './stored-connection.ts'

/** The spot account on Harbour in the untidy world. */
export const UNTIDY_SPOT = 'Langfristige Rücklagen 🌊🚀 bei Harbour №1'
/** An account of both prepared worlds. */
export const ACCOUNT = new RegExp(`^(Harbour spot|${UNTIDY_SPOT})$`)
export const MARGIN_ACCOUNT = /^(Meridian margin|=1\+1)$/
export const PAIR = 'USDT_BTC'

export const isOrder = (request: Request): boolean =>
  request.method() === 'POST' && request.url().endsWith('/api/v1/smart_trades')

export async function chooseAccount(page: Page, name: RegExp, label = 'Account'): Promise<void> {
  const accounts = page.getByLabel(label, { exact: true })
  await accounts.selectOption(await accounts.getByRole('option', { name }).getAttribute('value'))
}

/** The ticket as a trader uses it: by the names that stand on it. */
export class Ticket {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    if (showsNoPage(this.page)) {
      await this.page.goto(new URL('/smart-trades/new', this.page.url()).href)
    } else if (!this.page.url().endsWith('/smart-trades/new')) {
      await this.page.getByRole('link', { name: 'SmartTrades', exact: true }).first().click()
      await this.page.getByRole('link', { name: 'New SmartTrade' }).first().click()
    }
    await expect(this.page.getByRole('heading', { name: 'New SmartTrade', level: 1 })).toBeVisible()
  }

  field = (name: string): Locator => this.page.getByRole('textbox', { name, exact: true })
  choose = (name: string): Promise<void> =>
    this.page.getByRole('radio', { name, exact: true }).check({ force: true })
  switchOn = (name: string): Promise<void> =>
    this.page.getByRole('switch', { name: new RegExp(`^${name}`) }).check()
  switchOff = (name: string): Promise<void> =>
    this.page.getByRole('switch', { name: new RegExp(`^${name}`) }).uncheck()

  async market(account: RegExp, pair: string): Promise<void> {
    await chooseAccount(this.page, account)
    const pairs = this.page.getByLabel('Pair', { exact: true }).and(this.page.locator('select'))
    await pairs.selectOption(pair)
    await expect(this.page.getByText(/ last /).first()).toBeVisible()
  }

  /** Last price in the head of the ticket, as a number for distances only. */
  async lastPrice(): Promise<number> {
    await this.page.getByRole('button', { name: 'Last', exact: true }).click()
    return Number(await this.field('Price').inputValue())
  }

  async type(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.field(name).fill(value)
  }

  /** Fills in what a limit buy below the market wants, with one target and a stop; gives its price. */
  async fillIn(): Promise<number> {
    const last = Math.floor((await this.lastPrice()) * 0.98)
    await this.type({
      Price: String(last),
      Units: '0.001',
      'Target 1 price': String(Math.floor(last * 1.05)),
      'Stop price': String(Math.floor(last * 0.95)),
    })
    return last
  }

  /** A ticket that lacks nothing. */
  async aLimitBuy(): Promise<number> {
    await this.open()
    await this.market(ACCOUNT, PAIR)
    return this.fillIn()
  }

  review = (): Promise<void> => this.page.getByRole('button', { name: 'Review trade' }).click()
  sheet = (): Locator => this.page.getByRole('dialog')
  place = (): Promise<void> =>
    this.sheet().getByRole('button', { name: 'Place paper trade' }).click()

  /** Places the order. A price that has moved since the review is looked at once more, as a trader would. */
  async placed(): Promise<void> {
    await this.place()
    const placed = this.sheet().getByText(/^Placed at/)
    const moved = this.sheet().getByRole('button', { name: 'Review again' })
    await expect(placed.or(moved)).toBeVisible()
    if (await moved.isVisible()) {
      await moved.click()
      await this.place()
    }
    await expect(placed).toBeVisible()
  }

  /** The body that stands in the review, as the service will read it. */
  async reviewedBody(): Promise<Record<string, unknown>> {
    const text = await this.sheet().getByLabel('Request', { exact: true }).textContent()
    return JSON.parse(text ?? '') as Record<string, unknown>
  }
}
