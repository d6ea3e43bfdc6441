import { readArguments } from './flags.ts'
import { Problem } from './problem.ts'
import { dataDirectoryOf } from './serve-flags.ts'
import { existingDataDirectory, runningServiceOf } from './store/sqlite/data-directory.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import { TRADER } from './store/store.ts'

/** A fresh link into the dashboard of the service that runs. */
export async function pair(args: string[], root: string): Promise<string> {
  const { values, positionals } = readArguments(args, {
    user: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (positionals[0] !== undefined)
    throw new Problem(`pair takes flags alone, not ${positionals[0]}.`)
  const directory = existingDataDirectory(dataDirectoryOf(values.data, root))
  const port = runningServiceOf(directory)?.port
  if (port === undefined) {
    throw new Problem(`No service runs over ${directory.path}; start one with npm start.`)
  }
  const store = openSqliteStore(directory)
  try {
    const name = values.user ?? TRADER
    const user = await store.users.named(name)
    if (!user)
      throw new Problem(`There is no user ${name}; npm run -s paper -- keys list shows them.`)
    const code = await store.pairing.makeCode(user.id, Date.now())
    const url = `http://127.0.0.1:${port}/#pair=${code}`
    return values.json ? `${JSON.stringify({ url, user: name })}\n` : `${url}\n`
  } finally {
    await store.close()
  }
}
