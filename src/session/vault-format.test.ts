import { createDecipheriv, hkdfSync, pbkdf2Sync } from 'node:crypto'

import { expect, it } from 'vitest'

import { newVaultKey, seal } from './vault-format.ts'

it('a sealed vault is opened by what its header names, in another implementation', async () => {
  const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)
  const key = await newVaultKey('Größenwahn im Büro', 600_000, random)
  const text = await seal(key, 'vault', { one: 'a secret' }, random)
  const { data, ...header } = JSON.parse(text) as {
    data: string
    passphrase: { kdf: string; rounds: number; salt: string }
    cipher: { name: string; salt: string; iv: string }
  }
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  const { passphrase, cipher } = header
  expect([passphrase.kdf, passphrase.rounds]).toEqual(['PBKDF2-SHA-256', 600_000])
  expect(cipher.name).toBe('HKDF-SHA-256+AES-256-GCM')
  const stretched = pbkdf2Sync('Größenwahn im Büro', bytes(passphrase.salt), 600_000, 32, 'sha256')
  const aes = hkdfSync('sha256', stretched, bytes(cipher.salt), 'quarterdeck.vault', 32)
  const decipher = createDecipheriv('aes-256-gcm', new Uint8Array(aes), bytes(cipher.iv))
  decipher.setAAD(Buffer.from(JSON.stringify(header))).setAuthTag(bytes(data).subarray(-16))
  const opened = decipher.update(bytes(data).subarray(0, -16), undefined, 'utf8')
  expect(JSON.parse(opened + decipher.final('utf8'))).toEqual({ one: 'a secret' })
})
