import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from './fixtures.ts'
import { freePort, newKey, readyLine, START } from './paper-service.ts'

let relay: ChildProcess | undefined
test.afterEach(() => void relay?.kill('SIGKILL'))

test('a service that allows no page is used through the relay', async ({ page, service }) => {
  const key = await newKey(service)
  const port = String(await freePort())
  relay = spawn(process.execPath, [START, '--upstream', service.origin, '--port', port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const called: string[] = []
  page.on('request', (request) => called.push(new URL(request.url()).origin))

  const link = await readyLine(relay)
  await page.goto(link)
  const { origin } = new URL(link)
  await page.getByLabel('Base URL').fill(origin)
  await page.getByRole('radio', { name: 'Real money' }).check()
  await page.getByLabel('API key').fill(key.api_key)
  await page.getByRole('textbox', { name: 'Secret' }).fill(key.secret_key)
  await page.getByRole('radio', { name: 'This tab only' }).click()
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('PAPER', { exact: true }).first()).toBeVisible()
  expect(new Set(called)).toEqual(new Set([origin]))
})

test('a page that a service answers with does not run from the relay’s origin', async ({
  page,
}) => {
  const upstream = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html')
    answer.end('<!doctype html><title>Foreign</title><script>document.title = "Ran"</script>')
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  relay = spawn(
    process.execPath,
    [START, '--upstream', origin, '--port', String(await freePort())],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const link = await readyLine(relay)
  const answer = await page.goto(`${new URL(link).origin}/api/v1/time`)
  expect(answer?.status()).toBe(502)
  expect(answer?.headers()['content-type']).toBe('application/json; charset=utf-8')
  expect(await page.title()).toBe('')
  await expect(
    page.getByText(`${origin} answered 200 with something that is not JSON`),
  ).toBeVisible()
  upstream.close()
})
