import { expect, it } from 'vitest'
import { toBase64 } from './base64.ts'
import { KeyProblem } from './key-problem.ts'
import { importPrivateKey, importPublicKey, importSecret } from './keys.ts'
import { privateKeyBytes } from './pem.ts'
import signingVectors from './signing-vectors.json' with { type: 'json' }

const { rsaPrivatePkcs8Pem, rsaPrivatePkcs1Pem, rsaPublicSpkiPem } = signingVectors.keys

const problemOf = async (importing: Promise<unknown>): Promise<KeyProblem> => {
  const problem = await importing.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(KeyProblem)
  return problem as KeyProblem
}

const pemOf = (label: string, content: string) =>
  `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`

it('a PKCS#1 key converts to the same bytes as its PKCS#8 form', () => {
  expect(privateKeyBytes(rsaPrivatePkcs1Pem)).toEqual(privateKeyBytes(rsaPrivatePkcs8Pem))
})

it.each([
  ['a one-line field', rsaPrivatePkcs8Pem.replaceAll('\n', '')],
  ['a one-line field that turned breaks into spaces', rsaPrivatePkcs1Pem.replaceAll('\n', ' ')],
  ['a file with Windows line breaks', rsaPrivatePkcs8Pem.replaceAll('\n', '\r\n')],
  ['a JSON file', rsaPrivatePkcs8Pem.replaceAll('\n', String.raw`\n`)],
  ['a file with text around it', `My key:\n${rsaPrivatePkcs8Pem}\nKeep it safe.`],
  ['a file that holds the public key first', rsaPublicSpkiPem + rsaPrivatePkcs8Pem],
])('a private key is read from %s', (_source, pem) => {
  expect(privateKeyBytes(pem)).toEqual(privateKeyBytes(rsaPrivatePkcs8Pem))
})

it('a private key is read from the bytes of a file and cannot be exported', async () => {
  const file = new TextEncoder().encode(rsaPrivatePkcs1Pem).buffer
  const { algorithm, cryptoKey } = await importPrivateKey(file)
  expect([algorithm, cryptoKey.extractable]).toEqual(['rsa', false])
})

it.each([
  ['nothing', '', 'No private key found'],
  ['other text', 'apikey=123', 'No private key found'],
  ['half a key', rsaPrivatePkcs8Pem.slice(0, 200), 'No private key found'],
  ['a public key', rsaPublicSpkiPem, 'Signing needs the private key'],
  ['an encrypted PKCS#8 key', pemOf('ENCRYPTED PRIVATE KEY', 'AAAA'), 'openssl pkcs8'],
  [
    'an encrypted PKCS#1 key',
    pemOf('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA'),
    'openssl pkcs8',
  ],
  ['a key of OpenSSH', pemOf('OPENSSH PRIVATE KEY', 'AAAA'), 'ssh-keygen'],
  ['a key on a curve', pemOf('EC PRIVATE KEY', 'AAAA'), 'not an RSA private key'],
  ['a damaged key', pemOf('PRIVATE KEY', 'AAA*'), 'damaged'],
  ['an empty key', pemOf('PRIVATE KEY', ''), 'damaged'],
  ['bytes that are no key', pemOf('PRIVATE KEY', 'AAAA'), 'cannot be read'],
])('importing %s as a private key fails with a reason', async (_input, pem, words) => {
  const { message } = await problemOf(importPrivateKey(pem))
  expect(message).toContain(words)
})

it('a key of 1024 bits is refused', async () => {
  const parameters = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 1024,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])
  const exported = async (format: 'pkcs8' | 'spki', key: CryptoKey) =>
    toBase64(new Uint8Array(await crypto.subtle.exportKey(format, key)))

  const privatePem = pemOf('PRIVATE KEY', await exported('pkcs8', pair.privateKey))
  const publicPem = pemOf('PUBLIC KEY', await exported('spki', pair.publicKey))
  const sentence = 'This RSA key has 1024 bits; it needs 2048 to 8192.'
  expect((await problemOf(importPrivateKey(privatePem))).message).toBe(sentence)
  expect((await problemOf(importPublicKey(publicPem))).message).toBe(sentence)
})

it('the error for a damaged private key contains no part of the key', async () => {
  const [, first = ''] = rsaPrivatePkcs8Pem.split('\n')
  const damaged = rsaPrivatePkcs8Pem.replace(first.slice(0, 20), first.slice(20, 40))
  const { message, stack } = await problemOf(importPrivateKey(damaged))
  expect(`${message}${stack}`).not.toContain(first.slice(20, 40))
})

it('an imported HMAC secret cannot be exported', async () => {
  expect((await importSecret('a secret')).cryptoKey.extractable).toBe(false)
})

it('an empty HMAC secret is refused', async () => {
  expect((await problemOf(importSecret(''))).message).toBe('The secret key is empty.')
})

it('importing a private key as a public key is refused', async () => {
  const { message } = await problemOf(importPublicKey(rsaPrivatePkcs8Pem))
  expect(message).toContain('No public key found')
})
