import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Bytes } from '#signing/base64.ts'
import { proofSize } from '#testing/proof-size.ts'

import { memoryStorage } from './kept-store.ts'
import type { StoredSecret } from './stored-secret.ts'
import { MIN_ROUNDS, unsealWithPassphrase } from './vault-format.ts'
import { createVault, VAULT, type VaultContents } from './vault.ts'

const PASSPHRASE = 'correct horse battery'
const FLIPS = proofSize(25, 1_000)
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

const reason = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (problem: unknown) => (problem as { reason?: string }).reason,
  )

it.each([
  ['eleven characters', 'a'.repeat(11), 'short-passphrase'],
  ['eleven characters of two units each', '🔑'.repeat(11), 'short-passphrase'],
  ['twelve characters', 'a'.repeat(12), 'done'],
  ['twelve characters of two units each', '🔑'.repeat(12), 'done'],
])('a passphrase of %s is judged by its length alone', async (_name, passphrase, outcome) => {
  expect(await reason(aVault().create(passphrase))).toBe(outcome)
})

describe('a vault', () => {
  it('gives back what was put in, after it was closed and opened', async () => {
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

  it('opens with a passphrase that was composed otherwise on another system', async () => {
    const storage = memoryStorage()
    await aVault(storage).create('Größenwahn im Büro')
    expect(await aVault(storage).open('Größenwahn im Büro'.normalize('NFD'))).toEqual({})
  })

  it('writes nothing that could be read without the passphrase', async () => {
    const { text } = await aFullVault()
    expect(text).not.toMatch(/canary|horse/)
    expect(text).not.toContain(btoa('canary-hmac-secret').slice(0, 12))
  })

  it('stays closed to another passphrase and says so', async () => {
    const { storage } = await aFullVault()
    expect(await reason(aVault(storage).open('correct horse batterY'))).toBe('wrong-passphrase')
  })

  it('refuses a short passphrase and a second vault', async () => {
    const { vault } = await aFullVault()
    expect(await reason(aVault().create('eleven char'))).toBe('short-passphrase')
    expect(await reason(vault.create(PASSPHRASE))).toBe('exists')
  })

  it('does nothing while it is closed', async () => {
    const { vault } = await aFullVault()
    vault.close()
    expect(await reason(vault.read())).toBe('closed')
    expect(await reason(vault.change(() => ({})))).toBe('closed')
    expect(await reason(aVault().open(PASSPHRASE))).toBe('absent')
  })

  it('that was closed while it was being opened stays closed', async () => {
    const { storage } = await aFullVault()
    const vault = aVault(storage)
    const opening = reason(vault.open(PASSPHRASE))
    vault.close()
    expect(await opening).toBe('closed')
    expect(vault.isOpen()).toBe(false)
  })

  it('uses each salt and each IV once', async () => {
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

  it('keeps what two tabs add to it', async () => {
    const { storage, vault } = await aFullVault()
    const other = aVault(storage)
    await other.open(PASSPHRASE)
    await other.change((contents) => ({ ...contents, two: aSecret('second') }))
    await vault.change((contents) => ({ ...contents, three: aSecret('third') }))
    expect(Object.keys(await other.read())).toEqual(['one', 'two', 'three'])
  })

  it('takes a new passphrase for the old one only, and shuts out who knew the old one', async () => {
    const { storage, vault } = await aFullVault()
    const other = aVault(storage)
    await other.open(PASSPHRASE)

    expect(await reason(vault.changePassphrase('not the old one', 'another long one'))).toBe(
      'wrong-passphrase',
    )
    await vault.changePassphrase(PASSPHRASE, 'another long one')

    expect(vault.isOpen()).toBe(true)
    expect(Object.keys(await vault.read())).toEqual(['one'])
    expect(other.isOpen()).toBe(false)
    expect(await reason(other.change(() => ({})))).toBe('changed')
    expect(await reason(aVault(storage).open(PASSPHRASE))).toBe('wrong-passphrase')
    expect(Object.keys(await aVault(storage).open('another long one'))).toEqual(['one'])
  })

  it('says when the browser has no room for it', async () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const vault = aVault(full)
    expect(await reason(vault.create(PASSPHRASE))).toBe('unsaved')
    expect(vault.isOpen()).toBe(false)
  })
})

describe('a vault that someone changed', { timeout: 300_000 }, () => {
  it(`is refused whichever bit is flipped (${FLIPS} of them)`, async () => {
    const { text } = await aFullVault()
    const bytes = new TextEncoder().encode(text)
    const flip = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) })
    await fc.assert(
      fc.asyncProperty(flip, async ({ at, bit }) => {
        const bent = new TextDecoder().decode(bytes.with(at, bytes[at]! ^ (1 << bit)))
        const refused = await reason(unsealWithPassphrase(bent, 'vault', PASSPHRASE))
        expect(refused).toMatch(/^(unreadable|weak|wrong-passphrase)$/)
      }),
      { numRuns: FLIPS },
    )
  })

  it('is refused when any parameter that could be lowered is another one', async () => {
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
    for (const [found, put, refused] of cases) {
      const bent = text.replace(found, put)
      expect([put, await reason(unsealWithPassphrase(bent, 'vault', PASSPHRASE))]).toEqual([
        put,
        refused,
      ])
    }
  })

  it('cannot be passed off as a file of connections', async () => {
    const { text } = await aFullVault()
    const bent = text.replace('"holds":"vault"', '"holds":"connections"')
    expect(await reason(unsealWithPassphrase(bent, 'connections', PASSPHRASE))).toBe(
      'wrong-passphrase',
    )
  })

  it('is never made weaker than it may be opened', async () => {
    expect(await reason(aVault(memoryStorage(), MIN_ROUNDS - 1).create(PASSPHRASE))).toBe('weak')
  })
})
