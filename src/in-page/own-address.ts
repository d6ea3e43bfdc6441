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
  IS_SITE ? new URL(hash.slice(1) || '/', 'https://page.invalid') : { pathname, search }

/** Whether keys that this page keeps can be read by pages of others: a path is no border for storage. */
export const sharesOrigin = (): boolean => IS_SITE && new URL('.', location.href).pathname !== '/'

/** Whether this site was built so that it may call any address. */
export const connectsAnywhere = (): boolean =>
  IS_SITE &&
  / https:[ ;]/.test(
    document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ??
      '',
  )
