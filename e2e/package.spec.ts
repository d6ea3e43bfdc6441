import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { freePort, readyLine } from './paper-service.ts'

const ROOT = join(import.meta.dirname, '..')

/** What npm installs beside the package: SQLite, and what that one loads. */
const INSTALLED = ['@photostructure/sqlite', 'node-gyp-build']

test('the packed product starts in an empty folder with SQLite alone beside it', async ({
  page,
}) => {
  execFileSync(process.execPath, [join(ROOT, 'src/paper/build-package.js')])
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-package-'))
  try {
    const npm = (...words: string[]) =>
      execFileSync('npm', words, { cwd: join(ROOT, 'dist/package'), encoding: 'utf8' })
    const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', folder)) as [
      { filename: string },
    ]
    execFileSync('tar', ['-xzf', filename], { cwd: folder })
    const unpacked = join(folder, 'package')
    for (const name of INSTALLED) {
      const place = join(unpacked, 'node_modules', name)
      mkdirSync(join(place, '..'), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', name), place)
    }
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as object
    expect(manifest).toMatchObject({
      name: 'quarterdeck',
      license: 'Apache-2.0',
      bin: { quarterdeck: 'quarterdeck.js' },
      dependencies: { '@photostructure/sqlite': expect.stringMatching(/^\d/) },
    })

    const port = await freePort()
    const child = spawn(
      join(unpacked, 'quarterdeck.js'),
      ['--port', `${port}`, '--world', 'empty'],
      {
        cwd: folder,
        env: { ...process.env, QUARTERDECK_DATA: '', HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    try {
      const link = await readyLine(child)
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
      expect(readFileSync(join(folder, '.quarterdeck/service.json'), 'utf8')).toContain('origin')
    } finally {
      child.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
