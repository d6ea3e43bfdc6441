import { expect, it } from 'vitest'

import { sitePlugins } from './build-site.ts'

const PAGE = '<!doctype html><head><meta charset="utf-8" /></head>'

/** The `connect-src` of the policy that a site built with `connect` has in its page. */
function addressesOf(connect: string | undefined): string | undefined {
  const [{ transformIndexHtml } = {}] = sitePlugins(connect)
  const { handler } = transformIndexHtml as { handler: (html: string) => string }
  return /connect-src ([^;"]*)/.exec(handler(PAGE))?.[1]
}

it.each([
  [undefined, "'self' https://api.3commas.io"],
  ['https://api.example.com', "'self' https://api.3commas.io https://api.example.com"],
  ['any', "'self' https://api.3commas.io https:"],
])('a site built with QUARTERDECK_CONNECT=%s may call %s', (connect, addresses) => {
  expect(addressesOf(connect)).toBe(addresses)
})

it.each(['http://api.example.com', 'https://api.example.com/path', 'all'])(
  'a site is not built with QUARTERDECK_CONNECT=%s',
  (connect) => {
    expect(() => sitePlugins(connect)).toThrow('QUARTERDECK_CONNECT takes https origins or any')
  },
)
