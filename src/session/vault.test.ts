import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Bytes } from '#signing/base64.ts'
import { proofSize } from '#testing/proof-size.ts'
import { quickPassphrases } from '#testing/quick-passphrases.ts'

import { memoryStorage } from './kept-store.ts'
import type { StoredSecret } from './stored-secret.ts'
import { MIN_ROUNDS, unsealWithPassphrase } from './vault-format.ts'
import { createVault, VAULT, type VaultContents } from './vault.ts'

quickPassphrases()

const PASSPHRASE = 'correct horse battery'
const FLIPS = proofSize(10, 1_000)
const random = (bytes: Bytes) => crypto.getRandomValues(bytes)

const aSecret = (secret = 'canary-hmac-secret'): StoredSecret => ({
  kind: 'hmac',
  apiKey: 'canary-api-key',
  origin: 'https://api.example.com',
  secret,
  token: 'canary-token',
})

function aVault(storage = memoryStorage(), rounds = MIN_ROUNDS) {
  return createVault({ storage, random, rounds, inTurn: (task) => task() })
}

async function aFullVault() {
  const storage = memoryStorage()
  const vault = aVault(storage)
  await vault.create(PASSPHRASE)
  await vault.change(() => ({ one: aSecret() }))
  return { storage, vault, text: storage.getItem(VAULT) ?? '' }
}

const outcomeOf = (operation: Promise<unknown>) =>
  operation.then(
    () => 'done',
    (problem: unknown) => (problem as { reason?: string }).reason,
  )

it.each([
  ['eleven characters', 'a'.repeat(11), 'short-passphrase'],
  ['eleven characters of two units each', '🔑'.repeat(11), 'short-passphrase'],
  ['twelve characters', 'a'.repeat(12), 'done'],
  ['twelve characters of two units each', '🔑'.repeat(12), 'done'],
])('a new vault with a passphrase of %s: %s', async (_name, passphrase, outcome) => {
  expect(await outcomeOf(aVault().create(passphrase))).toBe(outcome)
})

it('a reopened vault has the contents that were saved', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  const secret = fc.record({
    kind: fc.constant('hmac' as const),
    apiKey: text,
    origin: fc.webUrl(),
    secret: text,
    token: text,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.uuid(), secret),
      fc.string({ unit: 'grapheme', minLength: 12 }),
      async (contents: VaultContents, passphrase) => {
        const storage = memoryStorage()
        const vault = aVault(storage)
        await vault.create(passphrase)
        await vault.change(() => contents)
        vault.close()
        expect(await aVault(storage).open(passphrase)).toEqual(contents)
      },
    ),
    { numRuns: 5 },
  )
})

it('a vault opens with a passphrase in another Unicode normalisation', async () => {
  const storage = memoryStorage()
  await aVault(storage).create('Größenwahn im Büro')
  expect(await aVault(storage).open('Größenwahn im Büro'.normalize('NFD'))).toEqual({})
})

it('a stored vault contains no secret or passphrase as text or base64', async () => {
  const { text } = await aFullVault()
  expect(text).not.toMatch(/canary|horse/)
  expect(text).not.toContain(btoa('canary-hmac-secret').slice(0, 12))
})

it('a wrong passphrase does not open the vault', async () => {
  const { storage } = await aFullVault()
  expect(await outcomeOf(aVault(storage).open('correct horse batterY'))).toBe('wrong-passphrase')
})

it('a short passphrase and a second vault are refused', async () => {
  const { vault } = await aFullVault()
  expect(await outcomeOf(aVault().create('eleven char'))).toBe('short-passphrase')
  expect(await outcomeOf(vault.create(PASSPHRASE))).toBe('exists')
})

it('a closed vault cannot be read or changed, and a missing one not opened', async () => {
  const { vault } = await aFullVault()
  vault.close()
  expect(await outcomeOf(vault.read())).toBe('closed')
  expect(await outcomeOf(vault.change(() => ({})))).toBe('closed')
  expect(await outcomeOf(aVault().open(PASSPHRASE))).toBe('absent')
})

it('a vault closed while it opens stays closed', async () => {
  const { storage } = await aFullVault()
  const vault = aVault(storage)
  const opening = outcomeOf(vault.open(PASSPHRASE))
  vault.close()
  expect(await opening).toBe('closed')
  expect(vault.isOpen()).toBe(false)
})

it('every save uses a new salt and a new IV', async () => {
  const { storage, vault } = await aFullVault()
  const seen = new Set<string>()
  for (let write = 0; write < 200; write += 1) {
    await vault.change((contents) => contents)
    const { cipher } = JSON.parse(storage.getItem(VAULT) ?? '') as {
      cipher: { iv: string; salt: string }
    }
    seen.add(cipher.iv).add(cipher.salt)
  }
  expect(seen.size).toBe(400)
})

it('changes of a vault in two tabs are both kept', async () => {
  const { storage, vault } = await aFullVault()
  const other = aVault(storage)
  await other.open(PASSPHRASE)
  await other.change((contents) => ({ ...contents, two: aSecret('second') }))
  await vault.change((contents) => ({ ...contents, three: aSecret('third') }))
  expect(Object.keys(await other.read())).toEqual(['one', 'two', 'three'])
})

it('changing the passphrase needs the old one, which then no longer opens the vault', async () => {
  const { storage, vault } = await aFullVault()
  const other = aVault(storage)
  await other.open(PASSPHRASE)

  expect(await outcomeOf(vault.changePassphrase('not the old one', 'another long one'))).toBe(
    'wrong-passphrase',
  )
  await vault.changePassphrase(PASSPHRASE, 'another long one')

  expect(vault.isOpen()).toBe(true)
  expect(Object.keys(await vault.read())).toEqual(['one'])
  expect(other.isOpen()).toBe(false)
  expect(await outcomeOf(other.change(() => ({})))).toBe('changed')
  expect(await outcomeOf(aVault(storage).open(PASSPHRASE))).toBe('wrong-passphrase')
  expect(Object.keys(await aVault(storage).open('another long one'))).toEqual(['one'])
})

it('creating a vault in a full storage fails as unsaved', async () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const vault = aVault(full)
  expect(await outcomeOf(vault.create(PASSPHRASE))).toBe('unsaved')
  expect(vault.isOpen()).toBe(false)
})

describe('a tampered vault', { timeout: 300_000 }, () => {
  it(`a vault with a flipped bit is refused (${FLIPS} random bits)`, async () => {
    const { text } = await aFullVault()
    const bytes = new TextEncoder().encode(text)
    const flip = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) })
    await fc.assert(
      fc.asyncProperty(flip, async ({ at, bit }) => {
        const tampered = new TextDecoder().decode(bytes.with(at, bytes[at]! ^ (1 << bit)))
        const outcome = await outcomeOf(unsealWithPassphrase(tampered, 'vault', PASSPHRASE))
        expect(outcome).toMatch(/^(unreadable|weak|wrong-passphrase)$/)
      }),
      { numRuns: FLIPS },
    )
  })

  it('a vault with changed encryption parameters is refused', async () => {
    const { text } = await aFullVault()
    const cases: [string, string, string][] = [
      ['"rounds":600000', '"rounds":599999', 'weak'],
      ['"rounds":600000', '"rounds":1', 'weak'],
      ['"rounds":600000', '"rounds":600001', 'wrong-passphrase'],
      ['"rounds":600000', '"rounds":99000000', 'unreadable'],
      ['"rounds":600000', '"rounds":"600000"', 'unreadable'],
      ['"rounds":600000', '"rounds":600000,"rounds":600000', 'unreadable'],
      ['"version":1', '"version":0', 'unreadable'],
      ['"holds":"vault"', '"holds":"connections"', 'unreadable'],
      ['PBKDF2-SHA-256', 'PBKDF2-SHA-1', 'unreadable'],
      ['{"format"', '{ "format"', 'unreadable'],
      [text, '', 'unreadable'],
      [text, 'null', 'unreadable'],
      [text, '{}', 'unreadable'],
    ]
    for (const [original, changed, reason] of cases) {
      const tampered = text.replace(original, changed)
      const outcome = await outcomeOf(unsealWithPassphrase(tampered, 'vault', PASSPHRASE))
      expect([changed, outcome]).toEqual([changed, reason])
    }
  })

  it('a vault cannot be imported as a file of connections', async () => {
    const { text } = await aFullVault()
    const tampered = text.replace('"holds":"vault"', '"holds":"connections"')
    expect(await outcomeOf(unsealWithPassphrase(tampered, 'connections', PASSPHRASE))).toBe(
      'wrong-passphrase',
    )
  })

  it('a vault with too few rounds is not created', async () => {
    expect(await outcomeOf(aVault(memoryStorage(), MIN_ROUNDS - 1).create(PASSPHRASE))).toBe('weak')
  })
})
