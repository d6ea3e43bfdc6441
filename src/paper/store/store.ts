import type { Permission } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import { toHex } from '#signing/base64.ts'

import type { Changes, StoredWorld } from '../engine/changes.ts'
import type { Past } from '../engine/past.ts'
import { randomBytes } from '../platform.ts'

/**
 * Everything that is kept. Each call is done whole or not at all, and what it wrote is durable when it
 * resolves; a write for which the disk has no space, or which it fails, rejects with `StorageFailure`.
 */
export type Store = {
  readonly users: Users
  readonly keys: Keys
  readonly pairing: Pairing
  readonly worlds: Worlds
  readonly effects: Effects
  /** Only where webhooks can be called: not in a page. */
  readonly alerts?: StoredAlerts
  /** Reads the whole store in short steps: a sentence for each damage found. Only where files can be damaged. */
  damage?(until: AbortSignal): AsyncIterable<string>
  /** Signs the tokens of this store; made with it. */
  readonly tokenSecret: Uint8Array
  /** How far the worlds have come, kept while they are ahead of the machine. */
  readonly worldTime: { read(): Promise<Instant>; save(now: Instant): Promise<void> }
  /** When the whole of it was last copied; 0 before. */
  readonly lastBackup: Store['worldTime']
  /** Whether as much as a usual commit can be stored: fails as that would. */
  tryWriting(): Promise<void>
  /** After what was handed over is stored. */
  close(): Promise<void>
}

/** The user whom the demo world belongs to, and who is meant when none is named. */
export const TRADER = 'trader'

export const WORLD_KINDS = ['demo', 'untidy', 'empty'] as const
export type WorldKind = (typeof WORLD_KINDS)[number]
export type User = { id: number; name: string; wishedWorld: WorldKind | undefined }
/** Who is meant, made when there is none. A wish counts until the world is made. */
export type NamedUser = { name: string; wishedWorld?: WorldKind | undefined }

export type Users = {
  named(name: string): Promise<User | undefined>
  withId(id: number): Promise<User | undefined>
  all(): Promise<User[]>
  ensure(user: NamedUser, now: Instant): Promise<User>
}

/** `material` is what verifies: the HMAC secret, which has to stay readable, or the RSA public key. */
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

/** A key for a user, named at random. */
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
  /** By age. */
  list(): Promise<ApiKey[]>
  add(user: NamedUser, key: NewKey, now: Instant): Promise<ApiKey>
  /** Whether there was such a key. */
  revoke(apiKey: string): Promise<boolean>
}

/** In milliseconds. */
export const PAIRING_CODE_LIFE = 10 * 60_000

export type Pairing = {
  /** A code that is good once, for ten minutes. Only its hash is kept. */
  makeCode(userId: number, now: Instant): Promise<string>
  /** A key for the user whose code it is, which is used up with it; `undefined` for any other code. */
  redeem(code: string, key: NewKey, now: Instant): Promise<ApiKey | undefined>
}

/** The name under which one effect is remembered: the caller's own, for one key, method and path. */
export type EffectName = { apiKey: string; method: string; path: string; idempotencyKey: string }
export type Effect = { requestHash: string; status: number; body: string }
export type KnownEffect = Effect & { at: Instant }
export type NamedEffect = { name: EffectName; effect: Effect; at: Instant }

/** In milliseconds. */
export const EFFECT_LIFE = 48 * 3_600_000

/** The answers to writes, for 48 hours; `Worlds.commit` remembers them. */
export type Effects = {
  find(name: EffectName): Promise<KnownEffect | undefined>
  forgetOld(now: Instant): Promise<void>
}

/** What a world was made from; the rest of it is what happened since. */
export type Origin = { kind: WorldKind; seed: number; madeAt: Instant }

export type Commit = {
  /** Of a world that is new; comes with the last commit of its making. */
  origin?: Origin
  changes: Changes
  /** The answer that the changes are remembered by. */
  effect?: NamedEffect | undefined
}

export type Worlds = {
  originOf(userId: number): Promise<Origin | undefined>
  /** The owner of an entity, for a caller who is not verified yet. */
  ownerOf(kind: string, id: string): Promise<number | undefined>
  /** What is there of a user's world, with every commit that was handed over before. */
  open(userId: number): Promise<StoredWorld>
  /** What of a user's world is over, with every commit that was handed over before. */
  past(userId: number): Past
  /**
   * Commits of one user are stored in their order, since each builds on those before it: once one
   * fails, every later one that was handed over before its failure was known fails with it.
   */
  commit(userId: number, commit: Commit): Promise<void>
  /**
   * One short step of tidying up what a world has left behind: beyond a year the ledger is folded into
   * one entry a day and what was owned into one row an hour. Whether there may be more to do.
   */
  tidy(userId: number): Promise<boolean>
  /** The first of a block of ids that is this user's alone: the wished one, or the next that is free. */
  takeIds(userId: number, wished: number): Promise<number>
  /** Removes what is there of a world whose origin was never stored: its making was broken off. */
  removeUnfinished(userId: number): Promise<void>
}

/** The alerts of every user, each as JSON that `paper/alerts` alone reads. */
export type StoredAlerts = {
  all(): Promise<{ userId: number; id: string; json: string }[]>
  /** Stores an alert, or removes it without `json`, together with the answer that it is remembered by. */
  save(userId: number, id: string, json: string | undefined, effect?: NamedEffect): Promise<void>
}
