import type { Bytes } from './base64.ts'
import { KeyProblem } from './key-problem.ts'
import { privateKeyBytes, publicKeyBytes, toPem } from './pem.ts'
import type { SigningKey } from './signature.ts'
import { subtle } from './subtle.ts'

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const MIN_BITS = 2048
// Verifying a signature of a larger key would take seconds.
const MAX_BITS = 8192

/** Imports an HMAC secret (its UTF-8 bytes) for signing. Throws `KeyProblem`. */
export async function importSecret(secret: string): Promise<SigningKey> {
  if (secret === '') throw new KeyProblem('The secret key is empty.')
  const bytes = new TextEncoder().encode(secret)
  const cryptoKey = await subtle().importKey('raw', bytes, HMAC, false, ['sign'])
  return { algorithm: 'hmac', cryptoKey }
}

/** Imports an RSA private key in PEM, pasted or from a file, for signing. Throws `KeyProblem`. */
export async function importPrivateKey(pem: string | ArrayBuffer): Promise<SigningKey> {
  return importPkcs8(privateKeyBytes(pem))
}

/** Imports an RSA private key in PKCS#8 for signing. Throws `KeyProblem`. */
export async function importPkcs8(der: Bytes): Promise<SigningKey> {
  return rsaKey('pkcs8', der, 'sign', 'This RSA private key cannot be read.')
}

/** Imports an RSA public key in PEM (SPKI) for verifying. Throws `KeyProblem`. */
export async function importPublicKey(pem: string | ArrayBuffer): Promise<SigningKey> {
  return rsaKey('spki', publicKeyBytes(pem), 'verify', 'This RSA public key cannot be read.')
}

/** Generates an RSA key pair: a non-extractable private key and the public key as PEM (SPKI). */
export async function generateKeyPair(): Promise<{ key: SigningKey; publicPem: string }> {
  const parameters = {
    ...RSA,
    modulusLength: MIN_BITS,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const pair = await subtle().generateKey(parameters, false, ['sign', 'verify'])
  const spki = new Uint8Array(await subtle().exportKey('spki', pair.publicKey))
  return {
    key: { algorithm: 'rsa', cryptoKey: pair.privateKey },
    publicPem: toPem('PUBLIC KEY', spki),
  }
}

async function rsaKey(
  format: 'pkcs8' | 'spki',
  der: Bytes,
  usage: 'sign' | 'verify',
  unreadable: string,
): Promise<SigningKey> {
  // WebCrypto's DataError has no useful message, and some engines quote their input in it.
  const cryptoKey = await subtle()
    .importKey(format, der, RSA, false, [usage])
    .catch(() => {
      throw new KeyProblem(unreadable)
    })
  const { modulusLength } = cryptoKey.algorithm as RsaHashedKeyAlgorithm
  if (modulusLength < MIN_BITS || modulusLength > MAX_BITS) {
    const allowed = `${MIN_BITS} to ${MAX_BITS}`
    throw new KeyProblem(`This RSA key has ${modulusLength} bits; it needs ${allowed}.`)
  }
  return { algorithm: 'rsa', cryptoKey }
}
