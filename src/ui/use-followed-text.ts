import { useEffect, useEffectEvent, useState } from 'react'

/** In milliseconds: until no key has followed for so long, the address stays as it is. */
const FOLLOWS_AFTER = 250

/**
 * A text that is typed, shown at once, and kept elsewhere once nobody types. A change made there, by
 * Back or by a chip, shows in the field.
 */
export function useFollowedText(
  kept: string,
  keep: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(kept)
  const [sent, setSent] = useState(kept)
  const [followed, setFollowed] = useState(kept)
  if (kept !== followed) {
    setFollowed(kept)
    // An address may leave out the space before a word that is still to come.
    if (kept.trim() !== sent.trim()) {
      setSent(kept)
      setTyped(kept)
    }
  }
  const keepNow = useEffectEvent(() => {
    setSent(typed)
    keep(typed)
  })
  useEffect(() => {
    if (typed === sent) return undefined
    const timer = setTimeout(keepNow, FOLLOWS_AFTER)
    return () => clearTimeout(timer)
  }, [typed, sent])
  return [typed, setTyped]
}
