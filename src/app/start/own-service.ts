// `?worker&url` is resolved by Vite.
// oxlint-disable-next-line import/default
import worldWorker from '../../paper/in-page/worker.ts?worker&url'

import { openInPageService } from '#in-page/in-page-service.ts'
import { answerOwnAddress, ownAddress } from '#in-page/own-address.ts'
import { provideOwnService } from '#in-page/own-service.ts'
import { mendCode } from '#ui/mend-code.ts'

import { trustedWorker } from './trusted-worker.ts'

/** Starts the paper service in a worker of this page, or connects to that of another tab. */
export function openOwnService(): void {
  const service = openInPageService({
    startWorker: () => new Worker(trustedWorker(worldWorker), { type: 'module' }),
    mendWorker: () => mendCode([worldWorker]),
    snapshot: new URL('world.json.gz', `${ownAddress()}/`).href,
    baseUrl: ownAddress(),
  })
  answerOwnAddress(service)
  provideOwnService(service)
}
