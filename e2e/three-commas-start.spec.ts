import type { Page } from '@playwright/test'

import { expect, test } from './three-commas.ts'

/** The code that a connection to 3Commas needs beside that of the pages. */
const CODE = /\/three-commas-[\w-]+\.js$/

test.use({ serviceWorkers: 'block', firstPage: null })

const openPortfolio = (page: Page) => page.goto(new URL('/portfolio', page.url()).href)

test('a page of 3Commas waits for the code of the dialect, loads it again if that failed, and sends mode and headers', async ({
  account,
  threeCommas,
}) => {
  await test.step('no request before the code of the dialect', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await account.route(CODE, async (route) => {
      await held
      await route.continue()
    })
    const coming = account.waitForRequest(CODE)
    await openPortfolio(account)
    await coming
    // Drawn without it: nothing is connected yet, and nobody is sent to the page that connects.
    await expect(account).toHaveURL(/\/portfolio/)
    expect(threeCommas.requests).toEqual([])

    release()
    await expect(account.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
    await expect(account.getByRole('table', { name: 'Balances' })).toBeVisible()
    const lines = threeCommas.requests.map(({ path }) => path)
    expect(lines.filter((path) => !/^\/(ver1|v2)\//.test(path))).toEqual([])
  })

  await test.step('code that does not come', async () => {
    await account.unroute(CODE)
    await account.route(CODE, (route) => route.abort())
    await openPortfolio(account)
    await expect(account.getByText('A part of this page could not be fetched.')).toBeVisible()
    await expect(account).toHaveURL(/\/portfolio/)

    await account.unroute(CODE)
    await account.getByRole('button', { name: 'Try again' }).click()
    await expect(account.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  })

  await test.step('mode and headers of every request', async () => {
    await openPortfolio(account)
    await account.waitForLoadState('networkidle')
    // Nothing that is signed has a time: a clock that is wrong matters to no request.
    threeCommas.settings.clockAhead = 3_600
    await account.reload()
    await account.waitForLoadState('networkidle')
    const own = ['apikey', 'signature', 'forced-mode', 'content-type']
    const ofBrowser =
      /^(accept(-.*)?|connection|content-length|host|origin|pragma|cache-control|if-none-match|referer|sec-.*|user-agent)$/
    for (const { headers, path, status = 0 } of threeCommas.requests) {
      expect(status, path).toBeLessThan(400)
      const others = Object.keys(headers).filter((name) => !ofBrowser.test(name))
      expect(others.filter((name) => !own.includes(name))).toEqual([])
      if (path !== '/ver1/time') expect(headers['forced-mode'], path).toBe('real')
    }
    expect(threeCommas.requests.length).toBeGreaterThan(0)
  })

  await test.step('a time that cannot be read', async () => {
    threeCommas.fault({ kind: '401', path: '/ver1/time', times: 100 })
    await account.goto(new URL('/grid-bots', account.url()).href)
    await expect(account.getByRole('link', { name: 'ETH range' })).toBeVisible()
  })
})
