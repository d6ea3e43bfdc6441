/**
 * Takes a pairing code out of the page's fragment and erases it there at once, so that it stays
 * neither in the address bar nor in the history. The code is given out once.
 */
export function holdPairingCode(): () => string | undefined {
  const match = /^#pair=([\w-]+)$/.exec(location.hash)
  let code = match?.[1]
  if (code !== undefined) history.replaceState(null, '', '/pair')
  return () => {
    const held = code
    code = undefined
    return held
  }
}
