import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const OWNER_ONLY = 0o600

export type Sealing = {
  /** `about` names the owner of the text: decrypting needs the same name. */
  seal: (text: string, about: string) => string
  /** `undefined` if it cannot be decrypted, as after a restore without the key. */
  open: (sealed: string, about: string) => string | undefined
}

/** A key file in the data directory, made with the first secret; only its owner may read it. */
export function sealingIn(directory: string): Sealing {
  const file = join(directory, 'webhooks.key')
  let known: Buffer | undefined
  const keyIn = (): Buffer | undefined => {
    if (!known && existsSync(file)) {
      chmodSync(file, OWNER_ONLY)
      known = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
    }
    return known?.length === KEY_BYTES ? known : undefined
  }
  const newKey = (): Buffer => {
    known = randomBytes(KEY_BYTES)
    writeFileSync(file, known.toString('base64'), { mode: OWNER_ONLY, flush: true })
    return known
  }
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyIn() ?? newKey(), nonce)
      cipher.setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, about) {
      const key = keyIn()
      if (!key) return undefined
      const bytes = Buffer.from(sealed, 'base64')
      const textAt = NONCE_BYTES + TAG_BYTES
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAAD(Buffer.from(about))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, textAt))
        return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
