// The build also writes this into scripts that import nothing: the page's own, and the service worker.

const TYPES: Readonly<Record<string, RegExp>> = {
  css: /^text\/css\b/,
  html: /^text\/html\b/,
  js: /^\w+\/(x-)?javascript\b/,
}

/** Returns false for an error or page under a file's name, which browsers may cache. */
export function isFileItself(
  address: string,
  { ok, headers }: Pick<Response, 'ok' | 'headers'>,
): boolean {
  const type = headers.get('Content-Type') ?? ''
  const expected = TYPES[/\.(\w+)([?#]|$)/.exec(address)?.[1] ?? '']
  return ok && (expected?.test(type) ?? !TYPES['html']?.test(type))
}

const MENDED_AT = 'quarterdeck.mended-at'
const MINUTE = 60_000

/** Allows a reload for new code once per minute, to prevent loops. */
export function mayReloadForCode(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(MENDED_AT) ?? 0)
    sessionStorage.setItem(MENDED_AT, String(now))
    return Math.abs(now - last) > MINUTE
  } catch {
    return false
  }
}
