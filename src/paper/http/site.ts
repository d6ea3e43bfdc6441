import { join } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

import { currencyPicture } from './currency-picture.ts'
import { pageFiles } from './page-files.ts'

const FILE = /\.[a-z0-9]+$/i
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The built dashboard: files with a hash in their name for ever, the page itself asked for anew. */
export function siteAt(root: string, connectTo: readonly string[]): Hono {
  const filesOf = pageFiles(join(root, 'pages.json'))
  const site = new Hono()
  site.use(headers(connectTo))
  site.get(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: keepFor(IMMUTABLE) }),
    // Never the page: a tab that is older than the build would run it as a script.
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
  // Pages have no extension: this is a file that is not there.
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

/** Nothing but our own files runs, and the page talks to this service and the named ones only. */
const headers = (connectTo: readonly string[]) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...connectTo],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    crossOriginEmbedderPolicy: 'require-corp',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      usb: [],
      serial: [],
      payment: [],
      clipboardRead: [],
      publickeyCredentialsGet: ['self'],
    },
    // Plain http on this machine: there is nothing to upgrade to.
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
