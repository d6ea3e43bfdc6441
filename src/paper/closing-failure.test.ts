import { rmSync } from 'node:fs'

import { expect, it } from 'vitest'

import { openTestService } from '#testing/open-test-service.ts'

import { lockDirectory, openDataDirectory } from './store/sqlite/data-directory.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'

it('the data directory is free again even if the store could not be closed', async () => {
  let close = (): unknown => undefined
  const paper = await openTestService({
    openStore(...parts) {
      const store = openSqliteStore(...parts)
      close = () => store.close()
      return { ...store, close: () => Promise.reject(new Error('cannot be closed')) }
    },
  })
  await expect(paper.close({ keepData: true })).rejects.toThrow('cannot be closed')
  lockDirectory(openDataDirectory(paper.data)).release()
  await close()
  rmSync(paper.data, { recursive: true })
})
