// Part of the inline script: if a first file cannot be loaded, fetches all of them until they
// arrive, then reloads.
import { isFileItself, mayReloadForCode } from '#ui/code-files.ts'
{
  const FILES = 'script[src], link[rel=modulepreload], link[rel=stylesheet]'
  const RETRY_MS = 5_000
  let isMending = false

  const areThere = async (): Promise<boolean> => {
    const files = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(FILES)].map(
      (element) => ('src' in element ? element.src : element.href),
    )
    const found = await Promise.all(
      files.map(async (file) => isFileItself(file, await fetch(file, { cache: 'reload' }))),
    )
    return found.every(Boolean)
  }
  const mend = async (): Promise<void> => {
    if (!(await areThere().catch(() => false))) setTimeout(() => void mend(), RETRY_MS)
    else if (mayReloadForCode(Date.now())) location.reload()
  }

  const failed = ({ target }: Event): void => {
    const isDrawn = document.getElementById('root')?.hasChildNodes() === true
    if (isMending || isDrawn || !(target instanceof Element) || !target.matches(FILES)) return
    isMending = true
    void mend()
  }
  // `error` events of elements do not bubble, so they are captured.
  addEventListener('error', failed, true)
}
