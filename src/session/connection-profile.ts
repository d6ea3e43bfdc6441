import { canDuplicate, type Transport, TRANSPORTS } from '#client/transport.ts'
import { DIALECT_PROFILES, type DialectId, DIALECTS } from '#dialects/dialects.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'

import { membersOf, oneOf, textOf, wholeOf } from './kept-store.ts'

/** Where the key of a connection rests: the vault, this tab's memory, or (paper only) IndexedDB. */
type KeyPlace = 'paper-key' | 'vault' | 'session'

/** What may be known of a connection without its key; kept in the clear. */
export type ConnectionProfile = {
  readonly id: string
  readonly label: string
  /** Origin and optional path prefix, without a slash at the end. */
  readonly baseUrl: string
  /** How the service writes the calls of the contract. */
  readonly dialect: DialectId
  readonly kind: Algorithm
  /** Another one whenever the key or its token is, so that every tab notices. */
  readonly keyedAs: string
  /** The last four characters, to recognise a key by. */
  readonly apiKeyHint: string
  /**
   * What was last heard of the mode, from the person or the service; `undefined`: not known. Chosen once
   * and for all where the dialect has a fixed mode.
   */
  readonly declaredMode: 'paper' | 'real' | undefined
  /** When that was last heard or confirmed, in epoch milliseconds of this browser. */
  readonly modeHeardAt: number
  /** Whether the service itself has ever reported its mode when asked. */
  readonly tellsMode: boolean
  readonly writeEnabled: boolean
  /** How a test found writes to travel here, and when, in epoch milliseconds. */
  readonly transport: FoundTransport | undefined
  /** The trader sends orders here although a browser could deliver one more than once. */
  readonly acceptsDuplicates: boolean
  readonly emptyForm: EmptyForm
  readonly storage: KeyPlace
  readonly hasToken: boolean
  /** Epoch milliseconds, when the token says so. */
  readonly tokenExpiresAt: number | undefined
}

type FoundTransport = { readonly kind: Transport; readonly foundAt: number }

export function readProfile(found: unknown): ConnectionProfile | undefined {
  const has = membersOf(found)
  const id = textOf(has['id'])
  const baseUrl = textOf(has['baseUrl'])
  const kind = oneOf(['hmac', 'rsa'], has['kind'])
  const storage = oneOf(['paper-key', 'vault', 'session'], has['storage'])
  // Kept by a build that knew one dialect. A dialect that is not known here is none to guess.
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

/** Whether what needs a bearer token can be asked for: there is one, or the service takes none. */
export const hasNeededToken = ({
  dialect,
  hasToken,
}: Pick<ConnectionProfile, 'dialect' | 'hasToken'>): boolean =>
  hasToken || !DIALECT_PROFILES[dialect].takesToken

/** A fixed mode is always known: what is not paper is real. */
const modeUnlessKnown = (dialect: DialectId): 'real' | undefined =>
  hasFixedMode({ dialect }) ? 'real' : undefined

function readTransport(found: unknown): FoundTransport | undefined {
  const has = membersOf(found)
  const kind = oneOf(TRANSPORTS, has['kind'])
  const foundAt = wholeOf(has['foundAt'])
  return kind === undefined || foundAt === undefined ? undefined : { kind, foundAt }
}

/** A short key gives nothing away: four of its characters would be half of it. */
export function hintOf(apiKey: string): string {
  return apiKey.length < 12 ? '' : apiKey.slice(-4)
}

export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin
}

type BaseUrlReading =
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
    return refused('This is not a web address. Write it like https://api.example.com.')
  }
  const url = new URL(full)
  if (url.username !== '' || url.password !== '') {
    return refused('Leave user name and password out of the address. The key has its own field.')
  }
  if (url.search !== '' || url.hash !== '') {
    return refused('Leave “?” and “#” and what follows out of the address.')
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
