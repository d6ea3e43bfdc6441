/**
 * Resolves once what was drawn just now is on the screen. A hidden tab paints nothing, so nothing
 * is waited for there.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve()
    // A callback of the frame comes before its painting, and a task of its own after that.
    else requestAnimationFrame(() => setTimeout(resolve))
  })
