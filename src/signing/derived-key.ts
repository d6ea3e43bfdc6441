import { sign, type SigningKey } from './signature.ts'
import { subtle } from './subtle.ts'

const utf8 = new TextEncoder()

/**
 * An AES-256-GCM key that only the holder of a signing key can make again, and that cannot be taken
 * out. What is signed for it never begins with a slash, so it is no request, and the signature stays
 * here: it is stretched by HKDF-SHA-256 (RFC 5869) under `purpose`. RSA works as well, since PKCS#1
 * v1.5 signatures are the same each time.
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
