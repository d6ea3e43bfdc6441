import { type Bytes, fromBase64, toBase64 } from '#signing/base64.ts'
import { subtle } from '#signing/subtle.ts'

import { membersOf } from './kept-store.ts'

const SENTENCES = {
  absent: 'This browser has no stored keys yet.',
  exists: 'This browser already has stored keys. Unlock them, or delete them first.',
  closed: 'The keys are locked. Enter the passphrase.',
  'wrong-passphrase': 'This passphrase is not correct. Check capitals and the keyboard layout.',
  'short-passphrase': 'A passphrase needs at least 12 characters.',
  weak: 'This file was not opened: its encryption is too weak.',
  unreadable: 'This is not a Quarterdeck file, or it is damaged.',
  changed: 'The stored keys were changed in another tab. Unlock them again.',
  unsaved: 'This browser could not store the keys: its storage is full or blocked.',
} as const

/** Error of the vault, as a sentence for the user. Never contains secrets. */
export class VaultProblem extends Error {
  override readonly name = 'VaultProblem'
  readonly reason: keyof typeof SENTENCES

  constructor(reason: keyof typeof SENTENCES) {
    super(SENTENCES[reason])
    this.reason = reason
  }
}

/** Signature of `crypto.getRandomValues`. */
export type Random = (bytes: Bytes) => Bytes

/** The vault of this browser, or a file with exported connections. */
type Purpose = 'vault' | 'connections'

/** Key derived from a passphrase. */
export type VaultKey = {
  readonly rounds: number
  readonly salt: string
  readonly stretched: CryptoKey
}

/** All fields but `data` are authenticated (AEAD), so an attacker cannot weaken the parameters. */
type Sealed = {
  readonly format: 'quarterdeck.vault'
  readonly version: 1
  readonly holds: Purpose
  readonly passphrase: {
    readonly kdf: 'PBKDF2-SHA-256'
    readonly rounds: number
    readonly salt: string
  }
  readonly cipher: {
    readonly name: 'HKDF-SHA-256+AES-256-GCM'
    readonly salt: string
    readonly iv: string
  }
  readonly data: string
}

export const MIN_ROUNDS = 600_000
// A malicious file must not freeze the page for minutes.
const MAX_ROUNDS = 10_000_000
const MIN_PASSPHRASE = 12
const SALT_BYTES = 16
const IV_BYTES = 12
const utf8 = new TextEncoder()

/** Derives a key from a new passphrase with a random salt. Throws `VaultProblem`. */
export async function newVaultKey(
  passphrase: string,
  rounds: number,
  random: Random,
): Promise<VaultKey> {
  if (Array.from(passphrase).length < MIN_PASSPHRASE) throw new VaultProblem('short-passphrase')
  return stretch(passphrase, rounds, toBase64(random(new Uint8Array(SALT_BYTES))))
}

/** Encrypts with a new random salt and IV. */
export async function seal(
  key: VaultKey,
  holds: Purpose,
  content: unknown,
  random: Random,
): Promise<string> {
  const header = headerOf(holds, key, {
    salt: toBase64(random(new Uint8Array(SALT_BYTES))),
    iv: toBase64(random(new Uint8Array(IV_BYTES))),
  })
  const plain = utf8.encode(JSON.stringify(content))
  const aes = await cipherKey(key, header.cipher.salt)
  const data = await subtle().encrypt(gcm(header), aes, plain)
  plain.fill(0)
  return JSON.stringify({ ...header, data: toBase64(new Uint8Array(data)) } satisfies Sealed)
}

/** Decrypts with a passphrase. Returns the derived key too. Throws `VaultProblem`. */
export async function unsealWithPassphrase(
  text: string,
  holds: Purpose,
  passphrase: string,
): Promise<{ key: VaultKey; content: unknown }> {
  const { passphrase: stretching } = readSealed(text, holds)
  const key = await stretch(passphrase, stretching.rounds, stretching.salt)
  return { key, content: await unseal(text, holds, key) }
}

/** Decrypts with a key that was derived before. Throws `VaultProblem`. */
export async function unseal(text: string, holds: Purpose, key: VaultKey): Promise<unknown> {
  const { data, ...header } = readSealed(text, holds)
  if (header.passphrase.salt !== key.salt) throw new VaultProblem('changed')
  const aes = await cipherKey(key, header.cipher.salt)
  const plain = await subtle()
    .decrypt(gcm(header), aes, bytesOf(data))
    .catch(() => Promise.reject(new VaultProblem('wrong-passphrase')))
  return JSON.parse(new TextDecoder().decode(plain)) as unknown
}

/** Accepts only the exact JSON that `seal` writes, so that no two texts mean the same. */
function readSealed(text: string, holds: Purpose): Sealed {
  const has = membersOf(parsed(text))
  const passphrase = membersOf(has['passphrase'])
  const cipher = membersOf(has['cipher'])
  const rounds = Number(passphrase['rounds'])
  const sealed: Sealed = {
    ...headerOf(
      holds,
      { rounds, salt: String(passphrase['salt']) },
      { salt: String(cipher['salt']), iv: String(cipher['iv']) },
    ),
    data: String(has['data']),
  }
  if (JSON.stringify(sealed) !== text) throw new VaultProblem('unreadable')
  if (!Number.isSafeInteger(rounds) || rounds > MAX_ROUNDS) throw new VaultProblem('unreadable')
  if (rounds < MIN_ROUNDS) throw new VaultProblem('weak')
  bytesOf(sealed.passphrase.salt, SALT_BYTES)
  bytesOf(sealed.cipher.salt, SALT_BYTES)
  bytesOf(sealed.cipher.iv, IV_BYTES)
  bytesOf(sealed.data)
  return sealed
}

function headerOf(
  holds: Purpose,
  { rounds, salt }: { rounds: number; salt: string },
  cipher: { salt: string; iv: string },
): Omit<Sealed, 'data'> {
  return {
    format: 'quarterdeck.vault',
    version: 1,
    holds,
    passphrase: { kdf: 'PBKDF2-SHA-256', rounds, salt },
    cipher: { name: 'HKDF-SHA-256+AES-256-GCM', salt: cipher.salt, iv: cipher.iv },
  }
}

async function stretch(passphrase: string, rounds: number, salt: string): Promise<VaultKey> {
  if (rounds < MIN_ROUNDS) throw new VaultProblem('weak')
  // Systems encode the same accented letters differently (composed or decomposed).
  const typed = utf8.encode(passphrase.normalize('NFKC'))
  const base = await subtle().importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
  typed.fill(0)
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', iterations: rounds, salt: bytesOf(salt) }
  const bits = new Uint8Array(await subtle().deriveBits(pbkdf2, base, 256))
  const stretched = await subtle().importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  bits.fill(0)
  return { rounds, salt, stretched }
}

function cipherKey({ stretched }: VaultKey, salt: string): Promise<CryptoKey> {
  const info = utf8.encode('quarterdeck.vault')
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(salt), info }
  const aes = { name: 'AES-GCM', length: 256 }
  return subtle().deriveKey(hkdf, stretched, aes, false, ['encrypt', 'decrypt'])
}

function gcm(header: Omit<Sealed, 'data'>) {
  return {
    name: 'AES-GCM',
    iv: bytesOf(header.cipher.iv),
    additionalData: utf8.encode(JSON.stringify(header)),
  }
}

function bytesOf(base64: string, length?: number): Bytes {
  const bytes = fromBase64(base64)
  if (!bytes || (length !== undefined && bytes.length !== length)) {
    throw new VaultProblem('unreadable')
  }
  return bytes
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new VaultProblem('unreadable')
  }
}
