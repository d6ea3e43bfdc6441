import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

import { contentPolicy, PAGE_HEADERS, policyText, scriptSources } from './page-policy.ts'

const FILE = /\.[a-z0-9]+$/i
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The built dashboard: hashed files are cached for ever, the page is revalidated. */
export function siteAt(
  root: string,
  connectTo: readonly string[],
  { isPublic = false }: { isPublic?: boolean | undefined } = {},
): Hono {
  const filesOf = pageFiles(join(root, 'pages.json'))
  const site = new Hono()
  site.use(headers(connectTo, scriptsOf(join(root, 'index.html')), isPublic))
  site.get(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: keepFor(IMMUTABLE) }),
    // Never the page: a tab older than the build would run it as a script.
    (context) => context.text('Not found', 404),
  )
  site.use(async (context, next) => {
    const files = filesOf(context.req.path)
    if (files.length > 0) context.header('Link', files.map(preload).join(', '))
    await next()
  })
  site.get('/currencies/:file', (context) => {
    const picture = currencyPicture(context.req.param('file'))
    if (picture === undefined) return context.text('Not found', 404)
    return context.body(picture, 200, {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    })
  })
  site.get('*', serveStatic({ root, precompressed: true, onFound: keepFor('no-cache') }))
  // Pages have no extension, so this is a missing file.
  site.get('*', async (context, next) => {
    if (FILE.test(context.req.path)) return context.text('Not found', 404)
    return next()
  })
  site.get(
    '*',
    serveStatic({
      path: join(root, 'index.html'),
      precompressed: true,
      onFound: keepFor('no-cache'),
    }),
  )
  return site
}

const preload = (file: string) => `</${file}>; rel=modulepreload`

const keepFor = (cacheControl: string) => (_path: string, context: Context) => {
  context.header('Cache-Control', cacheControl)
}

function scriptsOf(page: string): () => readonly string[] {
  let known = { changedAt: 0, sources: ["'self'"] }
  return () => {
    const changedAt = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changedAt !== known.changedAt) {
      known = { changedAt, sources: scriptSources(readFileSync(page, 'utf8')) }
    }
    return known.sources
  }
}

const headers =
  (
    connectTo: readonly string[],
    scripts: () => readonly string[],
    isPublic: boolean,
  ): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const policy = contentPolicy({ scripts: scripts(), connectTo })
    context.header('Content-Security-Policy', policyText(policy))
    for (const [name, value] of Object.entries(PAGE_HEADERS)) context.header(name, value)
    // Plain http on this machine cannot be upgraded.
    if (isPublic) context.header('Strict-Transport-Security', 'max-age=31536000')
  }

/** Route name of the layout; not part of an address. */
const LAYOUT = '_connected'

const written = z.record(z.string(), z.array(z.string()))

/** The code files of a page by path, from the build's list; preloading them saves a round trip. */
export function pageFiles(list: string): (path: string) => string[] {
  if (!existsSync(list)) return () => []
  const files = written.parse(JSON.parse(readFileSync(list, 'utf8')))
  const pages = Object.entries(files)
    .map(([route, own]) => ({
      path: patternOf(route),
      isOpen: route.includes('$'),
      files: own,
    }))
    // Fixed segments before parameters: /grid-bots/new is no bot.
    .sort((a, b) => Number(a.isOpen) - Number(b.isOpen))
  return (path) => pages.find((page) => page.path.test(path))?.files ?? []
}

/** `_connected.grid-bots.$botId` matches any two segments that begin with `/grid-bots/`. */
function patternOf(route: string): RegExp {
  const parts = route.split('.').filter((part) => part !== LAYOUT && part !== 'index')
  return new RegExp(
    `^/${parts.map((part) => (part.startsWith('$') ? '[^/]+' : part)).join('/')}/?$`,
  )
}

const CODE = /^[a-z0-9]{1,10}$/
const WIDEST = 5

/** A disc with a currency's letters, for a file such as `btc.svg`; `undefined` for another name. */
function currencyPicture(fileName: string): string | undefined {
  const [code = '', ...rest] = fileName.split('.')
  if (!CODE.test(code) || rest.join() !== 'svg') return undefined
  const letters = code.slice(0, WIDEST).toUpperCase()
  const size = letters.length > 3 ? 9 : 11
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<circle cx="16" cy="16" r="16" fill="#3d5a80"/>' +
    `<text x="16" y="16" dy=".35em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${size}" font-weight="600" fill="#fff">${letters}</text></svg>`
  )
}
