import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'

/** A module and what it imports as one script that leaves a global behind. */
export async function bundled(entry: string, name: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, name, formats: ['iife'] } },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = output[0]?.output ?? []
  if (!chunk) throw new Error('The build gave no script')
  return chunk.code
}

const SENDER = join(import.meta.dirname, '..', 'src', 'testing', 'browser-command-sender.ts')
let script: Promise<string> | undefined

/**
 * The product's own sender in the page that is at `origin`, with the settings of
 * `src/testing/browser-command-sender.ts`. Evaluated through the debugger, since the page's policy
 * runs no script from elsewhere.
 */
export async function openBrowserSender(page: Page, origin: string, settings: object) {
  script ??= bundled(SENDER, 'proof')
  await page.goto(origin)
  await page.evaluate(
    `${await script}; proof.openCommandSender(${JSON.stringify(settings)}).then((sender) => (globalThis.sender = sender, 0))`,
  )
}

/** Calls a method of the page's sender, such as `count('a note')`. */
export const callSender = (page: Page, call: string): Promise<unknown> =>
  page.evaluate(`sender.${call}`)
