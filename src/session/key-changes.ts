import type { Transport } from '#client/transport.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { DialectId } from '#dialects/dialects.ts'
import type { Credentials } from '#signing/credentials.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import type { Algorithm, EmptyForm, SigningKey } from '#signing/signature.ts'

import { type ConnectionProfile, hasFixedMode, hintOf, originOf } from './connection-profile.ts'
import type { KeptStore } from './kept-store.ts'
import type { PaperKeys } from './paper-key.ts'
import { profilesIn, type SessionStateStore } from './session.ts'
import { credentialsOf, readToken, type StoredSecret, tokenExpiry } from './stored-secret.ts'
import type { Vault } from './vault.ts'

export type NewConnection = Pick<
  ConnectionProfile,
  'label' | 'baseUrl' | 'declaredMode' | 'emptyForm'
> & {
  /** The contract's own where it is left out. */
  readonly dialect?: DialectId | undefined
  /** What a test of it has found. */
  readonly transport?: Transport | undefined
}

export type PairedConnection = Pick<ConnectionProfile, 'label' | 'baseUrl'> & {
  readonly apiKey: string
  readonly key: SigningKey
  readonly token?: string | undefined
  /** Whether the key may rest in this browser without a passphrase; yes where this is left out. */
  readonly remember?: boolean
}

export type KeyChangeParts = {
  session: SessionStateStore
  vault: Vault
  paperKeys: PaperKeys
  newId: () => string
  now: () => number
  /**
   * When the mode was last confirmed, by connection. By itself, since writing it must never write
   * over what another tab has changed about a connection.
   */
  confirmed: KeptStore<Readonly<Record<string, number>>>
  /** What else this browser keeps for a connection goes with it. */
  onRemoved: (id: string) => void
}

/** Whatever gives a connection a key or takes it away, or the connection with it. */
export function createKeyChanges({
  session,
  vault,
  paperKeys,
  newId,
  now,
  confirmed,
  onRemoved,
}: KeyChangeParts) {
  const { profileOf, replace } = profilesIn(session)
  const save = (profile: ConnectionProfile, credentials: Credentials) => {
    const { connections, credentials: known } = session.get()
    // The vault may have been locked while its new contents were on their way.
    const usable = profile.storage !== 'vault' || vault.isOpen()
    const isKnown = connections.some(({ id }) => id === profile.id)
    session.change({
      connections: isKnown
        ? connections.map((other) => (other.id === profile.id ? profile : other))
        : [...connections, profile],
      credentials: usable ? new Map(known).set(profile.id, credentials) : known,
    })
  }

  return {
    /** A connection to the paper service by a key that was just made in this browser. */
    async addPaired(paired: PairedConnection): Promise<ConnectionProfile> {
      const { label, baseUrl, apiKey, key, token, remember = true } = paired
      const again = session
        .get()
        .connections.find((known) => known.label === label && known.baseUrl === baseUrl)
      // A service of its own kind stays one whatever mode its user was switched to.
      const known =
        again?.declaredMode === 'paper' || again?.storage === 'paper-key' ? again : undefined
      const profile: ConnectionProfile = {
        id: known?.id ?? newId(),
        label,
        baseUrl,
        dialect: 'quarterdeck',
        kind: key.algorithm,
        declaredMode: known ? known.declaredMode : 'paper',
        modeHeardAt: known?.modeHeardAt ?? now(),
        tellsMode: known?.tellsMode ?? false,
        writeEnabled: true,
        transport: undefined,
        acceptsDuplicates: false,
        emptyForm: 'path?',
        storage: remember ? 'paper-key' : 'session',
        keyedAs: newId(),
        ...seenOf(apiKey, token),
      }
      if (remember) {
        const { id } = profile
        const { cryptoKey } = key
        await paperKeys.remember({ id, origin: originOf(baseUrl), apiKey, cryptoKey, token })
      }
      save(profile, { apiKey, key, token, emptyForm: profile.emptyForm })
      session.change({ currentId: profile.id })
      return profile
    },

    /** A connection by a key that a person brought. Real money begins read-only. */
    async add(
      draft: NewConnection,
      stored: StoredSecret,
      keep: 'vault' | 'session',
    ): Promise<ConnectionProfile> {
      const { label, baseUrl, dialect = 'quarterdeck', emptyForm, transport } = draft
      const declaredMode = draft.declaredMode ?? (hasFixedMode({ dialect }) ? 'real' : undefined)
      const id = newId()
      mustFit(stored, baseUrl)
      const credentials = await credentialsOf(stored, emptyForm)
      if (keep === 'vault') await vault.change((contents) => ({ ...contents, [id]: stored }))
      const profile: ConnectionProfile = {
        id,
        label,
        baseUrl,
        dialect,
        kind: stored.kind,
        declaredMode,
        modeHeardAt: now(),
        tellsMode: false,
        // A key of such a service may trade in both modes.
        writeEnabled: declaredMode === 'paper' && !hasFixedMode({ dialect }),
        transport: transport && { kind: transport, foundAt: now() },
        acceptsDuplicates: false,
        emptyForm,
        storage: keep,
        keyedAs: newId(),
        ...seenOf(stored.apiKey, stored.token),
      }
      save(profile, credentials)
      session.change({ currentId: id })
      return profile
    },

    /**
     * Another key for a known connection, to rest where it is said to. Activity stays; what was learned
     * with the old key does not: the new one may be of another kind and of another user.
     */
    async giveKey(id: string, stored: StoredSecret, storage: 'vault' | 'session'): Promise<void> {
      const profile = profileOf(id)
      mustFit(stored, profile.baseUrl)
      const { kind } = stored
      const emptyForm = formFor(profile, kind)
      const credentials = await credentialsOf(stored, emptyForm)
      if (storage === 'vault') await vault.change((contents) => ({ ...contents, [id]: stored }))
      else if (vault.isOpen()) await vault.change(({ [id]: _old, ...others }) => others)
      if (profile.storage === 'paper-key') await paperKeys.forget(id)
      const { [id]: _confirmed, ...others } = confirmed.get()
      confirmed.set(others)
      const seen = seenOf(stored.apiKey, stored.token)
      const given = { kind, emptyForm, storage, keyedAs: newId(), modeHeardAt: 0, ...seen }
      save({ ...profile, ...given }, credentials)
    },

    /** The bearer token of the DCA endpoints, kept beside the key. */
    async setToken(id: string, entered: string): Promise<void> {
      const read = readToken(entered)
      const token = read === '' ? undefined : read
      const profile = profileOf(id)
      if (profile.storage === 'vault') {
        await vault.change((contents) => {
          const stored = contents[id]
          return stored ? { ...contents, [id]: { ...stored, token } } : contents
        })
      }
      if (profile.storage === 'paper-key') {
        const kept = await paperKeys.recall(id)
        if (kept) await paperKeys.remember({ ...kept, token })
      }
      const credentials = session.get().credentials.get(id)
      const next = { ...profileOf(id), keyedAs: newId(), ...tokenSeen(token) }
      if (credentials) save(next, { ...credentials, token })
      else replace(next)
    },

    /** Never moves to another connection by itself unless that one is paper. */
    async remove(id: string): Promise<void> {
      const { storage } = profileOf(id)
      if (storage === 'vault' && vault.exists()) {
        await vault.change(({ [id]: _forgotten, ...others }) => others)
      }
      if (storage === 'paper-key') await paperKeys.forget(id)
      const { connections, currentId } = session.get()
      const others = connections.filter((other) => other.id !== id)
      const paper = others.find(({ declaredMode }) => declaredMode === 'paper')
      session.change({
        connections: others,
        currentId: currentId === id ? paper?.id : currentId,
      })
      onRemoved(id)
    },
  }
}

/** The form of a signature: as it was found, unless another kind of key begins with another one. */
function formFor({ dialect, kind, emptyForm }: ConnectionProfile, next: Algorithm): EmptyForm {
  const { forms } = DIALECT_WORDS[dialect]
  const [before, likeliest = emptyForm] = [forms(kind).ofReads[0], forms(next).ofReads[0]]
  return before === likeliest ? emptyForm : likeliest
}

/** A key signs for the origin it was given for and for no other, whatever a profile says. */
function mustFit(stored: StoredSecret, baseUrl: string): void {
  if (stored.origin === originOf(baseUrl)) return
  throw new KeyProblem('This key belongs to another address. Enter it again for this one.')
}

function seenOf(apiKey: string, token: string | undefined) {
  return { apiKeyHint: hintOf(apiKey), ...tokenSeen(token) }
}

function tokenSeen(token: string | undefined) {
  return {
    hasToken: token !== undefined,
    tokenExpiresAt: token === undefined ? undefined : tokenExpiry(token),
  }
}
