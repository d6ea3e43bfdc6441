import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'

import { isForService, rawRequestOf, sendAnswer } from './http/node-messages.ts'
import { LOOPBACK_ONLY } from './http/reach.ts'
import type { PaperProcess } from './paper-process.ts'

type DevProcess = typeof import('./dev-process.ts')

/** Loaded by Vite, which follows its changes; relative to the root of the repository. */
export const DEV_PROCESS = '/src/paper/dev-process.ts'

const TICK_MS = 1_000

/** Runs the service in `npm run dev`; the first request after a code change opens it again. */
export function paperService(): Plugin {
  return {
    name: 'quarterdeck-paper-service',
    apply: 'serve',
    configureServer(server) {
      const current = processOf(server)
      server.middlewares.use((incoming, outgoing, next) => {
        if (!isForService(incoming)) return next()
        const answer = async (): Promise<void> => {
          const { service } = await current()
          sendAnswer(await service.answer(await rawRequestOf(incoming, LOOPBACK_ONLY)), outgoing)
        }
        answer().catch(next)
      })
      server.printUrls = () => {
        void current().then(async (paper) => {
          const [url = ''] = server.resolvedUrls?.local ?? []
          server.config.logger.info(`${url}#pair=${await paper.pairingCode()}`)
        })
      }
    },
  }
}

function processOf(server: ViteDevServer): () => Promise<PaperProcess> {
  const environment = server.environments.ssr
  if (!isRunnableDevEnvironment(environment)) {
    throw new Error('The service needs an environment that runs modules')
  }
  let loaded: DevProcess | undefined
  let paper: Promise<PaperProcess> | undefined
  const clock = setInterval(() => void paper?.then((open) => open.tick()), TICK_MS)
  server.httpServer?.on('close', () => {
    clearInterval(clock)
    void paper?.then((open) => open.close())
  })
  return async () => {
    const module = await environment.runner.import<DevProcess>(DEV_PROCESS)
    if (module !== loaded) {
      loaded = module
      const before = paper
      paper = before
        ? before.then((open) => open.close()).then(() => module.openDevProcess(server.config.root))
        : module.openDevProcess(server.config.root)
    }
    return paper as Promise<PaperProcess>
  }
}
