import { canDuplicate, type Transport, TRANSPORTS } from '#client/transport.ts'
import { DIALECT_PROFILES, type DialectId, DIALECTS } from '#dialects/dialects.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'

import { membersOf, oneOf, textOf, wholeOf } from './kept-store.ts'

/** Settings and state of a connection without its key. Stored unencrypted. */
export type ConnectionProfile = {
  readonly id: string
  readonly label: string
  /** Origin and optional path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly dialect: DialectId
  readonly kind: Algorithm
  /** Random id of key and token: a change tells other tabs to load the new key. */
  readonly keyedAs: string
  /** Last four characters of the API key. */
  readonly apiKeyHint: string
  /** Market of the paper world that the key belongs to: `demo`, or an exchange's name. */
  readonly world: string | undefined
  /** User of the paper service that the key was paired for. */
  readonly user: string | undefined
  /** Latest mode declared by the user or reported by the service. */
  readonly declaredMode: 'paper' | 'real' | undefined
  /** Epoch milliseconds of this browser when `declaredMode` was set or confirmed. */
  readonly modeHeardAt: number
  /** Set once the service has answered `getMode`. */
  readonly tellsMode: boolean
  readonly writeEnabled: boolean
  readonly transport: FoundTransport | undefined
  /** The user sends orders although the browser may deliver one more than once. */
  readonly acceptsDuplicates: boolean
  readonly emptyForm: EmptyForm
  /** Place of the key: encrypted vault, this tab's memory, or IndexedDB (paper only). */
  readonly storage: 'paper-key' | 'vault' | 'session'
  readonly hasToken: boolean
  /** Epoch milliseconds; `undefined` if the token does not say. */
  readonly tokenExpiresAt: number | undefined
}

/** `foundAt`: epoch milliseconds. */
type FoundTransport = { readonly kind: Transport; readonly foundAt: number }

export function readProfile(found: unknown): ConnectionProfile | undefined {
  const has = membersOf(found)
  const id = textOf(has['id'])
  const baseUrl = textOf(has['baseUrl'])
  const kind = oneOf(['hmac', 'rsa'], has['kind'])
  const storage = oneOf(['paper-key', 'vault', 'session'], has['storage'])
  // Profiles of earlier versions have no dialect. An unknown one makes the profile unreadable.
  const dialect = has['dialect'] === undefined ? 'quarterdeck' : oneOf(DIALECTS, has['dialect'])
  if (!id || !baseUrl || !URL.canParse(baseUrl) || !kind || !storage || !dialect) return undefined
  const transport = readTransport(has['transport'])
  return {
    id,
    label: textOf(has['label']) ?? baseUrl,
    baseUrl,
    dialect,
    kind,
    keyedAs: textOf(has['keyedAs']) ?? '',
    apiKeyHint: textOf(has['apiKeyHint']) ?? '',
    world: textOf(has['world']),
    user: textOf(has['user']),
    declaredMode: oneOf(['paper', 'real'], has['declaredMode']) ?? modeUnlessKnown(dialect),
    modeHeardAt: wholeOf(has['modeHeardAt']) ?? 0,
    tellsMode: has['tellsMode'] === true,
    writeEnabled: has['writeEnabled'] === true,
    transport,
    acceptsDuplicates: canDuplicate(transport?.kind) && has['acceptsDuplicates'] === true,
    emptyForm: oneOf(['path?', 'path'], has['emptyForm']) ?? 'path?',
    storage,
    hasToken: has['hasToken'] === true,
    tokenExpiresAt: wholeOf(has['tokenExpiresAt']),
  }
}

export const hasFixedMode = ({ dialect }: Pick<ConnectionProfile, 'dialect'>): boolean =>
  DIALECT_PROFILES[dialect].hasFixedMode

/** Returns true if there is a bearer token, or the service needs none. */
export const hasNeededToken = ({
  dialect,
  hasToken,
}: Pick<ConnectionProfile, 'dialect' | 'hasToken'>): boolean =>
  hasToken || !DIALECT_PROFILES[dialect].takesToken

/** A fixed mode that was never declared is real. */
const modeUnlessKnown = (dialect: DialectId): 'real' | undefined =>
  hasFixedMode({ dialect }) ? 'real' : undefined

function readTransport(found: unknown): FoundTransport | undefined {
  const has = membersOf(found)
  const kind = oneOf(TRANSPORTS, has['kind'])
  const foundAt = wholeOf(has['foundAt'])
  return kind === undefined || foundAt === undefined ? undefined : { kind, foundAt }
}

/** Empty for a short key, of which four characters would reveal too much. */
export function hintOf(apiKey: string): string {
  return apiKey.length < 12 ? '' : apiKey.slice(-4)
}

export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin
}

const refused = (message: string) => ({ ok: false, message }) as const

/** Parses a service's address; a path is on the page's origin. Requires https, except locally. */
export function readBaseUrl(text: string, pageOrigin: string) {
  const typed = text.trim()
  const address = typed === '' || typed.startsWith('/') ? pageOrigin + typed : typed
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(full)) {
    return refused('This is not a web address. Write it like https://api.example.com.')
  }
  const url = new URL(full)
  if (url.username !== '' || url.password !== '') {
    return refused('Remove user name and password from the address. The key has its own field.')
  }
  if (url.search !== '' || url.hash !== '') {
    return refused('Remove everything from “?” or “#” on.')
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return refused('The address must begin with https://, unless the service runs on this machine.')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  if (/\/api\/v1(\/|$)/.test(prefix)) {
    return refused('Remove “/api/v1” from the address: it is added automatically.')
  }
  return { ok: true, baseUrl: url.origin + prefix } as const
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}
