import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { pageFiles } from './page-files.ts'

let folder: string
let filesOf: (path: string) => string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  const list = join(folder, 'pages.json')
  writeFileSync(
    list,
    JSON.stringify({
      _connected: ['shell.js', 'first.js'],
      '_connected.portfolio': ['portfolio.js', 'first.js'],
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
  ['/portfolio', ['shell.js', 'first.js', 'portfolio.js']],
  ['/', ['shell.js', 'first.js', 'portfolio.js']],
  ['/grid-bots', ['shell.js', 'first.js', 'bots.js']],
  ['/grid-bots/7', ['shell.js', 'first.js', 'bot.js']],
  ['/grid-bots/new', ['shell.js', 'first.js', 'new.js']],
  ['/connect', ['connect.js']],
  ['/grid-bots/7/8', []],
  ['/nowhere', []],
])('names what %s consists of', (path, files) => {
  expect(filesOf(path)).toEqual(files)
})

it('names nothing where no build is', () => {
  expect(pageFiles(join(folder, 'missing.json'))('/portfolio')).toEqual([])
})
