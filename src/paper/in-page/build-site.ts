import { gzipSync } from 'node:zlib'

import type { Plugin } from 'vite'

import type { Instant } from '#contract/primitives.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import { textOr } from '#money/format.ts'

import { contentPolicy, PAGE_HEADERS, policyText, scriptSources } from '../http/page-policy.ts'
import { USUAL } from '../running-paper.ts'
import { demoWorldFile } from './world-file.ts'

const ANY = 'any'
const CHARSET = '<meta charset="utf-8" />'

/**
 * Adds to a site: policy in the page, headers file, first visit's world. `connect`: origins that it
 * may call besides the dialects', or `any`.
 */
export const sitePlugins = (connect: string | undefined): Plugin[] => [
  sitePage(originsOf(connect)),
  worldSnapshot(),
]

function originsOf(connect = ''): string[] {
  const fixed = Object.values(DIALECT_PROFILES).flatMap(({ baseUrl }) =>
    baseUrl === undefined ? [] : [new URL(baseUrl).origin],
  )
  const words = connect.split(',').flatMap((word) => textOr(word.trim(), []))
  const own = words.map((word) => {
    if (word === ANY) return 'https:'
    const url = URL.canParse(word) ? new URL(word) : undefined
    if (url?.protocol === 'https:' && url.pathname === '/') return url.origin
    throw new Error(`QUARTERDECK_CONNECT takes https origins or any, not ${JSON.stringify(word)}`)
  })
  return [...new Set([...fixed, ...own])]
}

function sitePage(connectTo: readonly string[]): Plugin {
  const policyOf = (html: string) => contentPolicy({ scripts: scriptSources(html), connectTo })
  return {
    name: 'quarterdeck-site',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(CHARSET)) throw new Error(`index.html has no ${CHARSET}`)
        // Works in a header only.
        const { 'frame-ancestors': _framed, ...policy } = policyOf(html)
        const own = [
          CHARSET,
          `<meta http-equiv="Content-Security-Policy" content="${policyText(policy)}" />`,
          '<meta name="referrer" content="no-referrer" />',
        ]
        return html.replace(CHARSET, () => own.join('\n    '))
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html')
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source })
        emit('_headers', headersFile(policyText(policyOf(String(page.source)))))
        emit('404.html', NOT_FOUND)
      },
    },
  }
}

/** The form of Cloudflare Pages, Netlify and others; README lists the headers for other hosts. */
const headersFile = (policy: string): string =>
  [
    '/*',
    ...Object.entries({
      'Content-Security-Policy': policy,
      ...PAGE_HEADERS,
      'Strict-Transport-Security': 'max-age=31536000',
      'Cache-Control': 'no-cache',
    }).map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    '  ! Cache-Control',
    '  Cache-Control: public, max-age=31536000, immutable',
    '',
  ].join('\n')

/** Otherwise some hosts answer an unknown path with the page, even for a script. */
const NOT_FOUND = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Not found</title>
  </head>
  <body>
    <h1>Nothing is at this address.</h1>
    <p>The pages of Quarterdeck follow a #, such as …/#/portfolio.</p>
  </body>
</html>
`

const DAY = 86_400_000

/** File of the first visit's world, beside the page. */
export const SNAPSHOT = 'world.json.gz'

/** Builds the world of the last midnight (UTC, or `SOURCE_DATE_EPOCH`): the same all day. */
export function worldSnapshot(): Plugin {
  return {
    name: 'quarterdeck-world-snapshot',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: SNAPSHOT, source: snapshotOf(builtAt()) })
    },
  }
}

function builtAt(): Instant {
  const epoch = process.env['SOURCE_DATE_EPOCH']
  const at = epoch === undefined ? Date.now() : Number(epoch) * 1_000
  return Math.floor(at / DAY) * DAY
}

export const snapshotOf = (madeAt: Instant, seed: number = USUAL.seed): Uint8Array =>
  gzipSync(JSON.stringify(demoWorldFile(madeAt, seed)), { level: 9 })
