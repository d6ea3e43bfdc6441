import { type ChildProcess, spawn } from 'node:child_process'

import { expect, test } from './fixtures.ts'
import { freePort, readyLine, START } from './paper-service.ts'

let relay: ChildProcess | undefined
test.afterEach(() => void relay?.kill('SIGKILL'))

test('a service that allows no page is driven through the relay', async ({ page, service }) => {
  const key = JSON.parse(await service.command('keys', 'add', '--type', 'hmac', '--json')) as {
    api_key: string
    secret_key: string
  }
  const port = String(await freePort())
  relay = spawn(process.execPath, [START, '--upstream', service.origin, '--port', port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const called: string[] = []
  page.on('request', (request) => called.push(new URL(request.url()).origin))

  const link = await readyLine(relay)
  await page.goto(link)
  const { origin } = new URL(link)
  await page.getByRole('textbox', { name: 'Name' }).fill('Through the relay')
  await page.getByLabel('Base URL').fill(origin)
  await page.getByLabel('API key').fill(key.api_key)
  await page.getByRole('textbox', { name: 'Secret' }).fill(key.secret_key)
  await page.getByRole('radio', { name: 'This tab only' }).click()
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('REAL', { exact: true }).first()).toBeVisible()
  expect(new Set(called)).toEqual(new Set([origin]))
})
