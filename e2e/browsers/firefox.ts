import { existsSync } from 'node:fs'

import { launch } from 'puppeteer-core'

import type { Launcher } from './driver.ts'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

const place = () => [process.env['FIREFOX'], ...PLACES].find((one) => one && existsSync(one))

/** Firefox, over WebDriver BiDi. */
export const firefox: Launcher = {
  name: 'Firefox',
  missing: () =>
    place()
      ? undefined
      : 'Firefox is not installed: apt-get install firefox-esr, or name one in $FIREFOX.',
  async launch() {
    const browser = await launch({
      browser: 'firefox',
      executablePath: place() ?? '',
      headless: true,
      acceptInsecureCerts: true,
      extraPrefsFirefox: { 'ui.systemUsesDarkTheme': 1 },
    })
    const page = await browser.newPage()
    return {
      browser: `Firefox ${(await browser.version()).split('/')[1]}`,
      open: async (address) => void (await page.goto(address)),
      resize: (width, height) => page.setViewport({ width, height }),
      evaluate: (expression) => page.evaluate(expression),
      press: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      picture: async () => Buffer.from(await page.screenshot()),
      close: () => browser.close(),
    }
  },
}
