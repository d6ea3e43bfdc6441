import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from './fixtures.ts'
import { START } from './paper-service.ts'

const ROOT = join(import.meta.dirname, '..')
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
