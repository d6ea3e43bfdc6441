import { defineConfig } from '@playwright/test'

import journeys from '../playwright.config.ts'

/** The pictures of `npm run gallery`; `npm test` does not run them. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../../test-results/gallery-traces',
  globalSetup: './fixed-service.ts',
  retries: 0,
  timeout: 120_000,
  reporter: 'line',
  use: { ...journeys.use, trace: 'off', timezoneId: 'UTC', locale: 'en-GB' },
})
