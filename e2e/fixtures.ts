import { test as base, expect, type Page } from '@playwright/test'

import { openPaperService, type PaperService } from './paper-service.ts'

type Options = {
  /** Flags of this test's service, such as `--strict`. */
  flags: string[]
}

type Fixtures = {
  service: PaperService
  /** A page that is paired with the service and shows the portfolio. */
  trader: Page
}

/**
 * Every test has a service and a world of its own, so that tests run side by side and none has to
 * clean up. A page that breaks the content security policy or throws fails its test.
 */
export const test = base.extend<Options & Fixtures>({
  flags: [[], { option: true }],

  service: async ({ flags }, use) => {
    const service = await openPaperService(['--rate-limit', 'off', ...flags])
    await use(service)
    await service.remove()
  },

  page: async ({ page }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
    await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = Reflect.get(window, 'reportViolation') as (text: string) => void
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
      })
    })
    await use(page)
    expect(faults).toEqual([])
  },

  trader: async ({ page, service }, use) => {
    await page.goto(service.link)
    await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
    await use(page)
  },
})

export { expect }
