import { createStore } from '#session/kept-store.ts'

/** Whether the service has another build, or protects it otherwise, than this page was begun with. */
export const newVersion = createStore(false)

export const announceNewVersion = (): void => newVersion.set(true)
