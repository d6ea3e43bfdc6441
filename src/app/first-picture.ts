import type { createAppRouter } from './router.ts'

/** Resolves once the first page is drawn and shows what was read ahead for it, if that comes. */
export async function afterFirstPicture(
  router: ReturnType<typeof createAppRouter>,
  firstRead: Promise<void> | undefined,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  await firstRead
  await idle()
}

/** Resolves when the page has nothing else to do. Safari has no `requestIdleCallback`. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 300 })
    else setTimeout(resolve, 50)
  })
