import { readArguments } from './flags.ts'
import { Problem } from './problem.ts'
import { dataDirectoryOf } from './serve-flags.ts'
import { openDataDirectory, runningServiceOf } from './store/data-directory.ts'
import { openStore } from './store/store.ts'
import { TRADER } from './store/users.ts'

/** A fresh link into the dashboard of the service that runs. */
export function pair(args: string[], root: string): string {
  const { values, positionals } = readArguments(args, {
    user: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (positionals[0] !== undefined)
    throw new Problem(`pair takes flags alone, not ${positionals[0]}.`)
  const directory = openDataDirectory(dataDirectoryOf(values.data, root))
  const port = runningServiceOf(directory)?.port
  if (port === undefined) {
    throw new Problem(`No service runs over ${directory.path}; start one with npm start.`)
  }
  const store = openStore(directory)
  try {
    const name = values.user ?? TRADER
    const user = store.users.named(name)
    if (!user)
      throw new Problem(`There is no user ${name}; npm run -s paper -- keys list shows them.`)
    const url = `http://127.0.0.1:${port}/#pair=${store.pairingCodes.make(user.id, Date.now())}`
    return values.json ? `${JSON.stringify({ url, user: name })}\n` : `${url}\n`
  } finally {
    store.close()
  }
}
