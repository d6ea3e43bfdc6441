import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'

import { isForService, rawRequestOf } from './http/incoming.ts'
import type { House } from './open-house.ts'

type DevHouse = typeof import('./dev-house.ts')

const TICK = 1_000

/** The service beside the dashboard in `npm run dev`; opened anew in the request after its code changed. */
export function paperService(): Plugin {
  return {
    name: 'quarterdeck-paper-service',
    apply: 'serve',
    configureServer(server) {
      const current = houseOf(server)
      const listener = getRequestListener(async (_request, env) => {
        const { service } = await current()
        return service.answer(await rawRequestOf((env as HttpBindings).incoming))
      })
      server.middlewares.use((incoming, outgoing, next) => {
        if (isForService(incoming)) void listener(incoming, outgoing)
        else next()
      })
      server.printUrls = () => {
        void current().then(async (house) => {
          const [url = ''] = server.resolvedUrls?.local ?? []
          server.config.logger.info(`${url}#pair=${await house.pairingCode()}`)
        })
      }
    },
  }
}

/** The house over the code as it is now. */
function houseOf(server: ViteDevServer): () => Promise<House> {
  const environment = server.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment)) {
    throw new Error('The service needs an environment that runs modules')
  }
  let loaded: DevHouse | undefined
  let house: Promise<House> | undefined
  const clock = setInterval(() => void house?.then((open) => open.tick()), TICK)
  server.httpServer?.on('close', () => {
    clearInterval(clock)
    void house?.then((open) => open.close())
  })
  return async () => {
    const module = await environment.runner.import<DevHouse>('/src/paper/dev-house.ts')
    if (module !== loaded) {
      loaded = module
      const before = house
      house = before
        ? before.then((open) => open.close()).then(() => module.openDevHouse(server.config.root))
        : module.openDevHouse(server.config.root)
    }
    return house as Promise<House>
  }
}
