import type { Failure } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Bytes, fromBase64, toBase64 } from '#signing/base64.ts'
import { subtle } from '#signing/subtle.ts'

import type { JournalStore, StoredIntent } from './journal-store.ts'

/** Unencrypted part, by which a locked page knows of open intents. */
export type ClearPart = Pick<
  StoredIntent,
  'id' | 'sentAt' | 'endedAt' | 'closedAt' | 'endpoint'
> & {
  outcome: { kind: StoredIntent['outcome']['kind'] }
}

/** Encrypted intent, for a connection with a passphrase or one that is not stored. */
export type SealedIntent = ClearPart & { sealed: { iv: string; data: string } }

export type JournalRow = StoredIntent | SealedIntent

export type JournalRows = {
  /** Resolves once the row would survive a crash. */
  put(row: JournalRow): Promise<void>
  replace(expected: JournalRow, row: JournalRow): Promise<void>
  get(id: string): Promise<JournalRow | undefined>
  since(sentAt: Instant): Promise<JournalRow[]>
}

export type SealingKeys = {
  current: Promise<CryptoKey>
  /** The previous key, if the connection was just given a new one. */
  former?: Promise<CryptoKey> | undefined
  random: (bytes: Bytes) => Bytes
}

const IV_BYTES = 12
const utf8 = new TextEncoder()

/**
 * Journal of one connection over its rows. With keys, requests and answers are encrypted
 * (AES-256-GCM) and the clear part is authenticated. Rows in the clear or under the former key are
 * encrypted again when read; rows that no key decrypts stay.
 */
export function journalOf(rows: JournalRows, keys: SealingKeys | undefined): JournalStore {
  if (!keys) {
    return {
      put: (intent) => rows.put(intent),
      get: async (id) => rows.get(id).then((row) => row && readClear(row)),
      since: async (sentAt) => (await rows.since(sentAt)).map(readClear),
    }
  }
  return sealedJournal(rows, keys)
}

const readClear = (row: JournalRow): StoredIntent => (isSealed(row) ? unreadable(row) : row)

function sealedJournal(rows: JournalRows, keys: SealingKeys): JournalStore {
  // Writes rows in the order of the calls, however long each takes to encrypt.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  async function seal(intent: StoredIntent): Promise<SealedIntent> {
    const clear = clearPart(intent)
    const iv = keys.random(new Uint8Array(IV_BYTES))
    const plain = utf8.encode(JSON.stringify(intent))
    const data = await subtle().encrypt(gcm(iv, clear), await keys.current, plain)
    return { ...clear, sealed: { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) } }
  }

  async function open(row: JournalRow): Promise<StoredIntent> {
    if (!isSealed(row)) {
      await renew(row, row)
      return row
    }
    const found = await unseal(row, keys.current)
    if (found) return found
    const formerly = keys.former && (await unseal(row, keys.former))
    if (formerly) await renew(row, formerly)
    return formerly ?? unreadable(row)
  }

  const renew = (row: JournalRow, intent: StoredIntent) =>
    inTurn(async () => rows.replace(row, await seal(intent))).catch(() => undefined)

  return {
    put: (intent) => inTurn(async () => rows.put(await seal(intent))),
    async get(id) {
      const row = await rows.get(id)
      return row && open(row)
    },
    since: async (sentAt) => Promise.all((await rows.since(sentAt)).map(open)),
  }
}

/** The outcome is unknown, as far as a locked page can tell. */
export const isClearlyOpen = ({ outcome: { kind }, closedAt }: ClearPart): boolean =>
  kind === 'sending' || (kind === 'unknown' && closedAt === undefined)

const isSealed = (row: JournalRow): row is SealedIntent => 'sealed' in row

const clearPart = ({
  id,
  sentAt,
  endedAt,
  closedAt,
  endpoint,
  outcome,
}: JournalRow): ClearPart => ({
  id,
  sentAt,
  endedAt,
  ...(closedAt !== undefined && { closedAt }),
  endpoint,
  outcome: { kind: outcome.kind },
})

async function unseal(
  row: SealedIntent,
  key: Promise<CryptoKey>,
): Promise<StoredIntent | undefined> {
  const iv = fromBase64(row.sealed.iv)
  const data = fromBase64(row.sealed.data)
  if (!iv || !data) return undefined
  try {
    const plain = await subtle().decrypt(gcm(iv, clearPart(row)), await key, data)
    return JSON.parse(new TextDecoder().decode(plain)) as StoredIntent
  } catch {
    return undefined
  }
}

const gcm = (iv: Bytes, clear: ClearPart) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8.encode(JSON.stringify(clear)),
})

const BECAUSE = 'This entry is encrypted with an earlier key. It cannot be read or checked here.'

const REFUSED: Failure = {
  kind: 'refused',
  status: 0,
  code: '',
  description: BECAUSE,
  attributes: {},
}

/** Intent with an unknown request, so no read can reveal its outcome. */
const unreadable = ({ sealed: _sealed, ...clear }: SealedIntent): StoredIntent => ({
  ...clear,
  isSealed: true,
  origin: '',
  target: '',
  body: '',
  signed: '',
  headers: {},
  outcome: outcomeOf(clear),
})

function outcomeOf({ outcome: { kind } }: ClearPart): StoredIntent['outcome'] {
  if (kind === 'placed') return { kind, answer: {} }
  if (kind === 'unsent') return { kind, because: BECAUSE }
  if (kind === 'refused') return { kind, failure: REFUSED }
  return { kind: 'unknown', failure: { kind: 'unreachable', because: BECAUSE } }
}
