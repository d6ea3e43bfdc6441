import { defineConfig } from '@playwright/test'

import { browserArguments, findBrowser } from './browser.js'

const browser = findBrowser()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  globalSetup: './prepare-world.ts',
  // The built service runs as it is: transforming its one file takes seconds in each worker.
  build: { external: ['**/dist/paper/main.js'] },
  fullyParallel: true,
  workers: 2,
  // A second try keeps a trace of what the first met; `run.js` says how many needed one.
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    // Its answers pass by the routes of a test; service-worker.spec.ts allows it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions: {
      args: browserArguments(),
      ...(browser === undefined ? {} : { executablePath: browser }),
    },
  },
})
