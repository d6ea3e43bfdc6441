import { sign, type SigningKey } from './signature.ts'
import { subtle } from './subtle.ts'

const utf8 = new TextEncoder()

/**
 * Derives a non-extractable AES-256-GCM key from a signing key: HKDF-SHA-256 (RFC 5869) over a
 * signature, so only the holder of the signing key can derive it. The signed text does not start
 * with a slash, so the signature is never valid for a request. RSA works too: PKCS#1 v1.5
 * signatures are deterministic.
 */
export async function derivedKey(key: SigningKey, purpose: string): Promise<CryptoKey> {
  const secret = utf8.encode(await sign(key, `quarterdeck key for ${purpose}`))
  const base = await subtle().importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  secret.fill(0)
  const hkdf = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8.encode(`quarterdeck ${purpose}`),
  }
  const aes = { name: 'AES-GCM', length: 256 }
  return subtle().deriveKey(hkdf, base, aes, false, ['encrypt', 'decrypt'])
}
