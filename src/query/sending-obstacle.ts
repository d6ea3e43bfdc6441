export type Surroundings = {
  /** Whether the page talks to another connection, or with another key, by now. */
  isLeft?: boolean
  /** Whether the connection may write at all. */
  isWriteEnabled: boolean
  /** Whether nobody knows what a switch of the mode came to; another switch ends the doubt. */
  isModeInDoubt: boolean
  /** As the browser says; it means its network, and says nothing of this machine. */
  isOnline: boolean
  /** Where the service is. */
  origin: string
  /** Seconds that the service still wants to be left alone. */
  secondsPaused: number
}

/** Why nothing can go out at this moment, as a sentence. The door and every button ask here. */
export function sendingObstacle(around: Surroundings): string | undefined {
  if (around.isLeft) return 'The connection was locked or left, or its key is another one now.'
  const { isWriteEnabled, isModeInDoubt, isOnline, origin, secondsPaused } = around
  if (!isWriteEnabled) return 'This connection is read only. Switch trading on in Settings.'
  if (!isOnline && !isThisMachine(origin)) return 'This browser is offline.'
  if (secondsPaused > 0) return `The service asked for a pause: ${secondsPaused} s left.`
  if (isModeInDoubt) return 'Whether the mode was switched is not known yet.'
  return undefined
}

/** A service here is reached without any network. */
export const isThisMachine = (origin: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname)
