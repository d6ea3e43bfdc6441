type Policy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

/** What keeps the build, and what runs the paper service of a site of files. */
const WORKERS = /(^|\/)(service-worker\.js|assets\/worker-[\w-]+\.js)$/

const rules: Policy = {
  createScriptURL(url) {
    const isOurs = new URL(url, document.baseURI).origin === location.origin
    if (!isOurs || !WORKERS.test(url)) throw new TypeError('This page has two workers alone')
    return url
  },
}

let policy: Policy | undefined

/** The address of a worker as the policy of the page lets it be started. */
export function trustedWorker(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('quarterdeck-worker', rules) ?? rules
  return policy.createScriptURL(url)
}
