import { execFileSync } from 'node:child_process'

import { expect, test } from '@playwright/test'

import { README_PICTURES } from './gallery/readme-pictures.js'
import { commandsOfReadme, knownCommands } from './readme.js'

test('the README has exactly the commands that npm run prove -- readme knows', () => {
  expect(commandsOfReadme()).toEqual(knownCommands())
})

const TWO_WEEKS = 14 * 86_400

test('each picture of the README is at most two weeks older than the page that it shows', () => {
  const committedAt = (path: string) =>
    Number(execFileSync('git', ['log', '-1', '--format=%ct', '--', path], { encoding: 'utf8' }))
  for (const { file, code } of README_PICTURES) {
    expect(committedAt(code) - committedAt(`public/${file}`), file).toBeLessThan(TWO_WEEKS)
  }
})
