import type { KeyValueStorage } from './kept-store.ts'
import type { StoredSecret } from './stored-secret.ts'
import type { Random, VaultKey } from './vault-format.ts'

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

export type VaultParts = {
  storage: KeyValueStorage
  random: Random
  rounds: number
  /** Runs one task at a time over all tabs. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
}

/** What opens and seals, fetched when it is first needed: most days nobody does. */
const fetchWork = () => import('./vault-work.ts')

export function createVault(parts: VaultParts): Vault {
  const { storage } = parts
  let key: VaultKey | undefined
  // Counts closings, so that an opening which was under way when the vault was locked stays out.
  let closings = 0

  const close = () => {
    closings += 1
    key = undefined
  }
  /** Begins a piece of work: what it may become is settled by whether the vault was closed since. */
  const working = async () => {
    const since = closings
    const { vaultWork } = await fetchWork()
    return vaultWork(parts, {
      key: () => key,
      become(next) {
        if (closings !== since) return false
        key = next
        return true
      },
    })
  }

  return {
    exists: () => storage.getItem(VAULT) !== null,
    isOpen: () => key !== undefined && (storage.getItem(VAULT)?.includes(key.salt) ?? false),
    create: async (passphrase) => (await working()).create(passphrase),
    open: async (passphrase) => (await working()).open(passphrase),
    read: async () => (await working()).read(),
    change: async (edit) => (await working()).change(edit),
    changePassphrase: async (current, next) => (await working()).changePassphrase(current, next),
    close,
    destroy() {
      close()
      storage.removeItem(VAULT)
    },
  }
}
