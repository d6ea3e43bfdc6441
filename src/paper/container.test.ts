import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { HELP } from './serve-flags.ts'

const ROOT = join(import.meta.dirname, '../..')
const image = readFileSync(join(ROOT, '.github/Dockerfile'), 'utf8')

it('is an image of flags and files that there are', () => {
  const flags = [...image.matchAll(/QUARTERDECK_(\w+)=/g)].map(
    ([, name = '']) => `--${name.toLowerCase().replaceAll('_', '-')}`,
  )
  expect(flags.filter((flag) => !HELP.includes(flag))).toEqual([])
  const copied = [...image.matchAll(/COPY --from=build \/app\/(\S+)/g)].map(
    ([, path]) => path ?? '',
  )
  const built = ['dist']
  expect(copied.filter((path) => !existsSync(join(ROOT, path)) && !built.includes(path))).toEqual(
    [],
  )
  expect(copied).toEqual(expect.arrayContaining(built))
})

it('takes neither packages, data nor builds of the machine that it is built on', () => {
  const left = readFileSync(join(ROOT, '.github/Dockerfile.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['node_modules', '.quarterdeck', 'dist', '.git']))
})
