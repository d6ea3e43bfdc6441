import { fromBase64, fromHex, toHex } from '#signing/base64.ts'
import { importPublicKey } from '#signing/keys.ts'

import { HEX_DIGEST, type Platform, unfolded } from '../platform.ts'

const utf8 = new TextEncoder()
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const

/** WebCrypto. No compression: answers stay in the browser. */
export const webPlatform: Platform = {
  async sha256(text, bytes = new Uint8Array()) {
    const head = utf8.encode(text)
    const all = new Uint8Array(head.length + bytes.length)
    all.set(head)
    all.set(bytes, head.length)
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', all)))
  },
  isSameSecret(given, expected) {
    const [a, b] = [utf8.encode(given), utf8.encode(expected)]
    let difference = a.length ^ b.length
    for (let index = 0; index < b.length; index += 1)
      difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
    return difference === 0
  },
  async verifier(algorithm, material) {
    if (algorithm === 'hmac') {
      const key = await crypto.subtle.importKey('raw', utf8.encode(material), HMAC, false, [
        'verify',
      ])
      return async (signature, signed) =>
        HEX_DIGEST.test(signature) &&
        crypto.subtle.verify(HMAC.name, key, fromHex(signature), signed)
    }
    const { cryptoKey } = await importPublicKey(material)
    return async (signature, signed) => {
      const claimed = fromBase64(unfolded(signature))
      return (
        claimed !== undefined &&
        crypto.subtle.verify('RSASSA-PKCS1-v1_5', cryptoKey, claimed, signed)
      )
    }
  },
  compressed: async (text) => ({ encoding: undefined, body: text }),
}
