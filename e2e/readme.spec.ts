import { expect, test } from '@playwright/test'

import { commandsOfReadme, knownCommands } from './readme.js'

test('the README has exactly the commands that npm run prove -- readme knows', () => {
  expect(commandsOfReadme()).toEqual(knownCommands())
})
