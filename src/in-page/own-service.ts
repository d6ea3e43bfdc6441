import type { InPageService } from './in-page-service.ts'

let own: InPageService | undefined

export const provideOwnService = (service: InPageService): void => void (own = service)

export const ownService = (): InPageService | undefined => own
