import { useState } from 'react'

import { useConnection, useSessionStore } from './use-session.ts'
import { VaultProblem } from './vault-format.ts'

/** Asks for the passphrase again before an irreversible action, if the key is in the vault. */
export function usePassphraseAgain() {
  const { connections } = useSessionStore()
  const isInVault = useConnection()?.storage === 'vault'
  const [isGiven, setGiven] = useState(false)
  const check = async (passphrase: string): Promise<string | undefined> => {
    const problem = await problemOf(connections.checkPassphrase(passphrase))
    setGiven(problem === undefined)
    return problem
  }
  return { isNeeded: isInVault && !isGiven, check }
}

/** Returns a sentence if opening the vault fails. */
export async function problemOf(opening: Promise<void>): Promise<string | undefined> {
  try {
    await opening
    return undefined
  } catch (error) {
    return error instanceof VaultProblem ? error.message : 'The stored keys cannot be opened.'
  }
}
