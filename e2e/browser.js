import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

import { chromium } from '@playwright/test'

// The shell first: a whole browser sets up its own toolbars for every test, a second of CPU each time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const isRoot = () => userInfo().uid === 0

/** The browser the tests drive: $CHROMIUM, Playwright's own, or an installed one. */
export function findBrowser() {
  const places = [process.env.CHROMIUM, chromium.executablePath(), ...PLACES]
  return places.find((place) => place && existsSync(place))
}

/** Names of Debian's packages; not every release has the shell as a package. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** Finds a browser, or installs Debian's; throws a sentence that says what to do when it cannot. */
export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    const apt = (...words) =>
      execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    for (const name of PACKAGES) {
      try {
        apt('install', '-y', '--no-install-recommends', name)
        break
      } catch {
        console.error(`No ${name} from apt-get.`)
      }
    }
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'No Chrome or Chromium was found: install one, run "npx playwright install chromium", or name one in $CHROMIUM.',
  )
}

/** Chromium's sandbox cannot be used by root; the rest keeps it from calling home. */
export const browserArguments = () => [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Its painting needs no process of its own without a graphics card.
  '--in-process-gpu',
]
