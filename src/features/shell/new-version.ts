import { createStore } from '#session/kept-store.ts'

/** The service has another build, or another content policy, than this page. */
export const newVersion = createStore(false)

export const announceNewVersion = (): void => newVersion.set(true)
