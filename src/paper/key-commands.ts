import { type Permission, PERMISSIONS } from '#contract/endpoint.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import { importPublicKey } from '#signing/keys.ts'

import { commandLine } from './command-line.ts'
import {
  quoted,
  readArguments,
  readChoice,
  readDuration,
  readFlags,
  readOneWord,
  textOf,
} from './flags.ts'
import { DEFAULT_TOKEN_LIFE, issueToken } from './http/tokens.ts'
import { Problem } from './problem.ts'
import { DATA_FLAGS, marketDirectoryOf } from './serve-flags.ts'
import {
  existingDataDirectory,
  openDataDirectory,
  runningServiceOf,
} from './store/sqlite/data-directory.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import { type ApiKey, type NewKey, type Store, TRADER, WORLD_KINDS } from './store/store.ts'

const COMMON = { ...DATA_FLAGS, json: { type: 'boolean' } } as const
const USER_NAME = /^[\w.-]{1,64}$/

export async function addKey(args: string[], root: string): Promise<string> {
  const values = readFlags(
    args,
    {
      ...COMMON,
      type: { type: 'string' },
      'public-key': { type: 'string' },
      permissions: { type: 'string' },
      user: { type: 'string' },
      world: { type: 'string' },
      expires: { type: 'string' },
      'token-ttl': { type: 'string' },
    },
    'keys add',
  )
  const algorithm = readChoice('--type', values.type ?? 'hmac', ['hmac', 'rsa'])
  const material = await materialOf(algorithm, values['public-key'])
  const permissions = readPermissions(values.permissions)
  const life = values.expires === undefined ? undefined : readDuration('--expires', values.expires)
  const tokenLife = readTokenLife(values['token-ttl'])
  const name = values.user ?? TRADER
  if (!USER_NAME.test(name)) {
    throw new Problem(`--user takes 1 to 64 letters, digits, dots and dashes, not ${quoted(name)}.`)
  }
  const world =
    values.world === undefined ? undefined : readChoice('--world', values.world, WORLD_KINDS)

  return withStore(
    values,
    root,
    async (store) => {
      const now = Date.now()
      const expiresAt = life === undefined ? undefined : now + life
      const key = await store.keys.add(
        { name, wishedWorld: world },
        { ...material, permissions, expiresAt },
        now,
      )
      const made = await store.worlds.originOf(key.userId)
      if (made && world !== undefined && made.kind !== world) {
        process.stderr.write(
          `The world of ${name} stays as it was made; --world changes nothing.\n`,
        )
      }
      const { token } = await issueToken(store.tokenSecret, key, now, tokenLife)
      const secret = key.algorithm === 'hmac' ? { secret_key: key.material } : {}
      return written({ api_key: key.apiKey, ...secret, token, user: key.userName }, values.json)
    },
    openDataDirectory,
  )
}

export function listKeys(args: string[], root: string): Promise<string> {
  const { values } = readArguments(args, COMMON)
  return withStore(values, root, async (store) => {
    const keys = (await store.keys.list()).map(listed)
    if (values.json) return `${JSON.stringify(keys)}\n`
    if (keys.length === 0) return 'There are no keys yet. Add one with: keys add.\n'
    return keys.map((key) => `${Object.values(key).flat().join('  ')}\n`).join('')
  })
}

export function revokeKey(args: string[], root: string): Promise<string> {
  const { values, word: apiKey } = readOneWord(args, COMMON, keyFor('revoke'))
  return withStore(values, root, async (store) => {
    if (!(await store.keys.revoke(apiKey))) throw unknownKey(apiKey)
    return written({ revoked: apiKey }, values.json)
  })
}

export function renewKeyToken(args: string[], root: string): Promise<string> {
  const options = { ...COMMON, 'token-ttl': { type: 'string' } } as const
  const { values, word: apiKey } = readOneWord(args, options, keyFor('token'))
  const life = readTokenLife(values['token-ttl'])
  return withStore(values, root, async (store) => {
    const key = await store.keys.find(apiKey)
    if (!key) throw unknownKey(apiKey)
    const { token, expiresAt } = await issueToken(store.tokenSecret, key, Date.now(), life)
    return written({ token, expires_at: new Date(expiresAt).toISOString() }, values.json)
  })
}

/** `open` decides if the directory may be created: a mistyped name must not create one. */
async function withStore(
  values: { data?: string; market?: string },
  root: string,
  work: (store: Store) => Promise<string>,
  open = existingDataDirectory,
): Promise<string> {
  const store = openSqliteStore(open(marketDirectoryOf(values, root)))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

type Material =
  | Pick<NewKey & { algorithm: 'rsa' }, 'algorithm' | 'publicKey'>
  | { algorithm: 'hmac' }

async function materialOf(algorithm: 'hmac' | 'rsa', file: string | undefined): Promise<Material> {
  if (algorithm === 'hmac') {
    if (file !== undefined) throw new Problem('--public-key goes with --type rsa.')
    return { algorithm }
  }
  if (file === undefined) {
    throw new Problem('An RSA key needs --public-key FILE with its public half as SPKI PEM.')
  }
  const publicKey = textOf(file, '--public-key takes a PEM file')
  try {
    await importPublicKey(publicKey)
  } catch (error) {
    if (!(error instanceof KeyProblem)) throw error
    throw new Problem(`${file} cannot be taken: ${error.message}`)
  }
  return { algorithm, publicKey }
}

function readPermissions(text: string | undefined): Permission[] {
  if (text === undefined) return [...PERMISSIONS]
  return text.split(',').map((word) => readChoice('--permissions', word.trim(), PERMISSIONS))
}

const readTokenLife = (text: string | undefined): number =>
  text === undefined ? DEFAULT_TOKEN_LIFE : readDuration('--token-ttl', text)

const keyFor = (command: string) => ({ named: 'key', command: `keys ${command} API_KEY` })

const unknownKey = (apiKey: string): Problem =>
  new Problem(`There is no key ${apiKey}; ${commandLine('keys list')} shows them.`)

/** Leaves out the key material. */
const listed = (key: ApiKey) => ({
  api_key: key.apiKey,
  user: key.userName,
  type: key.algorithm,
  permissions: key.permissions,
  created_at: new Date(key.createdAt).toISOString(),
  expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString(),
})

const written = (record: Record<string, string>, asJson = false): string =>
  asJson
    ? `${JSON.stringify(record)}\n`
    : Object.entries(record)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('')

/** Prints a new link into the dashboard of the running service. */
export async function pair(args: string[], root: string): Promise<string> {
  const values = readFlags(args, { ...COMMON, user: { type: 'string' } }, 'pair')
  const directory = existingDataDirectory(marketDirectoryOf(values, root))
  const origin = runningServiceOf(directory)?.origin
  if (origin === undefined) {
    throw new Problem(`No service uses ${directory.path}. Start one with ${commandLine()}.`)
  }
  return withStore(values, root, async (store) => {
    const name = values.user ?? TRADER
    const user = await store.users.named(name)
    if (!user)
      throw new Problem(`There is no user ${name}; ${commandLine('keys list')} shows them.`)
    const code = await store.pairing.makeCode(user.id, Date.now())
    const url = `${origin}/#pair=${code}`
    return values.json ? `${JSON.stringify({ url, user: name })}\n` : `${url}\n`
  })
}
