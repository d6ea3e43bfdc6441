type Policy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

/** Service worker, and worker of the in-page paper service. */
const WORKERS = /(^|\/)(service-worker\.js|assets\/worker-[\w-]+\.js)$/

const rules: Policy = {
  createScriptURL(url) {
    const isOurs = new URL(url, document.baseURI).origin === location.origin
    if (!isOurs || !WORKERS.test(url)) throw new TypeError('This is not a worker of the page')
    return url
  },
}

let policy: Policy | undefined

/** Converts a worker URL to a `TrustedScriptURL`, as the content security policy demands. */
export function trustedWorker(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('quarterdeck-worker', rules) ?? rules
  return policy.createScriptURL(url)
}
