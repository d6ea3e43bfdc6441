// Inline script: fetches the code of the page in the order of need.
import { pageLocation } from '#in-page/own-address.ts'

import { hasEarlyRows } from './early-page.ts'
{
  const fetchCode = (of: string) =>
    document
      .querySelectorAll<HTMLLinkElement>(`link[data-code~=${of}]`)
      .forEach((link) => (link.rel = 'modulepreload'))

  if (!hasEarlyRows(pageLocation(location))) fetchCode('page')
  else {
    fetchCode('rows')
    // The first script has run: the line is free.
    const loaded = ({ target }: Event) => target instanceof HTMLScriptElement && fetchCode('page')
    document.addEventListener('load', loaded, true)
  }
}
