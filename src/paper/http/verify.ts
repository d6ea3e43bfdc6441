import {
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  verify as verifyRsa,
} from 'node:crypto'

import { fromBase64 } from '#signing/base64.ts'
import { publicKeyBytes } from '#signing/pem.ts'
import type { Algorithm } from '#signing/signature.ts'

import { HEX_DIGEST, unfolded } from '../platform.ts'

/** A key with its only algorithm. */
export type VerifyingKey = { readonly algorithm: Algorithm; readonly key: KeyObject }

/** `material` is the secret of an HMAC key, taken as UTF-8, or an RSA public key in PEM. */
export function verifyingKey(algorithm: Algorithm, material: string): VerifyingKey {
  const key =
    algorithm === 'hmac'
      ? createSecretKey(material, 'utf8')
      : createPublicKey({ key: Buffer.from(publicKeyBytes(material)), format: 'der', type: 'spki' })
  return { algorithm, key }
}

/**
 * Implements `Verifier` in constant time. Synchronous: WebCrypto's threads cost more than the check
 * and stall the event loop when busy.
 */
export function verify(
  { algorithm, key }: VerifyingKey,
  signature: string,
  signed: string | Uint8Array,
): boolean {
  if (algorithm === 'hmac') {
    const expected = createHmac('sha256', key).update(signed).digest()
    const claimed = HEX_DIGEST.test(signature) ? Buffer.from(signature, 'hex') : undefined
    return timingSafeEqual(claimed ?? Buffer.alloc(expected.length), expected) && Boolean(claimed)
  }
  const claimed = fromBase64(unfolded(signature))
  const modulus = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const agrees = verifyRsa('sha256', Buffer.from(signed), key, claimed ?? Buffer.alloc(modulus))
  return agrees && claimed !== undefined
}
