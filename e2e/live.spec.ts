import { expect, test } from './fixtures.ts'
import { readGridBots, signedCalls } from './signed-calls.ts'
import { ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ ownProcess: true })

test('an open page is live: prices move, changes of others show, and polling takes over when the service stops', async ({
  trader,
  service,
}) => {
  test.setTimeout(120_000)
  const paths: string[] = []
  trader.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const countOf = (path: string) => paths.filter((one) => one === path).length
  const state = trader.locator('[data-age]')

  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  await expect(state).toHaveText('Live')
  const last = trader.getByText(/^BTC last/)
  const lists = countOf('/api/v1/market/pairs')
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await last.innerText()
    await expect.poll(() => last.innerText(), { timeout: 4_000 }).not.toBe(before)
  }
  expect(countOf('/api/v1/market/pairs')).toBe(lists)
  expect(await last.innerText()).not.toContain('ago')

  await trader.getByRole('link', { name: 'Grid bots', exact: true }).first().click()
  const calls = await signedCalls(service)
  const bot = (await readGridBots(calls)).find(({ is_enabled: isEnabled }) => isEnabled)
  const row = trader.getByRole('row').filter({ hasText: bot?.name ?? 'a running bot' })
  await expect(row).toContainText('Running')
  await calls.post(`/api/v1/bots/grid/${bot?.id}/stop`)
  await expect(row).not.toContainText('Running', { timeout: 4_000 })

  await service.kill()
  await expect(state).not.toHaveText('Live', { timeout: 15_000 })
  await expect(state).toContainText(/^Offline since \d\d:\d\d$/, { timeout: 30_000 })
  await service.start()
  await trader.getByRole('button', { name: 'Try now' }).click()
  await expect(state).toHaveText('Live', { timeout: 60_000 })
})
