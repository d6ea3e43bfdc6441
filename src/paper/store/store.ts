import type { Permission } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import { toHex } from '#signing/base64.ts'

import type { Changes, StoredWorld } from '../engine/changes.ts'
import type { Past } from '../engine/past.ts'
import { randomBytes } from '../platform.ts'

/** All stored data. Calls are atomic and durable; a failing disk rejects with `StorageFailure`. */
export type Store = {
  readonly users: Users
  readonly keys: Keys
  readonly pairing: Pairing
  readonly worlds: Worlds
  readonly effects: Effects
  /** Only if webhooks can be called: not in a page. */
  readonly alerts?: StoredAlerts
  /** Only for files. */
  readonly prices?: StoredPrices
  /** Checks the store in short steps: yields a sentence per damage. Only for files. */
  damage?(until: AbortSignal): AsyncIterable<string>
  /** Signs the tokens of this store. */
  readonly tokenSecret: Uint8Array
  /** The worlds' time, kept while they are ahead of the machine. */
  readonly worldTime: { read(): Promise<Instant>; save(now: Instant): Promise<void> }
  /** Time of the last backup; 0 before. */
  readonly lastBackup: Store['worldTime']
  /** Tries to store the size of a usual commit; fails as that would. */
  tryWriting(): Promise<void>
  /** Closes after pending work is stored. */
  close(): Promise<void>
}

/** Owner of the demo world, and the default user. */
export const TRADER = 'trader'

export const WORLD_KINDS = ['demo', 'untidy', 'empty'] as const
export type WorldKind = (typeof WORLD_KINDS)[number]
export type User = { id: number; name: string; wishedWorld: WorldKind | undefined }
/** A user, made if missing. `wishedWorld` counts until the world is made. */
export type NamedUser = { name: string; wishedWorld?: WorldKind | undefined }

export type Users = {
  named(name: string): Promise<User | undefined>
  withId(id: number): Promise<User | undefined>
  all(): Promise<User[]>
  ensure(user: NamedUser, now: Instant): Promise<User>
}

/** `material`: the HMAC secret, which must stay readable, or the RSA public key. */
export type ApiKey = {
  apiKey: string
  userId: number
  userName: string
  algorithm: 'hmac' | 'rsa'
  material: string
  permissions: Permission[]
  createdAt: Instant
  expiresAt: Instant | undefined
}

export type NewKey = Pick<ApiKey, 'permissions' | 'expiresAt'> &
  ({ algorithm: 'hmac' } | { algorithm: 'rsa'; publicKey: string })

/** A key for a user, with a random name. */
export const newKey = ({ id, name }: User, key: NewKey, now: Instant): ApiKey => ({
  apiKey: `paper_${toHex(randomBytes(16))}`,
  userId: id,
  userName: name,
  algorithm: key.algorithm,
  material: key.algorithm === 'rsa' ? key.publicKey : toHex(randomBytes(32)),
  permissions: key.permissions,
  createdAt: now,
  expiresAt: key.expiresAt,
})

export type Keys = {
  find(apiKey: string): Promise<ApiKey | undefined>
  list(): Promise<ApiKey[]>
  add(user: NamedUser, key: NewKey, now: Instant): Promise<ApiKey>
  /** Returns false if there was no such key. */
  revoke(apiKey: string): Promise<boolean>
}

/** In milliseconds. */
export const PAIRING_CODE_LIFE = 10 * 60_000

export type Pairing = {
  /** A one-time code, valid for ten minutes. Only its hash is stored. */
  makeCode(userId: number, now: Instant): Promise<string>
  /** A key for the code's user, which uses the code up; `undefined` for any other code. */
  redeem(code: string, key: NewKey, now: Instant): Promise<ApiKey | undefined>
}

/** Identifies a stored effect: the caller's own name, per key, method and path. */
export type EffectName = { apiKey: string; method: string; path: string; idempotencyKey: string }
export type Effect = { requestHash: string; status: number; body: string }
export type KnownEffect = Effect & { at: Instant }
export type NamedEffect = { name: EffectName; effect: Effect; at: Instant }

/** In milliseconds. */
export const EFFECT_LIFE = 48 * 3_600_000

/** Answers to writes, kept for 48 hours; `Worlds.commit` stores them. */
export type Effects = {
  find(name: EffectName): Promise<KnownEffect | undefined>
  forgetOld(now: Instant): Promise<void>
}

/** A world's origin; everything else follows from later changes. */
export type Origin = { kind: WorldKind; seed: number; madeAt: Instant }

export type Commit = {
  /** Only in the last commit of a new world. */
  origin?: Origin
  changes: Changes
  /** The answer to store with the changes. */
  effect?: NamedEffect | undefined
}

export type Worlds = {
  originOf(userId: number): Promise<Origin | undefined>
  /** Owner of an entity, for a caller who is not verified yet. */
  ownerOf(kind: string, id: string): Promise<number | undefined>
  open(userId: number): Promise<StoredWorld>
  /** The past of a user's world, including all pending commits. */
  past(userId: number): Past
  /** Stores a user's commits in order; after a failure all pending ones fail too. */
  commit(userId: number, commit: Commit): Promise<void>
  /** Merges a step of old entries per day, holdings per hour; true if more are left. */
  tidy(userId: number): Promise<boolean>
  takeIds(userId: number, wished: number): Promise<number>
  /** Removes an interrupted world, whose origin was never stored. */
  removeUnfinished(userId: number): Promise<void>
}

/** Trade events of a user that a store keeps at least. */
export const KEPT_TRADE_EVENTS = 10_000

/** All users' alerts, as JSON that only `paper/alerts` reads. */
export type StoredAlerts = {
  all(): Promise<{ userId: number; id: string; json: string }[]>
  /** Stores an alert, or removes it without `json`, together with the answer. */
  save(userId: number, id: string, json: string | undefined, effect?: NamedEffect): Promise<void>
  /** Stored events of a user's trades and bots after a position, at least the last 10,000. */
  eventsAfter(userId: number, after: number): Promise<{ number: number; json: string }[]>
  /** Position of the user's last event, including pending commits. */
  lastEvent(userId: number): Promise<number>
}

export type KeptStep = { pair: string; at: Instant; price: string }

/** Pairs and prices of a live market, as text that only `paper/live` reads. */
export type ThinnedSpan = { from: Instant; to: Instant; every: number }

export type StoredPrices = {
  /** Steps ascend; `listing` is empty before the first time. */
  read(): Promise<{ listing: string; steps: KeptStep[] }>
  save(listing: string, steps: readonly KeptStep[]): Promise<void>
  /** Keeps the last step of each `every` ms, of these pairs in `from` < time ≤ `to`. */
  thin(pairs: readonly string[], spans: readonly ThinnedSpan[]): Promise<void>
}
