// Inline script: fetches the code of the page in the order of need.
import { pageLocation } from '#in-page/own-address.ts'

import { earlyPage, isPortfolio } from './early-page.ts'
{
  const fetchCode = (of: string) =>
    document
      .querySelectorAll<HTMLLinkElement>(`link[data-code~="${of}"]`)
      .forEach((link) => (link.rel = 'modulepreload'))

  const address = pageLocation(location)
  const page = isPortfolio(address) ? '_connected.portfolio' : 'first'
  const early = earlyPage(address)
  if (!early) fetchCode(page)
  else {
    fetchCode(early)
    // The first script has run: the line is free.
    const loaded = ({ target }: Event) => target instanceof HTMLScriptElement && fetchCode(page)
    document.addEventListener('load', loaded, true)
  }
}
