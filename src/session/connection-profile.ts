import { canDuplicate, type Transport, TRANSPORTS } from '#client/transport.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'
import { membersOf, oneOf, textOf, wholeOf } from './found.ts'

/** Where the key of a connection rests: the vault, this tab's memory, or (paper only) IndexedDB. */
export type KeyPlace = 'paper-key' | 'vault' | 'session'

/** What may be known of a connection without its key; kept in the clear. */
export type ConnectionProfile = {
  readonly id: string
  readonly label: string
  /** Origin and optional path prefix, without a slash at the end. */
  readonly baseUrl: string
  readonly kind: Algorithm
  /** Another one whenever the key or its token is, so that every tab notices. */
  readonly keyedAs: string
  /** The last four characters, to recognise a key by. */
  readonly apiKeyHint: string
  /** What was last heard of the mode, from the person or the service; `undefined`: not known. */
  readonly declaredMode: 'paper' | 'real' | undefined
  /** When that was last heard or confirmed, in epoch milliseconds of this browser. */
  readonly modeHeardAt: number
  /** Whether the service itself has ever told its mode when it was asked. */
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

export type FoundTransport = { readonly kind: Transport; readonly foundAt: number }

export function readProfile(found: unknown): ConnectionProfile | undefined {
  const has = membersOf(found)
  const id = textOf(has['id'])
  const baseUrl = textOf(has['baseUrl'])
  const kind = oneOf(['hmac', 'rsa'], has['kind'])
  const storage = oneOf(['paper-key', 'vault', 'session'], has['storage'])
  if (!id || !baseUrl || !URL.canParse(baseUrl) || !kind || !storage) return undefined
  const transport = readTransport(has['transport'])
  return {
    id,
    label: textOf(has['label']) ?? baseUrl,
    baseUrl,
    kind,
    keyedAs: textOf(has['keyedAs']) ?? '',
    apiKeyHint: textOf(has['apiKeyHint']) ?? '',
    declaredMode: oneOf(['paper', 'real'], has['declaredMode']),
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
