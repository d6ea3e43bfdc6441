/** True for a static site, whose service runs in the page; set by the build. */
declare const QUARTERDECK_SITE: boolean
export const IS_SITE = QUARTERDECK_SITE

type Answering = {
  serves: (url: string) => boolean
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

let answering: Answering | undefined

/** Registers the service that answers the page's own address. */
export const answerOwnAddress = (service: Answering): void => void (answering = service)

/** Calls the service in the page, or `fetch` for other URLs. */
export const fetchFrom = (url: string, init?: RequestInit): Promise<Response> =>
  answering?.serves(url) === true ? answering.fetch(url, init) : fetch(url, init)

/** Base URL of a static site, whose pages are behind the `#`. */
const siteAddress = (): string => new URL('.', location.href).href.replace(/\/$/, '')

/** Returns the base URL of the service that belongs to this page. */
export const ownAddress = (): string => (IS_SITE ? siteAddress() : location.origin)

/** Returns a link to a page, for sharing. */
export const linkTo = (path: string): string =>
  IS_SITE ? `${siteAddress()}/#${path}` : location.origin + path

/** Returns path and search of the current page. */
export const pageLocation = ({
  hash,
  pathname,
  search,
}: Location): { pathname: string; search: string } =>
  IS_SITE
    ? new URL(hash.length > 1 ? hash.slice(1) : '/', 'https://page.invalid')
    : { pathname, search }

/** Hosts where all sites of one person share an origin. */
const SHARED_HOSTS = /\.(github\.io|gitlab\.io|codeberg\.page|bitbucket\.io)$/

/**
 * Returns true if the origin may have pages of others: storage is shared by origin, not by path.
 */
export const isSharedOrigin = (address: string): boolean => {
  const { hostname, pathname } = new URL('.', address)
  return pathname !== '/' || SHARED_HOSTS.test(hostname)
}

/** Returns true if pages of others could read this page's keys. */
export const sharesOrigin = (): boolean => IS_SITE && isSharedOrigin(location.href)

/** Returns true if a service in this page answers the base URL, without a network. */
export const isAnsweredHere = (baseUrl: string): boolean =>
  answering?.serves(`${baseUrl}/api/v1/time`) === true

/** Returns true if this site was built to call any address. */
export const allowsAnyAddress = (): boolean =>
  IS_SITE &&
  / https:[ ;]/.test(
    document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ??
      '',
  )
