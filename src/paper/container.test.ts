import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { help } from './serve-flags.ts'

const ROOT = join(import.meta.dirname, '../..')
const image = readFileSync(join(ROOT, '.github/Dockerfile'), 'utf8')

it('the image uses only flags and files that exist', () => {
  const flags = [...image.matchAll(/QUARTERDECK_(\w+)=/g)].map(
    ([, name = '']) => `--${name.toLowerCase().replaceAll('_', '-')}`,
  )
  expect(flags.filter((flag) => !help().includes(flag))).toEqual([])
  expect(image).toContain('RUN npm run build:package')
  expect(image).toContain('COPY --from=build /app/dist/package ')
})

it('the image’s health check uses the given port', async () => {
  const line = image.split('\n').find((each) => each.startsWith('HEALTHCHECK')) ?? ''
  const [, , script = ''] = JSON.parse(line.slice(line.indexOf('CMD ') + 4)) as string[]
  const server = createServer((_, response) => response.end('{"status":"ok"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const run = promisify(execFile)(process.execPath, ['-e', script], {
    env: { QUARTERDECK_PORT: String(port) },
  })
  await expect(run).resolves.toBeDefined()
  server.close()
})

it('the image takes no packages, data or builds from the machine that builds it', () => {
  const left = readFileSync(join(ROOT, '.github/Dockerfile.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['node_modules', '.quarterdeck', 'dist', '.git']))
})
