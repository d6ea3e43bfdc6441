import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from './fixtures.ts'
import { START } from './paper-service.ts'

const ROOT = join(import.meta.dirname, '..')
const builtAt = () =>
  ['dist/inputs-production', 'dist/client/index.html', 'dist/paper/main.js'].map(
    (file) => statSync(join(ROOT, file)).mtimeMs,
  )

test('a second start needs no build', async () => {
  const before = builtAt()
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [START, '--help'])
  expect(stdout).toContain('--port')
  expect(stderr).toBe('')
  expect(builtAt()).toEqual(before)
})

const README = readFileSync(join(ROOT, 'src', 'signing', 'README.md'), 'utf8')

/** The shell commands under a heading, in order. */
function commandsUnder(heading: string): string[] {
  const section = README.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands)
}

test('the README’s curl and openssl commands list SmartTrades and create one', async ({
  service,
}) => {
  const [key, list, create] = commandsUnder('By hand')
  // Only where the service is and where its data lie differ from what is written.
  const here = (commands = '') =>
    commands
      .replace('http://127.0.0.1:4780', service.origin)
      .replace('paper -- keys add', `paper -- keys add --data ${service.data}`)
  const script = [here(key), 'echo', here(list), 'echo', here(create)].join('\n')

  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: ROOT,
    // Playwright asks for colours, which would colour the figures that Node prints, too.
    env: { ...process.env, FORCE_COLOR: '0' },
  })

  const [listed = '', created = ''] = stdout.trim().split('\n').filter(Boolean)
  expect((JSON.parse(listed) as unknown[]).length).toBe(5)
  expect(JSON.parse(created)).toMatchObject({
    pair: 'USDT_BTC',
    status: { type: 'created' },
    data: { type: 'simple_buy' },
  })
})
