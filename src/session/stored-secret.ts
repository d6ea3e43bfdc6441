import { fromBase64, toBase64 } from '#signing/base64.ts'
import type { Credentials } from '#signing/credentials.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import { importPkcs8, importSecret } from '#signing/keys.ts'
import { privateKeyBytes } from '#signing/pem.ts'
import type { EmptyForm } from '#signing/signature.ts'

import { originOf } from './connection-profile.ts'
import { membersOf, oneOf, textOf } from './kept-store.ts'

type EnteredKey = { readonly apiKey: string; readonly token?: string } & (
  | { readonly kind: 'hmac'; readonly secret: string }
  | { readonly kind: 'rsa'; readonly pem: string | ArrayBuffer }
)

/** A key in the vault. May sign only for `origin`. */
export type StoredSecret = {
  readonly apiKey: string
  readonly origin: string
  readonly token?: string | undefined
} & (
  | { readonly kind: 'hmac'; readonly secret: string }
  | { readonly kind: 'rsa'; readonly pkcs8: string }
)

/** Validates an entered key by importing it. Throws `KeyProblem`. */
export async function readEnteredKey(entered: EnteredKey, baseUrl: string): Promise<StoredSecret> {
  const apiKey = sendable(entered.apiKey, 'API key')
  if (apiKey === '') throw new KeyProblem('The API key is empty.')
  const token = readToken(entered.token ?? '')
  const bound = { apiKey, origin: originOf(baseUrl), ...(token !== '' && { token }) }
  const stored: StoredSecret =
    entered.kind === 'hmac'
      ? // Pasted secrets often have white space around them.
        { ...bound, kind: 'hmac', secret: entered.secret.trim() }
      : { ...bound, kind: 'rsa', pkcs8: toBase64(privateKeyBytes(entered.pem)) }
  await signingKeyOf(stored)
  return stored
}

/** Removes white space and a leading "Bearer" from a pasted token. */
export function readToken(token: string): string {
  return sendable(token.trim().replace(/^bearer\s+/i, ''), 'token')
}

/** Imports a stored key as a non-extractable one. */
export async function credentialsOf(
  stored: StoredSecret,
  emptyForm: EmptyForm,
): Promise<Credentials> {
  const { apiKey, token } = stored
  return { apiKey, key: await signingKeyOf(stored), token, emptyForm }
}

export function readStoredSecret(found: unknown): StoredSecret | undefined {
  const has = membersOf(found)
  const apiKey = textOf(has['apiKey'])
  const origin = textOf(has['origin'])
  const token = textOf(has['token'])
  const kind = oneOf(['hmac', 'rsa'], has['kind'])
  const secret = textOf(has[kind === 'hmac' ? 'secret' : 'pkcs8'])
  if (!apiKey || !origin || !kind || !secret) return undefined
  const bound = { apiKey, origin, ...(token !== '' && { token }) }
  return kind === 'hmac' ? { ...bound, kind, secret } : { ...bound, kind, pkcs8: secret }
}

async function signingKeyOf(stored: StoredSecret) {
  if (stored.kind === 'hmac') return importSecret(stored.secret)
  const der = fromBase64(stored.pkcs8)
  if (!der) throw new KeyProblem('The stored private key is damaged.')
  return importPkcs8(der)
}

/** Refuses characters that cannot be sent in a header (RFC 9110: visible ASCII). */
function sendable(text: string, name: string): string {
  const trimmed = text.trim()
  if (/^[\x21-\x7e]*$/.test(trimmed)) return trimmed
  throw new KeyProblem(`The ${name} contains a character that cannot be sent. Copy it again.`)
}

/** Expiry of a JWT in epoch milliseconds; `undefined` for other tokens or without `exp`. */
export function tokenExpiry(token: string): number | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  const base64 = (parts[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  if (!bytes) return undefined
  try {
    const { exp } = membersOf(JSON.parse(new TextDecoder().decode(bytes)))
    return typeof exp === 'number' && Number.isFinite(exp) ? Math.floor(exp * 1000) : undefined
  } catch {
    return undefined
  }
}
