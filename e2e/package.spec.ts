import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { freePort, readyLine } from './paper-service.ts'
import { makeCertificate } from './tls-proxy.ts'

const ROOT = join(import.meta.dirname, '..')

/** Stands in for Node's own SQLite on Node 20, with what it loads. */
const FOR_NODE_20 = ['@photostructure/sqlite', 'node-gyp-build']

test.use({ ignoreHTTPSErrors: true })

test('the unpacked package runs by the line of the systemd unit, ends TLS, and takes an order from a paired browser', async ({
  page,
}) => {
  execFileSync(process.execPath, [join(ROOT, 'src/paper/build-package.js')])
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-package-'))
  try {
    const packed = execFileSync(
      'npm',
      ['pack', './dist/package', '--json', '--pack-destination', folder],
      { cwd: ROOT, encoding: 'utf8' },
    )
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    execFileSync('tar', ['-xzf', filename], { cwd: folder })
    const unpacked = join(folder, 'package')
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as object
    expect(manifest).toMatchObject({
      name: 'quarterdeck',
      license: 'Apache-2.0',
      bin: { quarterdeck: 'quarterdeck.js' },
      optionalDependencies: { '@photostructure/sqlite': expect.stringMatching(/^\d/) },
    })
    expect(manifest).not.toHaveProperty('dependencies')
    if (process.versions.node.startsWith('20.')) linkPackages(unpacked)

    const certificate = makeCertificate(folder)
    const port = await freePort()
    const unit = unitFor(unpacked, join(folder, 'data'))
    const child = spawn(
      'sh',
      ['-c', `exec ${unit.line} --port ${port} --world empty ${certificate.flags}`],
      {
        cwd: folder,
        env: { ...process.env, ...unit.environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    try {
      await page.goto(await readyLine(child))
      await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
      await page.goto(`https://127.0.0.1:${port}/smart-trades/new`)
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await page.getByRole('button', { name: 'Review trade' }).click()
      await page.getByRole('button', { name: 'Place paper trade' }).click()
      await expect(page.getByRole('dialog').getByText(/^Placed at/)).toBeVisible()
      expect(log).toContain(`Listening on https://127.0.0.1:${port}`)
      const health = await page.request.get(`https://127.0.0.1:${port}/health`)
      expect(await health.json()).toMatchObject({ pair: expect.stringMatching(/^sudo .* pair$/) })
    } finally {
      child.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function linkPackages(unpacked: string): void {
  for (const name of FOR_NODE_20) {
    const place = join(unpacked, 'node_modules', name)
    mkdirSync(join(place, '..'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), place)
  }
}

/** Start line and environment of the unit, with its paths replaced. */
function unitFor(unpacked: string, data: string) {
  const unit = readFileSync(join(ROOT, '.github/quarterdeck.service'), 'utf8')
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/opt/quarterdeck', unpacked)
    .replaceAll('/var/lib/quarterdeck', data)
  const line = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? ''
  const pairs = Array.from(
    unit.matchAll(/^Environment="?(\w+)=(.*?)"?$/gm),
    ([, name = '', value = '']) => [name, value] as const,
  )
  return { line, environment: Object.fromEntries(pairs) }
}
