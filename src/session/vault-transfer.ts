import { type ConnectionProfile, originOf, readProfile } from './connection-profile.ts'
import { listOf, membersOf } from './kept-store.ts'
import type { SessionStateStore } from './session.ts'
import { readStoredSecret, type StoredSecret } from './stored-secret.ts'
import { newVaultKey, type Random, seal, unsealWithPassphrase } from './vault-format.ts'
import type { Vault } from './vault.ts'

type Parts = {
  session: SessionStateStore
  vault: Vault
  rounds: number
  random: Random
  /** Takes up the keys of connections that came in. */
  refresh: () => Promise<void>
}

/** Connections on their way from one browser to another, encrypted. Needs an open vault. */
export function createTransfer({ session, vault, rounds, random, refresh }: Parts) {
  return {
    /** The text of a file with every connection whose key lies in the vault. */
    async exportConnections(passphrase: string): Promise<string> {
      const secrets = await vault.read()
      const carried = session.get().connections.flatMap((profile) => {
        const secret = secrets[profile.id]
        return profile.storage === 'vault' && secret ? [{ profile, secret }] : []
      })
      return sealConnections(carried, passphrase, { rounds, random })
    },

    /** The connections in such a file, in place of known ones of the same id. */
    async importConnections(text: string, passphrase: string): Promise<ConnectionProfile[]> {
      const carried = await unsealConnections(text, passphrase)
      const secrets = carried.map(({ profile, secret }) => [profile.id, secret] as const)
      await vault.change((contents) => ({ ...contents, ...Object.fromEntries(secrets) }))
      const profiles = carried.map(({ profile }) => profile)
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

/** A connection with everything it needs to work in another browser. */
export type CarriedConnection = {
  readonly profile: ConnectionProfile
  readonly secret: StoredSecret
}

/** The text of a file that only `passphrase` opens. Throws `VaultProblem`. */
export async function sealConnections(
  connections: readonly CarriedConnection[],
  passphrase: string,
  { rounds, random }: { rounds: number; random: Random },
): Promise<string> {
  const key = await newVaultKey(passphrase, rounds, random)
  return seal(key, 'connections', connections, random)
}

/**
 * The connections in such a file. They arrive read-only: writing is switched on where it is used.
 * Throws `VaultProblem`.
 */
export async function unsealConnections(
  text: string,
  passphrase: string,
): Promise<CarriedConnection[]> {
  const { content } = await unsealWithPassphrase(text.trim(), 'connections', passphrase)
  return listOf(content, readCarried)
}

function readCarried(found: unknown): CarriedConnection | undefined {
  const has = membersOf(found)
  const profile = readProfile(has['profile'])
  const secret = readStoredSecret(has['secret'])
  if (!profile || !secret || secret.origin !== originOf(profile.baseUrl)) return undefined
  // What another browser found of the way that orders travel says nothing of this one.
  const asNew = { writeEnabled: false, transport: undefined, acceptsDuplicates: false }
  return { profile: { ...profile, storage: 'vault', ...asNew }, secret }
}
