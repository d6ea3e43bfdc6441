/** Resolves after the next paint; at once in a hidden tab, which paints nothing. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve()
    // A frame's callback runs before its paint, a task from it afterwards.
    else requestAnimationFrame(() => setTimeout(resolve))
  })
