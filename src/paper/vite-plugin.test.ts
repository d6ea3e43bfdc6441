import { join } from 'node:path'

import { expect, it } from 'vitest'

import { DEV_PROCESS } from './vite-plugin.ts'

it('npm run dev finds the service that it loads by its path', async () => {
  const root = join(import.meta.dirname, '..', '..')
  const module: unknown = await import(join(root, DEV_PROCESS))
  expect(module).toHaveProperty('openDevProcess')
})
