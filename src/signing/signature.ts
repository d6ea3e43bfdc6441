import { toBase64, toHex, type Bytes } from './base64.ts'
import { subtle } from './subtle.ts'

/** Text to sign for a request without query and body. `path?` follows the spec. */
export type EmptyForm = 'path?' | 'path'

export type Algorithm = 'hmac' | 'rsa'

/** A key with its only permitted algorithm, so that it is never used with another one. */
export type SigningKey = { readonly algorithm: Algorithm; readonly cryptoKey: CryptoKey }

const PARAMETERS = { hmac: 'HMAC', rsa: 'RSASSA-PKCS1-v1_5' } as const
const utf8 = new TextEncoder()

/** Text to sign (spec 5.1): path, `?`, query and body exactly as sent. */
export function signedText(
  path: string,
  query: string,
  body: string,
  emptyForm: EmptyForm,
): string {
  return beforeBody(path, query, body === '', emptyForm) + body
}

/** Bytes for the service to verify before it decodes the body. */
export function signedBytes(
  path: string,
  query: string,
  body: Uint8Array,
  emptyForm: EmptyForm,
): Bytes {
  const head = utf8.encode(beforeBody(path, query, body.length === 0, emptyForm))
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/** Signs text (as UTF-8) or bytes. Gives lower-case hex for HMAC-SHA256, padded base64 for RSA. */
export async function sign(key: SigningKey, signed: string | Uint8Array): Promise<string> {
  const algorithm = PARAMETERS[key.algorithm]
  const signature = new Uint8Array(await subtle().sign(algorithm, key.cryptoKey, asBytes(signed)))
  return key.algorithm === 'hmac' ? toHex(signature) : toBase64(signature)
}

function beforeBody(path: string, query: string, bodyIsEmpty: boolean, emptyForm: EmptyForm) {
  return query === '' && bodyIsEmpty && emptyForm === 'path' ? path : `${path}?${query}`
}

function asBytes(signed: string | Uint8Array): Bytes {
  return typeof signed === 'string' ? utf8.encode(signed) : new Uint8Array(signed)
}
