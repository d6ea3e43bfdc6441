import { type ComponentProps, type KeyboardEvent, useEffect, useState } from 'react'

import { Button } from './button.tsx'

const ARMED_AFTER = 5

const ignoreEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()

/**
 * Sends what cannot be undone: not in the first five seconds that it is seen, and by a pointer or
 * the space bar, never by Enter.
 */
export function ArmedButton({ reason, isSending, ...rest }: ComponentProps<typeof Button>) {
  const secondsLeft = useSecondsFrom(ARMED_AFTER)
  const wait = secondsLeft > 0 ? `Ready in ${secondsLeft} s.` : undefined
  return (
    <span className="flex flex-col items-end gap-1 max-sm:items-stretch">
      <Button
        look="danger-final"
        size="large"
        {...rest}
        isSending={isSending}
        reason={isSending === true ? undefined : (reason ?? wait)}
        onKeyDown={ignoreEnter}
      />
    </span>
  )
}

/** Counts down once, from when it is first drawn. */
function useSecondsFrom(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const ticking = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(ticking)
  }, [])
  return left
}
