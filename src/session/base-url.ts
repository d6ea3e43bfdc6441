export type BaseUrlReading =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string }

const refused = (message: string): BaseUrlReading => ({ ok: false, message })

/**
 * Reads the address of a service as a person types it. A path alone belongs to the page's own
 * origin; a signed request travels over https, or stays on this machine.
 */
export function readBaseUrl(text: string, pageOrigin: string): BaseUrlReading {
  const typed = text.trim()
  const address = typed === '' || typed.startsWith('/') ? pageOrigin + typed : typed
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(full)) {
    return refused('This is no web address: write it like https://api.example.com.')
  }
  const url = new URL(full)
  if (url.username !== '' || url.password !== '') {
    return refused(
      'Leave user name and password out of the address; the key goes in its own field.',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    return refused('The address ends before “?” and “#”: the requests bring their own.')
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return refused('The address must begin with https://, unless the service runs on this machine.')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  if (/\/api\/v1(\/|$)/.test(prefix)) {
    return refused('Leave “/api/v1” out of the address: every request adds it.')
  }
  return { ok: true, baseUrl: url.origin + prefix }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}
