import { canDuplicate, type Transport } from '#client/transport.ts'
import type { EmptyForm, SigningKey } from '#signing/signature.ts'

import { type ConnectionProfile, hasFixedMode, originOf } from './connection-profile.ts'
import type { KeyChangeParts, NewConnection, PairedConnection } from './key-changes.ts'
import { connectionOf, profilesIn } from './session.ts'
import type { StoredSecret } from './stored-secret.ts'

type Changes = Partial<
  Pick<ConnectionProfile, 'label' | 'writeEnabled' | 'declaredMode' | 'acceptsDuplicates'>
>

/** In milliseconds: the age of a word that stays the same is written down this often. */
const CONFIRMATIONS_KEPT_EVERY = 20_000

export type Connections = ReturnType<typeof createConnections>

/** What a person does with connections; each call brings key, profile and storage in step. */
export function createConnections({
  session,
  vault,
  paperKeys,
  newId,
  now,
  onRemoved,
  confirmed,
}: KeyChangeParts) {
  const { profileOf, replace } = profilesIn(session)
  /** Keys are given and taken by code that comes when somebody does it. */
  const working = async () => {
    const { createKeyChanges } = await import('./key-changes.ts')
    return createKeyChanges({ session, vault, paperKeys, newId, now, confirmed, onRemoved })
  }

  return {
    /** A connection to the paper service by a key that was just made in this browser. */
    addPaired: async (paired: PairedConnection) => (await working()).addPaired(paired),

    /** A connection by a key that a person brought. Real money begins read-only. */
    add: async (draft: NewConnection, stored: StoredSecret, keep: 'vault' | 'session') =>
      (await working()).add(draft, stored, keep),

    /** Another key for a known connection, to rest where it is said to. Activity stays. */
    giveKey: async (id: string, stored: StoredSecret, storage: 'vault' | 'session') =>
      (await working()).giveKey(id, stored, storage),

    /** The bearer token of the DCA endpoints, kept beside the key. */
    setToken: async (id: string, entered: string) => (await working()).setToken(id, entered),

    /** Never moves to another connection by itself unless that one is paper. */
    remove: async (id: string) => (await working()).remove(id),

    /** A fixed mode stays what it is. */
    update(id: string, asked: Changes): void {
      const profile = profileOf(id)
      const { declaredMode: _mode, ...others } = asked
      const changes: Changes = hasFixedMode(profile) ? others : asked
      // What is no longer known to be paper is real money, and writing is switched on anew.
      const isDeclared = 'declaredMode' in changes
      const becomesReal = isDeclared && changes.declaredMode !== 'paper'
      const isSwitchedOff = becomesReal || changes.writeEnabled === false
      replace({
        ...profile,
        ...(isDeclared && { modeHeardAt: now() }),
        ...(isSwitchedOff && { writeEnabled: false, acceptsDuplicates: false }),
        ...changes,
      })
    },

    /** What a test has found of signatures; with a key that was replaced meanwhile it has found nothing. */
    learnForm(id: string, emptyForm: EmptyForm, keyedAs: string): void {
      const profile = connectionOf(session.get(), id)
      if (profile?.keyedAs !== keyedAs || profile.emptyForm === emptyForm) return
      replace({ ...profile, emptyForm })
    },

    /** What a test has found. Duplicates were accepted for a transport that allows them alone. */
    learnTransport(id: string, kind: Transport): void {
      const profile = connectionOf(session.get(), id)
      if (!profile) return
      const acceptsDuplicates = profile.acceptsDuplicates && canDuplicate(kind)
      replace({ ...profile, transport: { kind, foundAt: now() }, acceptsDuplicates })
    },

    /**
     * What the service said of its mode, or that nobody knows it (undefined); the latest word stays.
     * One from the future was heard by a clock that has been set back: nobody knows how old it is.
     * `isReported`: it is the answer to a question, not to a switch.
     */
    learnMode(
      id: string,
      mode: ConnectionProfile['declaredMode'],
      heardAt: number,
      { isReported = false } = {},
    ): void {
      const profile = connectionOf(session.get(), id)
      if (!profile || hasFixedMode(profile)) return
      const heardBefore = profile.modeHeardAt > now() ? 0 : profile.modeHeardAt
      if (heardAt <= heardBefore || heardAt > now()) return
      const isKnown = mode === profile.declaredMode && (profile.tellsMode || !isReported)
      if (isKnown) {
        const kept = confirmed.get()
        if (heardAt - (kept[id] ?? 0) < CONFIRMATIONS_KEPT_EVERY) return
        return confirmed.set({ ...kept, [id]: heardAt })
      }
      replace({
        ...profile,
        declaredMode: mode,
        modeHeardAt: heardAt,
        tellsMode: isReported || profile.tellsMode,
      })
    },

    /** When the mode of a connection was last reported, confirmed or declared, over all pages. */
    modeHeardAt(id: string): number {
      const heardAt = connectionOf(session.get(), id)?.modeHeardAt ?? 0
      return Math.max(heardAt, ...[confirmed.get()[id] ?? 0].filter((at) => at <= now()))
    },

    switchTo(id: string): void {
      session.change({ currentId: profileOf(id).id })
    },

    /** Takes up the paper keys that this browser remembers. */
    async recallPaperKeys(isWanted: (profile: ConnectionProfile) => boolean = all): Promise<void> {
      for (const profile of session.get().connections.filter(isWanted)) {
        const { id, baseUrl, storage, emptyForm } = profile
        if (storage !== 'paper-key') continue
        const kept = await paperKeys.recall(id).catch(() => undefined)
        if (kept?.origin !== originOf(baseUrl)) continue
        const { apiKey, cryptoKey, token } = kept
        const key: SigningKey = { algorithm: 'rsa', cryptoKey }
        const { credentials } = session.get()
        session.change({
          credentials: new Map(credentials).set(id, { apiKey, key, token, emptyForm }),
        })
      }
    },
  }
}

const all = () => true
