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

/** The key of the open vault, as one piece of work finds it. */
type Held = {
  key: () => VaultKey | undefined
  /** False when the vault was closed since the work began: it stays closed. */
  become: (next: VaultKey) => boolean
}

/** What is done with the contents of the vault. Everything throws `VaultProblem`. */
export function vaultWork({ storage, random, rounds, inTurn }: VaultParts, held: Held) {
  const stored = (): string => {
    const text = storage.getItem(VAULT)
    if (text === null) throw new VaultProblem('absent')
    return text
  }
  const keep = async (sealing: VaultKey, contents: VaultContents) => {
    const text = await seal(sealing, 'vault', contents, random)
    try {
      storage.setItem(VAULT, text)
    } catch {
      throw new VaultProblem('unsaved')
    }
  }
  const current = async (): Promise<{ key: VaultKey; contents: VaultContents }> => {
    const key = held.key()
    if (!key) throw new VaultProblem('closed')
    return { key, contents: readContents(await unseal(stored(), 'vault', key)) }
  }
  const become = (next: VaultKey) => {
    if (!held.become(next)) throw new VaultProblem('closed')
  }

  return {
    async create(passphrase: string): Promise<void> {
      const next = await newVaultKey(passphrase, rounds, random)
      await inTurn(async () => {
        if (storage.getItem(VAULT) !== null) throw new VaultProblem('exists')
        await keep(next, {})
      })
      become(next)
    },
    async open(passphrase: string): Promise<VaultContents> {
      const opened = await unsealWithPassphrase(stored(), 'vault', passphrase)
      become(opened.key)
      return readContents(opened.content)
    },
    read: async (): Promise<VaultContents> => (await current()).contents,
    change: (edit: (contents: VaultContents) => VaultContents): Promise<void> =>
      inTurn(async () => {
        const { key, contents } = await current()
        await keep(key, edit(contents))
      }),
    async changePassphrase(passphrase: string, nextPassphrase: string): Promise<void> {
      const next = await newVaultKey(nextPassphrase, rounds, random)
      await inTurn(async () => {
        const { content } = await unsealWithPassphrase(stored(), 'vault', passphrase)
        await keep(next, readContents(content))
      })
      if (held.key()) become(next)
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
