import { createHash } from 'node:crypto'

/** Parts of a page's policy, sent by the service or built into a static site. */
export type PolicyParts = {
  /** `'self'`, and hashes of inline scripts. */
  scripts: readonly string[]
  /** Origins of other services that the page may call. */
  connectTo: readonly string[]
}

/** The content security policy by directive: only our files and the page's own script run. */
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

export const policyText = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

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

/** Our files, and a page's inline scripts by hash. */
export const scriptSources = (html: string): string[] => [
  "'self'",
  ...inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  ),
]

const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script)
