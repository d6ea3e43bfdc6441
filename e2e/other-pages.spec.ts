import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from './fixtures.ts'
import { openPage, openStop } from './pages.ts'

test.use({ flags: ['--rate-limit', '600'], firstPage: null })

test('requests of another page on this machine do not keep a bot from being stopped', async ({
  trader,
  service,
}) => {
  await openPage(trader, 'Grid bots')
  const sheet = await openStop(trader)

  const html = '<!doctype html><title>Another page</title>'
  const server = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const other = await trader.context().newPage()
  // The service answers, and the browser keeps the answer from the page.
  const seen: string[] = []
  other.on('requestfailed', (request) => {
    if (request.url().startsWith(service.origin)) seen.push(request.failure()?.errorText ?? '')
  })
  await other.goto(`http://127.0.0.1:${port}/`)
  await other.evaluate(async (origin) => {
    for (let count = 0; count < 11; count += 1) {
      await fetch(`${origin}/api/v1/smart_trades`, { mode: 'no-cors' }).catch(() => undefined)
    }
  }, service.origin)
  await expect.poll(() => seen).toHaveLength(11)
  expect(new Set(seen)).toEqual(new Set(['net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin']))

  const answered = trader.waitForResponse((response) => {
    return response.request().method() === 'POST' && response.url().endsWith('/stop')
  })
  await sheet.getByRole('button', { name: /^Stop bot, cancel \d+ orders$/ }).click()
  expect((await answered).status()).toBe(201)
  await expect(trader.getByRole('dialog', { name: /^Stopped / })).toBeVisible()
  await other.close()
  server.close()
})
