import type { Webhooks } from './alerts/deliveries.ts'
import { type Network, sendWebhook } from './alerts/send-webhook.ts'
import { sealingIn } from './alerts/webhook-key.ts'
import { nodeRemedies } from './command-line.ts'
import { nodePlatform } from './node-platform.ts'
import { type Outside, type PaperSettings, runPaper } from './running-paper.ts'
import { lockDirectory, openDataDirectory } from './store/sqlite/data-directory.ts'
import { openSqliteStore, withDatabase } from './store/sqlite/sqlite-store.ts'
import { upgradeWorlds } from './store/sqlite/upgrade-worlds.ts'

export type PaperProcessSettings = PaperSettings & {
  data: string
  /** Origins that alert webhooks may call. */
  notifyTo?: readonly string[]
}

type OutsideOfProcess = Outside & {
  openStore?: typeof openSqliteStore
  /** Replaces the machine's network for alert webhooks. */
  network?: Partial<Network>
  later?: Webhooks['later']
}

export type PaperProcess = Awaited<ReturnType<typeof openPaperProcess>>

/** Opens a data directory and its worlds. Throws `Problem`. */
export async function openPaperProcess(settings: PaperProcessSettings, outside: OutsideOfProcess) {
  const directory = openDataDirectory(settings.data)
  const lock = lockDirectory(directory)
  try {
    const store = (outside.openStore ?? openSqliteStore)(directory, {
      check: lock.endedBadly,
      isServing: true,
    })
    const running = await runPaper({
      store,
      platform: nodePlatform,
      settings,
      outside,
      upgrade: (now) =>
        void withDatabase(directory, (database) => upgradeWorlds(database, now, outside.say)),
      place: settings.data,
      remedies: nodeRemedies(),
      webhooks: {
        ...sealingIn(directory.path),
        origins: settings.notifyTo ?? [],
        send: (request) => sendWebhook(request, outside.network),
        later: outside.later ?? laterOnce,
      },
    })
    return {
      ...running,
      store,
      servesAt: lock.servesAt,
      async close(): Promise<void> {
        await running.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

const laterOnce: Webhooks['later'] = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
