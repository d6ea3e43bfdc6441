import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages.ts'
import { ACCOUNT, chooseAccount } from './ticket.ts'

test.use({ world: 'untidy', firstPage: '/dca-bots/new' })

test('a signal of a charting platform appears on its bot, and counts once', async ({
  trader,
  service,
}) => {
  await chooseAccount(trader, ACCOUNT)
  await trader.getByLabel('Pair').selectOption('ETH/USDT')
  await trader.getByRole('button', { name: 'Fill in an example' }).click()
  await trader.getByLabel('Start condition').selectOption({ label: 'Charting signal' })
  await trader.getByRole('button', { name: 'Review DCA bot' }).click()
  await trader.getByRole('button', { name: 'Start DCA bot' }).click()
  const messages = trader.getByRole('dialog', { name: 'DCA bot started' })
  const closing = messages.getByLabel('Message that closes all deals', { exact: true })
  const message = (await closing.textContent()) ?? ''
  await trader.getByRole('link', { name: 'See the bot' }).click()

  await expect(trader.getByRole('heading', { name: 'Signals' })).toBeVisible()
  await expect(trader.getByText('No signal received yet.')).toBeVisible()
  const address = trader.getByLabel('Webhook address', { exact: true })
  await expect(address).toHaveText(`${service.origin}/api/v1/webhooks/charting`)
  const text = trader.getByLabel('Message that closes all deals', { exact: true })
  const { secret } = JSON.parse(message) as { secret: string }
  expect((await text.textContent())?.replace('SECRET', secret)).toBe(message)

  const { server_time_ms: time } = (await (
    await trader.request.get(`${service.origin}/api/v1/time`)
  ).json()) as { server_time_ms: number }
  const data = message.replace('{{timenow}}', new Date(time).toISOString())
  for (const isRepeated of [false, true]) {
    const answer = await trader.request.post((await address.textContent()) ?? '', {
      headers: { 'Content-Type': 'text/plain' },
      data,
    })
    expect(await answer.json()).toEqual({ taken: true, ...(isRepeated && { duplicate: true }) })
  }
  const received = trader.getByRole('list', { name: 'Last 10 signals' }).getByRole('listitem')
  await expect(received).toHaveCount(2, { timeout: 30_000 })
  await expect(received.first()).toContainText('Same alert received again: close. Ignored.')
  await expect(received.last()).toContainText('Alert received: close')
  await expectAccessible(trader, 'a bot with signals')
})
