import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { pageFiles } from './site.ts'

let folder: string
let filesOf: (path: string) => string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  const list = join(folder, 'pages.json')
  writeFileSync(
    list,
    JSON.stringify({
      '_connected.history': ['history.js', 'first.js'],
      '_connected.grid-bots.index': ['bots.js'],
      '_connected.grid-bots.$botId': ['bot.js'],
      '_connected.grid-bots.new': ['new.js'],
      connect: ['connect.js'],
    }),
  )
  filesOf = pageFiles(list)
})
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['/history', ['history.js', 'first.js']],
  ['/portfolio', []],
  ['/', []],
  ['/grid-bots', ['bots.js']],
  ['/grid-bots/7', ['bot.js']],
  ['/grid-bots/new', ['new.js']],
  ['/connect', ['connect.js']],
  ['/grid-bots/7/8', []],
  ['/nowhere', []],
])('names what %s consists of', (path, files) => {
  expect(filesOf(path)).toEqual(files)
})

it('names nothing where no build is', () => {
  expect(pageFiles(join(folder, 'missing.json'))('/history')).toEqual([])
})
