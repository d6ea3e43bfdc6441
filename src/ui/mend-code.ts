import { isFileItself } from './code-files.ts'

const FILES = 'script[src], link[rel=modulepreload], link[rel=stylesheet]'

/**
 * Fetches code files again if the browser cached other content. `more`: files that the document
 * does not name. True if all can be loaded.
 */
export async function mendCode(more: readonly string[] = []): Promise<boolean> {
  const named = [...document.querySelectorAll(FILES)].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  )
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...named, ...loaded, ...more]
    .map((file) => new URL(file, document.baseURI))
    .filter(({ origin, pathname }) => origin === location.origin && /\.(js|css)$/.test(pathname))
  const loadable = await Promise.all([...new Set(files.map(({ href }) => href))].map(mend))
  return loadable.every(Boolean)
}

async function mend(file: string): Promise<boolean> {
  try {
    if (isFileItself(file, await fetch(file, { cache: 'force-cache' }))) return true
    return isFileItself(file, await fetch(file, { cache: 'reload' }))
  } catch {
    return false
  }
}
