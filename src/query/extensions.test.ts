import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { aBrowser } from '#testing/a-browser.ts'

import { ANSWERED_WITHIN, createExtensions } from './extensions.ts'
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

it('knows nothing before the first answer', () => {
  const { extensions } = openTab()
  expect(extensions.offers('listGridBots')).toBe(undefined)
  expect(extensions.names('listGridBots')).toBe(undefined)
})

it('knows what the service names, and that it offers nothing else', async () => {
  const { extensions, tellTime } = openTab()
  await tellTime(['listGridBots'])
  expect(extensions.offers('listGridBots')).toBe(true)
  expect(extensions.offers('getMode')).toBe(false)
  await tellTime()
  expect(extensions.offers('listGridBots')).toBe(false)
})

it('offers what was named last while the time cannot be read, also in a new tab', async () => {
  const browser = aBrowser()
  await openTab(browser).tellTime(['listGridBots'])
  const { extensions, failTime } = openTab(browser)
  expect(extensions.offers('listGridBots')).toBe(true)
  await failTime()
  expect(extensions.offers('listGridBots')).toBe(true)
  expect(extensions.offers('getMode')).toBe(false)
})

it('offers nothing where the time could never be read, without claiming that the service said so', async () => {
  const { extensions, failTime } = openTab()
  await failTime()
  expect(extensions.offers('listGridBots')).toBe(false)
  expect(extensions.names('listGridBots')).toBe(undefined)
})

it('waits five seconds for a first answer that does not come', () => {
  const { extensions, ask, timers } = openTab()
  const heard: unknown[] = []
  extensions.subscribe(() => heard.push(extensions.offers('listGridBots')))
  void ask(() => new Promise(() => undefined))
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([ANSWERED_WITHIN])
  timers[0]?.run()
  expect(heard).toEqual([false])
})

it('forgets them with the connection', async () => {
  const browser = aBrowser()
  const home = browser.openTab()
  home.traffic.of('main').extensions.set(['listGridBots'])
  home.traffic.forget('main')
  expect(browser.openTab().traffic.of('main').extensions.get()).toBe(undefined)
})
