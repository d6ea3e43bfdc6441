import { join } from 'node:path'

import { commandOf } from './commands.ts'
import { openWorld } from './engine/open-world.ts'
import { createServer, listen } from './http/serve.ts'
import { openHouse } from './open-house.ts'
import { Problem } from './problem.ts'
import { reportToStderr } from './report.ts'
import { HELP, readServeFlags, type ServeFlags } from './serve-flags.ts'

const TICK = 1_000
const PATIENCE = 500

/** Serves until it is told to stop, or runs a command. `root` is the folder of the repository. */
export async function main(args: string[], root: string): Promise<void> {
  // The data directory holds secrets: whatever is made here is for its owner alone.
  process.umask(0o077)
  try {
    const command = commandOf(args)
    if (command) return void process.stdout.write(await command(root))
    const flags = readServeFlags(args, root)
    if (!flags) return void process.stdout.write(HELP)
    await serve(flags, root)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function serve(flags: ServeFlags, root: string): Promise<void> {
  const house = await openHouse(flags, {
    openWorld,
    now: Date.now,
    report: reportToStderr,
    say: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  const server = createServer({
    service: house.service,
    root: join(root, 'dist/client'),
    connectTo: flags.connectTo,
    report: reportToStderr,
  })
  // Before the world is made: a port that is taken should say so at once.
  const port = await listen(server, flags.port).catch((error: unknown) => {
    house.close()
    throw error
  })
  house.openWorlds()
  house.servesAt(port)

  const clock = setInterval(() => house.tick(), TICK)
  const stop = (): void => {
    clearInterval(clock)
    // Answers under way get to their end; whoever is still there after that is cut off.
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref()
    server.close(() => {
      house.close()
      process.exit()
    })
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.stdout.write(`http://127.0.0.1:${port}/#pair=${house.pairingCode()}\n`)
}
