import { membersOf } from './kept-store.ts'
import { readStoredSecret } from './stored-secret.ts'
import {
  newVaultKey,
  seal,
  unseal,
  unsealWithPassphrase,
  type VaultKey,
  VaultProblem,
} from './vault-format.ts'
import { VAULT, type VaultContents, type VaultParts } from './vault.ts'

type OpenKey = {
  get: () => VaultKey | undefined
  /** Returns false, and changes nothing, if the vault was closed since the operation began. */
  set: (next: VaultKey) => boolean
}

/** Operations on the contents of the vault. All throw `VaultProblem`. */
export function vaultOperations({ storage, random, rounds, inTurn }: VaultParts, openKey: OpenKey) {
  const stored = (): string => {
    const text = storage.getItem(VAULT)
    if (text === null) throw new VaultProblem('absent')
    return text
  }
  const save = async (key: VaultKey, contents: VaultContents) => {
    const text = await seal(key, 'vault', contents, random)
    try {
      storage.setItem(VAULT, text)
    } catch {
      throw new VaultProblem('unsaved')
    }
  }
  const current = async (): Promise<{ key: VaultKey; contents: VaultContents }> => {
    const key = openKey.get()
    if (!key) throw new VaultProblem('closed')
    return { key, contents: readContents(await unseal(stored(), 'vault', key)) }
  }
  const openWith = (next: VaultKey) => {
    if (!openKey.set(next)) throw new VaultProblem('closed')
  }

  return {
    async create(passphrase: string): Promise<void> {
      const next = await newVaultKey(passphrase, rounds, random)
      await inTurn(async () => {
        if (storage.getItem(VAULT) !== null) throw new VaultProblem('exists')
        await save(next, {})
      })
      openWith(next)
    },
    async open(passphrase: string): Promise<VaultContents> {
      const { key, content } = await unsealWithPassphrase(stored(), 'vault', passphrase)
      openWith(key)
      return readContents(content)
    },
    read: async (): Promise<VaultContents> => (await current()).contents,
    change: (edit: (contents: VaultContents) => VaultContents): Promise<void> =>
      inTurn(async () => {
        const { key, contents } = await current()
        await save(key, edit(contents))
      }),
    async changePassphrase(passphrase: string, nextPassphrase: string): Promise<void> {
      const next = await newVaultKey(nextPassphrase, rounds, random)
      await inTurn(async () => {
        const { content } = await unsealWithPassphrase(stored(), 'vault', passphrase)
        await save(next, readContents(content))
      })
      if (openKey.get()) openWith(next)
    },
  }
}

function readContents(content: unknown): VaultContents {
  const readable = Object.entries(membersOf(content)).flatMap(([id, found]) => {
    const secret = readStoredSecret(found)
    return secret ? [[id, secret] as const] : []
  })
  return Object.fromEntries(readable)
}
