/** Whether this page is one of files alone, whose service runs in itself; set by the build. */
declare const QUARTERDECK_SITE: boolean
export const IS_SITE = QUARTERDECK_SITE

type Answering = {
  serves: (url: string) => boolean
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

let answering: Answering | undefined

/** Has a service in the page answer what its own address is asked. */
export const answerOwnAddress = (service: Answering): void => void (answering = service)

/** The browser's own `fetch`, but for what a service in the page answers. */
export const fetchFrom = (url: string, init?: RequestInit): Promise<Response> =>
  answering?.serves(url) === true ? answering.fetch(url, init) : fetch(url, init)

/** Where a site of files lies; its pages are behind the `#`. */
const siteAddress = (): string => new URL('.', location.href).href.replace(/\/$/, '')

/** The base URL of the service that is served together with this page. */
export const ownAddress = (): string => (IS_SITE ? siteAddress() : location.origin)

/** A page by its path, as others may open it. */
export const linkTo = (path: string): string =>
  IS_SITE ? `${siteAddress()}/#${path}` : location.origin + path

/** Path and search of the page that the browser's address names. */
export const placeIn = ({
  hash,
  pathname,
  search,
}: Location): { pathname: string; search: string } =>
  IS_SITE
    ? new URL(hash.length > 1 ? hash.slice(1) : '/', 'https://page.invalid')
    : { pathname, search }

/** Hosts that put all sites of one person on one origin. */
const SHARED_HOSTS = /\.(github\.io|gitlab\.io|codeberg\.page)$/

/** Whether pages of others may be at the origin of a site: a path is no border for storage. */
export const isShared = (address: string): boolean => {
  const { hostname, pathname } = new URL('.', address)
  return pathname !== '/' || SHARED_HOSTS.test(hostname)
}

/** Whether keys that this page keeps can be read by pages of others. */
export const sharesOrigin = (): boolean => IS_SITE && isShared(location.href)

/** Whether a service in this page answers this base URL, which needs no network. */
export const isAnsweredHere = (baseUrl: string): boolean =>
  answering?.serves(`${baseUrl}/api/v1/time`) === true

/** Whether this site was built so that it may call any address. */
export const connectsAnywhere = (): boolean =>
  IS_SITE &&
  / https:[ ;]/.test(
    document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ??
      '',
  )
