import type { KeyValueStorage } from './kept-store.ts'
import type { StoredSecret } from './stored-secret.ts'
import type { Random, VaultKey } from './vault-format.ts'

export const VAULT = 'quarterdeck.vault'

export type VaultContents = Readonly<Record<string, StoredSecret>>

export type VaultParts = {
  storage: KeyValueStorage
  random: Random
  rounds: number
  /** Runs one task at a time across all tabs. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
}

export type Vault = ReturnType<typeof createVault>

/**
 * Encrypted key storage. Holds no secrets while open: another tab may change them, so every
 * operation decrypts anew. Throws `VaultProblem`.
 */
export function createVault(parts: VaultParts) {
  const { storage } = parts
  let key: VaultKey | undefined
  // Incremented by `close`, so that an unlock in progress cannot reopen the vault.
  let closings = 0

  const close = () => {
    closings += 1
    key = undefined
  }
  /** Loads the code on first use: most visits do not need it. */
  const operations = async () => {
    const closingsBefore = closings
    const { vaultOperations } = await import('./vault-operations.ts')
    return vaultOperations(parts, {
      get: () => key,
      set(next) {
        if (closings !== closingsBefore) return false
        key = next
        return true
      },
    })
  }

  return {
    exists: () => storage.getItem(VAULT) !== null,
    /** Returns false too after another tab changed the passphrase or deleted the vault. */
    isOpen: () => key !== undefined && (storage.getItem(VAULT)?.includes(key.salt) ?? false),
    create: async (passphrase: string) => (await operations()).create(passphrase),
    open: async (passphrase: string) => (await operations()).open(passphrase),
    read: async () => (await operations()).read(),
    change: async (edit: (contents: VaultContents) => VaultContents) =>
      (await operations()).change(edit),
    changePassphrase: async (current: string, next: string) =>
      (await operations()).changePassphrase(current, next),
    close,
    destroy() {
      close()
      storage.removeItem(VAULT)
    },
  }
}
