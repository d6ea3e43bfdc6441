export type AutoLock = {
  /**
   * Someone is here. False when the time was over already: after a sleep the timer is late, and
   * the first key press must find the sender locked.
   */
  touch: () => boolean
  stop: () => void
}

type Parts = {
  idleMs: number
  now: () => number
  /** Runs something later; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void
  lock: () => void
}

/** Locks when nobody has touched any tab for `idleMs`, and begins anew with the next touch. */
export function createAutoLock({ idleMs, now, after, lock }: Parts): AutoLock {
  let last = now()
  let callOff: (() => void) | undefined

  const isOver = () => now() - last >= idleMs
  const end = () => {
    callOff?.()
    callOff = undefined
    lock()
  }
  const wait = () => {
    callOff = after(Math.max(0, last + idleMs - now()), () => (isOver() ? end() : wait()))
  }
  wait()

  return {
    touch() {
      const late = callOff !== undefined && isOver()
      if (late) end()
      last = now()
      if (!callOff) wait()
      return !late
    },
    stop() {
      callOff?.()
      callOff = undefined
    },
  }
}
