import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { aBrowser } from '#testing/a-browser.ts'

import { FIRST_RESPONSE_TIMEOUT, createExtensions } from './extensions.ts'
import { serviceTime } from './service.tsx'

/** A tab of a browser whose service answers `GET /time` by hand. */
function openTab(browser = aBrowser()) {
  const { extensions: kept } = browser.openTab().traffic.of('main')
  const timers: { run: () => void; milliseconds: number }[] = []
  const queryClient = new QueryClient()
  const extensions = createExtensions({
    kept,
    queryClient,
    later: (run, milliseconds) => timers.push({ run, milliseconds }),
  })
  const ask = (queryFn: () => Promise<unknown>) =>
    queryClient.fetchQuery({ ...serviceTime(), staleTime: 0, queryFn: queryFn as never })
  const tellTime = (names?: string[]) => ask(async () => ({ server_time: 1, extensions: names }))
  const failTime = () => ask(() => Promise.reject(new Error('500'))).catch(() => undefined)
  return { extensions, ask, tellTime, failTime, timers }
}

it('extensions are unknown before the first response', () => {
  const { extensions } = openTab()
  expect(extensions.offers('listGridBots')).toBe(undefined)
  expect(extensions.names('listGridBots')).toBe(undefined)
})

it('the service offers exactly the extensions that it reports', async () => {
  const { extensions, tellTime } = openTab()
  await tellTime(['listGridBots'])
  expect(extensions.offers('listGridBots')).toBe(true)
  expect(extensions.offers('getMode')).toBe(false)
  await tellTime()
  expect(extensions.offers('listGridBots')).toBe(false)
})

it('the last reported extensions count while /time fails, also in a new tab', async () => {
  const browser = aBrowser()
  await openTab(browser).tellTime(['listGridBots'])
  const { extensions, failTime } = openTab(browser)
  expect(extensions.offers('listGridBots')).toBe(true)
  await failTime()
  expect(extensions.offers('listGridBots')).toBe(true)
  expect(extensions.offers('getMode')).toBe(false)
})

it('if /time never worked, nothing is offered but the reported extensions stay unknown', async () => {
  const { extensions, failTime } = openTab()
  await failTime()
  expect(extensions.offers('listGridBots')).toBe(false)
  expect(extensions.names('listGridBots')).toBe(undefined)
})

it('after five seconds without a first response nothing is offered', () => {
  const { extensions, ask, timers } = openTab()
  const offered: unknown[] = []
  extensions.subscribe(() => offered.push(extensions.offers('listGridBots')))
  void ask(() => new Promise(() => undefined))
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([FIRST_RESPONSE_TIMEOUT])
  timers[0]?.run()
  expect(offered).toEqual([false])
})

it('removing a connection deletes its stored extensions', async () => {
  const browser = aBrowser()
  const home = browser.openTab()
  home.traffic.of('main').extensions.set(['listGridBots'])
  home.traffic.forget('main')
  expect(browser.openTab().traffic.of('main').extensions.get()).toBe(undefined)
})
