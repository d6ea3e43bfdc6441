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
  /** 'quarterdeck' by default. */
  readonly dialect?: DialectId | undefined
  readonly transport?: Transport | undefined
}

export type PairedConnection = Pick<ConnectionProfile, 'label' | 'baseUrl'> & {
  readonly apiKey: string
  readonly key: SigningKey
  readonly token?: string | undefined
  readonly world?: string | undefined
  readonly user?: string | undefined
  /** Stores the key in this browser without a passphrase; true by default. */
  readonly remember?: boolean
}

export type KeyChangeParts = {
  session: SessionStateStore
  vault: Vault
  paperKeys: PaperKeys
  newId: () => string
  now: () => number
  /** Last confirmation of the mode, by connection; outside the profile to avoid overwriting it. */
  confirmed: KeptStore<Readonly<Record<string, number>>>
  /** Deletes everything else that this browser stores for a connection. */
  onRemoved: (id: string) => void
}

/** Adds and removes connections and changes their keys. */
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
    // The vault may have been locked meanwhile.
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
    /** Adds a paper service with a key generated in this browser, or gives it a new key. */
    async addPaired(paired: PairedConnection): Promise<ConnectionProfile> {
      const { label, baseUrl, apiKey, key, token, world, user, remember = true } = paired
      // Connections of earlier versions have no user. A service in real mode still has a paper key.
      const known = session
        .get()
        .connections.find(
          (one) =>
            (one.user === undefined ? one.label === label : one.user === user) &&
            one.baseUrl === baseUrl &&
            one.world === world &&
            (one.declaredMode === 'paper' || one.storage === 'paper-key'),
        )
      const profile: ConnectionProfile = {
        id: known?.id ?? newId(),
        label: known?.label ?? label,
        baseUrl,
        dialect: 'quarterdeck',
        world,
        user,
        kind: key.algorithm,
        declaredMode: known ? known.declaredMode : 'paper',
        modeHeardAt: known?.modeHeardAt ?? now(),
        tellsMode: known?.tellsMode ?? false,
        writeEnabled: known?.writeEnabled ?? true,
        transport: undefined,
        acceptsDuplicates: false,
        emptyForm: 'path?',
        storage: remember ? 'paper-key' : 'session',
        keyedAs: newId(),
        ...keyFacts(apiKey, token),
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

    /** Adds a connection with an entered key: read-only, except for a service in paper mode. */
    async add(
      draft: NewConnection,
      stored: StoredSecret,
      keep: 'vault' | 'session',
    ): Promise<ConnectionProfile> {
      const { label, baseUrl, dialect = 'quarterdeck', emptyForm, transport } = draft
      const declaredMode = draft.declaredMode ?? (hasFixedMode({ dialect }) ? 'real' : undefined)
      const id = newId()
      assertSameOrigin(stored, baseUrl)
      const credentials = await credentialsOf(stored, emptyForm)
      if (keep === 'vault') await vault.change((contents) => ({ ...contents, [id]: stored }))
      const profile: ConnectionProfile = {
        id,
        label,
        baseUrl,
        dialect,
        world: undefined,
        user: undefined,
        kind: stored.kind,
        declaredMode,
        modeHeardAt: now(),
        tellsMode: false,
        // A key of a service with a fixed mode per connection can trade in both modes.
        writeEnabled: declaredMode === 'paper' && !hasFixedMode({ dialect }),
        transport: transport && { kind: transport, foundAt: now() },
        acceptsDuplicates: false,
        emptyForm,
        storage: keep,
        keyedAs: newId(),
        ...keyFacts(stored.apiKey, stored.token),
      }
      save(profile, credentials)
      session.change({ currentId: id })
      return profile
    },

    /** Replaces a key. The mode must be confirmed again: the new key may be another user's. */
    async giveKey(id: string, stored: StoredSecret, storage: 'vault' | 'session'): Promise<void> {
      const profile = profileOf(id)
      assertSameOrigin(stored, profile.baseUrl)
      const { kind } = stored
      const emptyForm = emptyFormFor(profile, kind)
      const credentials = await credentialsOf(stored, emptyForm)
      if (storage === 'vault') await vault.change((contents) => ({ ...contents, [id]: stored }))
      else if (vault.isOpen()) await vault.change(({ [id]: _old, ...others }) => others)
      if (profile.storage === 'paper-key') await paperKeys.forget(id)
      const { [id]: _confirmed, ...others } = confirmed.get()
      confirmed.set(others)
      const facts = keyFacts(stored.apiKey, stored.token)
      const changes = { kind, emptyForm, storage, keyedAs: newId(), modeHeardAt: 0, ...facts }
      save({ ...profile, ...changes }, credentials)
    },

    /** Sets the bearer token of the DCA endpoints; an empty text removes it. */
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
      const next = { ...profileOf(id), keyedAs: newId(), ...tokenFacts(token) }
      if (credentials) save(next, { ...credentials, token })
      else replace(next)
    },

    /** Removes a connection. Selects a paper connection next, never a real one. */
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

/** Keeps the tested form, unless the new kind of key has another usual one. */
function emptyFormFor({ dialect, kind, emptyForm }: ConnectionProfile, next: Algorithm): EmptyForm {
  const { forms } = DIALECT_WORDS[dialect]
  const [before, likeliest = emptyForm] = [forms(kind).ofReads[0], forms(next).ofReads[0]]
  return before === likeliest ? emptyForm : likeliest
}

/** Refuses to use a key for another origin than the one it was entered for. */
function assertSameOrigin(stored: StoredSecret, baseUrl: string): void {
  if (stored.origin === originOf(baseUrl)) return
  throw new KeyProblem('This key belongs to another address. Enter it again for this one.')
}

function keyFacts(apiKey: string, token: string | undefined) {
  return { apiKeyHint: hintOf(apiKey), ...tokenFacts(token) }
}

function tokenFacts(token: string | undefined) {
  return {
    hasToken: token !== undefined,
    tokenExpiresAt: token === undefined ? undefined : tokenExpiry(token),
  }
}
