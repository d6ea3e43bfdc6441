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

const RELOADED_AT = 'quarterdeck.reloaded-at'

/** Allows three reloads for new code per minute, to prevent loops. */
export function mayReloadForCode(now: number): boolean {
  try {
    const times = (sessionStorage.getItem(RELOADED_AT) ?? '').split(' ').map(Number)
    const recent = times.filter((at) => at <= now && now - at < 60_000)
    sessionStorage.setItem(RELOADED_AT, [...recent, now].join(' '))
    return recent.length < 3
  } catch {
    return false
  }
}
