import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..')
const START = join(ROOT, 'src', 'paper', 'start.js')
const builtAt = () =>
  ['dist/inputs', 'dist/client/index.html', 'dist/paper/main.js'].map(
    (file) => statSync(join(ROOT, file)).mtimeMs,
  )

test('a second start needs no build', async () => {
  const before = builtAt()
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [START, '--help'])
  expect(stdout).toContain('--port')
  expect(stderr).toBe('')
  expect(builtAt()).toEqual(before)
})
