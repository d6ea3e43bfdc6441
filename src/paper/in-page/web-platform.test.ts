import { describe, expect, it } from 'vitest'

import { generateKeyPair, importSecret } from '#signing/keys.ts'
import { sign } from '#signing/signature.ts'

import { nodePlatform } from '../node-platform.ts'
import { webPlatform } from './web-platform.ts'

const utf8 = new TextEncoder()
const SECRET = 'a secret of an HMAC key'
const signed = utf8.encode('/api/v1/smart_trades?per_page=10')
const other = utf8.encode('/api/v1/smart_trades?per_page=11')

describe.each([
  ['Node', nodePlatform],
  ['a page', webPlatform],
])('the platform of %s', (_where, platform) => {
  it('hashes a text and the bytes after it', async () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(await platform.sha256('')).toBe(empty)
    expect(await platform.sha256('abc')).toBe(abc)
    expect(await platform.sha256('ab', utf8.encode('c'))).toBe(abc)
  })

  it.each([
    ['', '', true],
    ['secret', 'secret', true],
    ['secret', 'secreT', false],
    ['secret', 'secret ', false],
    ['secret', 'secre', false],
    ['', 'secret', false],
  ])('compares %j and %j', (given, expected, isSame) => {
    expect(platform.isSameSecret(given, expected)).toBe(isSame)
  })

  it('signatures of an HMAC key are accepted in upper and lower case, others are not', async () => {
    const verify = await platform.verifier('hmac', SECRET)
    const signature = await sign(await importSecret(SECRET), signed)
    expect(await verify(signature, signed)).toBe(true)
    expect(await verify(signature.toUpperCase(), signed)).toBe(true)
    for (const wrong of [signature.slice(2), `${signature}00`, ` ${signature}`, '', 'none']) {
      expect([wrong, await verify(wrong, signed)]).toEqual([wrong, false])
    }
    expect(await verify(signature, other)).toBe(false)
    const stranger = await platform.verifier('hmac', `${SECRET}!`)
    expect(await stranger(signature, signed)).toBe(false)
  })

  it('signatures of an RSA key are accepted, folded too, others are not', async () => {
    const { key, publicPem } = await generateKeyPair()
    const verify = await platform.verifier('rsa', publicPem)
    const signature = await sign(key, signed)
    const folded = signature.replaceAll(/.{76}/g, '$&\r\n ')
    expect(await verify(signature, signed)).toBe(true)
    expect(await verify(folded, signed)).toBe(true)
    for (const wrong of [
      signature.replace(/==$/, ''),
      signature.toLowerCase(),
      signature.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      '',
      'none',
    ]) {
      expect([wrong, await verify(wrong, signed)]).toEqual([wrong, false])
    }
    expect(await verify(signature, other)).toBe(false)
    const stranger = await platform.verifier('rsa', (await generateKeyPair()).publicPem)
    expect(await stranger(signature, signed)).toBe(false)
  })
})
