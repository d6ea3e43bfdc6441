import { canDuplicate, type Transport } from '#client/transport.ts'
import type { EmptyForm, SigningKey } from '#signing/signature.ts'

import { type ConnectionProfile, hasFixedMode, originOf } from './connection-profile.ts'
import type { KeyChangeParts, NewConnection, PairedConnection } from './key-changes.ts'
import { connectionOf, profilesIn } from './session.ts'
import type { StoredSecret } from './stored-secret.ts'

type Changes = Partial<
  Pick<ConnectionProfile, 'label' | 'world' | 'writeEnabled' | 'declaredMode' | 'acceptsDuplicates'>
>

/** In milliseconds. Limits how often confirmations of the same mode are saved. */
const MIN_CONFIRMATION_INTERVAL = 20_000

export type Connections = ReturnType<typeof createConnections>

export function createConnections(parts: KeyChangeParts) {
  const { session, paperKeys, now, confirmed } = parts
  const { profileOf, replace } = profilesIn(session)
  /** Loads the code on first use; `key-changes.ts` documents its methods. */
  const keyChanges = async () => (await import('./key-changes.ts')).createKeyChanges(parts)

  return {
    addPaired: async (paired: PairedConnection) => (await keyChanges()).addPaired(paired),

    add: async (draft: NewConnection, stored: StoredSecret, keep: 'vault' | 'session') =>
      (await keyChanges()).add(draft, stored, keep),

    giveKey: async (id: string, stored: StoredSecret, storage: 'vault' | 'session') =>
      (await keyChanges()).giveKey(id, stored, storage),

    setToken: async (id: string, entered: string) => (await keyChanges()).setToken(id, entered),

    remove: async (id: string) => (await keyChanges()).remove(id),

    /** Changes a profile. Ignores `declaredMode` if the mode is fixed. */
    update(id: string, asked: Changes): void {
      const profile = profileOf(id)
      const { declaredMode: _mode, ...others } = asked
      const changes: Changes = hasFixedMode(profile) ? others : asked
      // Trading is switched off when the mode becomes real or unknown.
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

    /** Saves the result of a signature test, unless the key was replaced since (`keyedAs`). */
    learnForm(id: string, emptyForm: EmptyForm, keyedAs: string): void {
      const profile = connectionOf(session.get(), id)
      if (profile?.keyedAs !== keyedAs || profile.emptyForm === emptyForm) return
      replace({ ...profile, emptyForm })
    },

    /** Saves the result of a transport test. Resets `acceptsDuplicates` if there can be none. */
    learnTransport(id: string, kind: Transport): void {
      const profile = connectionOf(session.get(), id)
      if (!profile) return
      const acceptsDuplicates = profile.acceptsDuplicates && canDuplicate(kind)
      replace({ ...profile, transport: { kind, foundAt: now() }, acceptsDuplicates })
    },

    /**
     * Saves a reported or switched mode; `undefined` if unknown after a switch. The latest wins.
     * Ignores times in the future: the clock may have been set back.
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
        if (heardAt - (kept[id] ?? 0) < MIN_CONFIRMATION_INTERVAL) return
        return confirmed.set({ ...kept, [id]: heardAt })
      }
      replace({
        ...profile,
        declaredMode: mode,
        modeHeardAt: heardAt,
        tellsMode: isReported || profile.tellsMode,
      })
    },

    /** Time of the latest report, confirmation or declaration of the mode, in any tab. */
    modeHeardAt(id: string): number {
      const heardAt = connectionOf(session.get(), id)?.modeHeardAt ?? 0
      return Math.max(heardAt, ...[confirmed.get()[id] ?? 0].filter((at) => at <= now()))
    },

    switchTo(id: string): void {
      session.change({ currentId: profileOf(id).id })
    },

    /** Loads paper keys from IndexedDB. */
    async recallPaperKeys(
      isWanted: (profile: ConnectionProfile) => boolean = () => true,
    ): Promise<void> {
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
