import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const zipped = promisify(gzip)

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const TEXT = /^text\/|json$|svg/

export type StaticSite = {
  url: string
  requests: string[]
  /** Names of files that are not there for now, or parts of them. */
  missing: Set<string>
  close: () => Promise<void>
}

/**
 * A bare static server: the files of a folder below a path, and nothing else. Like some hosts, one that
 * `hidesIndex` leads from `index.html` to its folder, and one that `fallsBack` answers any unknown path
 * with the page and has browsers keep `assets/` for a year; like nearly all, one that `zips` compresses
 * texts.
 */
export async function serveStatic(
  folder: string,
  path = '/some/path/',
  { hidesIndex = false, fallsBack = false, zips = false } = {},
): Promise<StaticSite> {
  const requests: string[] = []
  const missing = new Set<string>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(`${request.method} ${pathname}`)
    if (hidesIndex && pathname === `${path}index.html`) {
      response.writeHead(308, { Location: path }).end()
      return
    }
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : ''
    const isMissing = [...missing].some((part) => name.includes(part))
    const known = join(folder, normalize(`/${name}`))
    const isThere = !isMissing && existsSync(known)
    const file = isThere || !fallsBack ? known : join(folder, 'index.html')
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    const isZipped = zips && TEXT.test(type)
    const isKept = fallsBack && name.startsWith('assets/')
    ;(isMissing && !fallsBack ? Promise.reject(new Error('missing')) : readFile(file))
      .then((bytes) => (isZipped ? zipped(bytes) : bytes))
      .then(
        (bytes) => {
          response.writeHead(200, {
            'Content-Type': type,
            ...(isKept && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
            ...(isZipped && { 'Content-Encoding': 'gzip' }),
          })
          response.end(bytes)
        },
        () => response.writeHead(404).end(),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    requests,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
