import { join } from 'node:path'

import { aDayOf, alertingService, openReceiver } from '#testing/alerting-service.ts'

import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages.ts'

const SITE = join(import.meta.dirname, '..', 'dist', 'client')

test('an origin is allowed in Settings, trade events are subscribed to, a target reaches the receiver once, and the page shows it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const receiver = await openReceiver()
  const service = await alertingService(receiver, {
    market: aDayOf({ 3: { high: 115 }, 60: { high: 125 } }),
    startsAt: Date.now(),
    notifyTo: [],
    site: SITE,
  })
  const { paper, port } = service
  const messages = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)
  const arrived = (count: number) =>
    expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(count)
  try {
    await page.goto(`http://127.0.0.1:${port}/#pair=${await paper.process.pairingCode()}`)
    await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
    await page.goto(`http://127.0.0.1:${port}/settings`)
    const origins = page.getByRole('textbox', { name: 'Webhook origins' })
    await origins.fill('http://ntfy.sh')
    await origins.press('Enter')
    await expect(page.getByText('Enter an https origin such as https://ntfy.sh.')).toBeVisible()
    // Only the origin of a pasted address is sent and shown.
    await origins.fill(`${receiver.origin}/hook`)
    await origins.press('Enter')
    await expect(page.getByText(receiver.origin, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Remove ${receiver.origin}` })).toBeVisible()
    await page.goto(`http://127.0.0.1:${port}/alerts`)
    await page.getByRole('button', { name: 'New trade events' }).click()
    const sheet = page.getByRole('dialog', { name: 'Trade events' })
    for (const name of ['Entry filled', 'Trade closed']) await sheet.getByLabel(name).uncheck()
    await sheet.getByLabel('Webhook').selectOption({ label: 'Another address' })
    await sheet.getByLabel('Address').fill(`${receiver.origin}/hook`)
    await expectAccessible(page, 'the sheet of trade events')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet).toBeHidden()
    const row = page.getByRole('table', { name: 'Alerts' }).locator('tbody tr')
    await expect(row).toContainText('Target filled, Stop reached')
    await row.getByRole('button', { name: 'Test' }).click()
    await arrived(1)
    expect(messages()[0]).toMatch(/^Test of the alert: All trades and bots/)

    const { trader } = service
    const { json } = await trader.post('/api/v1/smart_trades', {
      ...trader.trade({ 'position.units.value': '1', 'position.order_type': 'market' }),
      take_profit: {
        enabled: true,
        steps: [{ order_type: 'limit', price: { value: 110, type: 'last' }, volume: 100 }],
      },
    })
    await service.pass(5)
    await arrived(2)
    const text = `SmartTrade ${(json as { id: number }).id} · BTC/USDT: target 1 of 1 filled, trade closed`
    expect(messages()[1]).toBe(text)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Log of alerts' })).toContainText(text)
    await expectAccessible(page, 'the log of trade events')

    await row.getByRole('button', { name: /^Change/ }).click()
    await expect(sheet.getByLabel('Entry filled')).not.toBeChecked()
    await expect(sheet.getByLabel('Target filled')).toBeChecked()
    await sheet.getByLabel('Include amounts, prices and profit').check()
    await sheet.getByRole('button', { name: 'Save alert' }).click()
    await expect(row).toContainText('with amounts')
  } finally {
    await paper.close()
    await receiver.close()
  }
})
