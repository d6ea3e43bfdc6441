import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { HELP } from './serve-flags.ts'

const ROOT = join(import.meta.dirname, '../..')
const image = readFileSync(join(ROOT, '.github/Dockerfile'), 'utf8')

it('is an image of flags and files that there are', () => {
  for (const [, flag = ''] of image.matchAll(/QUARTERDECK_(\w+)=/g)) {
    expect(HELP).toContain(`--${flag.toLowerCase().replaceAll('_', '-')}`)
  }
  const copied = [...image.matchAll(/COPY --from=build \/app\/(\S+)/g)].map(([, path]) => path)
  expect(copied).toContain('dist')
  for (const path of copied) {
    if (path !== 'dist') expect(existsSync(join(ROOT, path ?? '')), path).toBe(true)
  }
})

it('takes neither packages, data nor builds of the machine that it is built on', () => {
  const left = readFileSync(join(ROOT, '.github/Dockerfile.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['node_modules', '.quarterdeck', 'dist', '.git']))
})
