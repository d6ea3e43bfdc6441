import { existsSync, readFileSync } from 'node:fs'

import * as z from 'zod/mini'

/** Shown around pages; no part of an address. */
const LAYOUT = '_connected'
/** Where the address `/` leads to. */
const HOME = '/portfolio'

const written = z.record(z.string(), z.array(z.string()))

/**
 * What a page's code consists of, by its path, from what the build wrote: named with the page itself,
 * it comes with the first files and not a round trip after them.
 */
export function pageFiles(list: string): (path: string) => string[] {
  if (!existsSync(list)) return () => []
  const files = written.parse(JSON.parse(readFileSync(list, 'utf8')))
  const pages = Object.entries(files)
    .map(([route, own]) => ({
      path: patternOf(route),
      isOpen: route.includes('$'),
      files: own,
    }))
    // A word before a parameter: /grid-bots/new is no bot.
    .sort((a, b) => Number(a.isOpen) - Number(b.isOpen))
  return (path) => pages.find((page) => page.path.test(path === '/' ? HOME : path))?.files ?? []
}

/** `_connected.grid-bots.$botId` is any path of two parts that begins with `/grid-bots/`. */
function patternOf(route: string): RegExp {
  const parts = route.split('.').filter((part) => part !== LAYOUT && part !== 'index')
  return new RegExp(
    `^/${parts.map((part) => (part.startsWith('$') ? '[^/]+' : part)).join('/')}/?$`,
  )
}
