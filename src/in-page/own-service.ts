import type { InPageService } from './in-page-service.ts'

let own: InPageService | undefined

export const provideOwnService = (service: InPageService): void => void (own = service)

/** The paper service that runs in this page; none where a server serves it. */
export const ownService = (): InPageService | undefined => own
