import { type KeyValueStorage, membersOf } from './kept-store.ts'
import { readStoredSecret, type StoredSecret } from './stored-secret.ts'
import {
  newVaultKey,
  type Random,
  seal,
  unseal,
  unsealWithPassphrase,
  type VaultKey,
  VaultProblem,
} from './vault-format.ts'

export const VAULT = 'quarterdeck.vault'

/** The keys of real connections by connection id. */
export type VaultContents = Readonly<Record<string, StoredSecret>>

/**
 * Keys at rest. Between two calls it holds ciphertext and a key that cannot be taken out; every
 * change reads what lies in storage first, since another tab may have written it.
 */
export type Vault = {
  exists: () => boolean
  /** False as well when another tab changed the passphrase or forgot the vault. */
  isOpen: () => boolean
  create: (passphrase: string) => Promise<void>
  /** Opens it and hands the contents over once. */
  open: (passphrase: string) => Promise<VaultContents>
  read: () => Promise<VaultContents>
  change: (edit: (contents: VaultContents) => VaultContents) => Promise<void>
  changePassphrase: (current: string, next: string) => Promise<void>
  close: () => void
  destroy: () => void
}

type Options = {
  storage: KeyValueStorage
  random: Random
  rounds: number
  /** Runs one task at a time over all tabs. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
}

export function createVault({ storage, random, rounds, inTurn }: Options): Vault {
  let key: VaultKey | undefined
  // Counts closings, so that an opening which was under way when the vault was locked stays out.
  let closings = 0

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
    if (!key) throw new VaultProblem('closed')
    return { key, contents: readContents(await unseal(stored(), 'vault', key)) }
  }
  const become = (next: VaultKey, since: number) => {
    if (closings !== since) throw new VaultProblem('closed')
    key = next
  }

  const close = () => {
    closings += 1
    key = undefined
  }

  return {
    exists: () => storage.getItem(VAULT) !== null,
    isOpen: () => key !== undefined && (storage.getItem(VAULT)?.includes(key.salt) ?? false),
    async create(passphrase) {
      const since = closings
      const next = await newVaultKey(passphrase, rounds, random)
      await inTurn(async () => {
        if (storage.getItem(VAULT) !== null) throw new VaultProblem('exists')
        await keep(next, {})
      })
      become(next, since)
    },
    async open(passphrase) {
      const since = closings
      const opened = await unsealWithPassphrase(stored(), 'vault', passphrase)
      become(opened.key, since)
      return readContents(opened.content)
    },
    read: async () => (await current()).contents,
    change: (edit) =>
      inTurn(async () => {
        const { key, contents } = await current()
        await keep(key, edit(contents))
      }),
    async changePassphrase(passphrase, nextPassphrase) {
      const since = closings
      const next = await newVaultKey(nextPassphrase, rounds, random)
      await inTurn(async () => {
        const { content } = await unsealWithPassphrase(stored(), 'vault', passphrase)
        await keep(next, readContents(content))
      })
      if (key) become(next, since)
    },
    close,
    destroy() {
      close()
      storage.removeItem(VAULT)
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
