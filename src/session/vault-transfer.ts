import { type ConnectionProfile, originOf, readProfile } from './connection-profile.ts'
import { listOf, membersOf } from './kept-store.ts'
import type { SessionStateStore } from './session.ts'
import { readStoredSecret } from './stored-secret.ts'
import { newVaultKey, type Random, seal, unsealWithPassphrase } from './vault-format.ts'
import type { Vault } from './vault.ts'

type Parts = {
  session: SessionStateStore
  vault: Vault
  rounds: number
  random: Random
  /** Loads the keys of imported connections. */
  refresh: () => Promise<void>
}

/** Exports and imports connections as an encrypted file. Needs an open vault. */
export function createTransfer({ session, vault, rounds, random, refresh }: Parts) {
  return {
    /** Encrypts all connections with a key in the vault. Throws `VaultProblem`. */
    async exportConnections(passphrase: string): Promise<string> {
      const secrets = await vault.read()
      const exported = session.get().connections.flatMap((profile) => {
        const secret = secrets[profile.id]
        return profile.storage === 'vault' && secret ? [{ profile, secret }] : []
      })
      const key = await newVaultKey(passphrase, rounds, random)
      return seal(key, 'connections', exported, random)
    },

    /** Adds the connections of a file, read-only. Replaces those with the same id. */
    async importConnections(text: string, passphrase: string): Promise<ConnectionProfile[]> {
      const { content } = await unsealWithPassphrase(text.trim(), 'connections', passphrase)
      const imported = listOf(content, readExported)
      const secrets = imported.map(({ profile, secret }) => [profile.id, secret] as const)
      await vault.change((contents) => ({ ...contents, ...Object.fromEntries(secrets) }))
      const profiles = imported.map(({ profile }) => profile)
      const ids = new Set(profiles.map(({ id }) => id))
      const { connections } = session.get()
      session.change({
        connections: [...connections.filter(({ id }) => !ids.has(id)), ...profiles],
      })
      await refresh()
      return profiles
    },
  }
}

function readExported(found: unknown) {
  const has = membersOf(found)
  const profile = readProfile(has['profile'])
  const secret = readStoredSecret(has['secret'])
  if (!profile || !secret || secret.origin !== originOf(profile.baseUrl)) return undefined
  // The transport depends on the browser, so it has to be tested again.
  const untested = { writeEnabled: false, transport: undefined, acceptsDuplicates: false }
  return { profile: { ...profile, storage: 'vault' as const, ...untested }, secret }
}
