import { createHash } from 'node:crypto'

/** What a page may do and load: the paper service sends it, and a site of files is built with it. */
export type PolicyParts = {
  /** `'self'`, and the hashes of the scripts that the page itself holds. */
  scripts: readonly string[]
  /** Origins of services that the page may call beside its own. */
  connectTo: readonly string[]
}

/** The content security policy by directive; nothing but our own files and the page's own script runs. */
export const contentPolicy = ({ scripts, connectTo }: PolicyParts) =>
  ({
    'default-src': ["'none'"],
    'script-src': scripts,
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectTo],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['quarterdeck-worker'],
  }) as const satisfies Readonly<Record<string, readonly string[]>>

/** The policy as one header; `frame-ancestors` counts nowhere else. */
export const policyText = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

/** The other headers that protect a page. */
export const PAGE_HEADERS = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=(), clipboard-read=(), publickey-credentials-get=(self)',
} as const

/** Allowed scripts: our files, and inline scripts of a page by their hashes. */
export const scriptSources = (html: string): string[] => [
  "'self'",
  ...inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  ),
]

const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script)
