import { useState } from 'react'

import { getMode, setMode, type Mode } from '#contract/system.ts'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useMode, useModeInDoubt, useShownMode } from '#query/use-mode.tsx'
import { usePrepared, useSending } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { usePassphraseAgain } from '#session/use-passphrase-again.ts'
import { useConnection } from '#session/use-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { Setting } from './setting.tsx'

const PHRASE = 'TRADE REAL'

/** Switches the user between paper and real at the service: it changes what every later order means. */
export function ModeSwitch() {
  const mode = useMode()
  const shown = useShownMode()
  const isInDoubt = useModeInDoubt()
  // What was asked for: the mode itself is in doubt, and then another one, while the sheet is open.
  const [asked, setAsked] = useState<Mode>()
  const block = useWriteBlock({ of: setMode })
  const isTold = useExtension(getMode) === true
  const target = mode === 'PAPER' ? 'real' : 'paper'
  return (
    <>
      <Setting
        name="What the service trades"
        detail="The mode is set for your whole account, in every tab and program."
      >
        <span className="flex items-center gap-3">
          {shown === undefined ? <Skeleton width={52} /> : <Badge mode={shown} />}
          <Button
            look={shown !== undefined && target === 'real' ? 'danger-open' : 'secondary'}
            onClick={() => setAsked(target)}
            reason={shown === undefined ? 'The service is being asked for its mode.' : block}
          >
            {shown === undefined ? 'Switch mode' : `Switch to ${target}`}
          </Button>
        </span>
      </Setting>
      {isInDoubt && <Note isAnnounced>Nothing can be traded now. {doubtWords(isTold)}</Note>}
      {asked && <ModeSheet target={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function ModeSheet({ target, onClose }: { target: Mode; onClose: () => void }) {
  const isTold = useExtension(getMode) === true
  const connection = useConnection()
  const passphrase = usePassphraseAgain()
  const prepared = usePrepared(setMode, { query: { mode: target } })
  // An earlier switch is not continued here: another one ends the doubt that it left.
  const sending = useSending<typeof setMode>()
  const write = useWrite({ prepared, sending })
  const outcome = sending.intent?.outcome
  const isReal = target === 'real'
  const happens = (
    <SheetSection title="What happens">
      <p>
        {isReal
          ? 'From then on every order, stop and sale is carried out with real money, also from other tabs and programs of this user.'
          : 'From then on every order is carried out on paper. Real trades and bots go on as they are.'}
      </p>
    </SheetSection>
  )
  return (
    <WriteSheet
      write={write}
      width="stop"
      isReal={isReal}
      account={connection?.label}
      title={`Switch to ${target}`}
      words={{
        act: `Switch to ${target}`,
        leave: `Stay in ${otherOf(target)}`,
        done: 'Switched at',
        accepted: `The service switched to ${(outcome?.kind === 'placed' && outcome.answer.mode) || target}.`,
        refused: 'The mode was not switched.',
        unknown: 'The mode may have been switched.',
        asked: `switch to ${target}`,
      }}
      {...(isReal && { confirm: { phrase: PHRASE, passphrase } })}
      review={happens}
      placed={happens}
      reading={{ at: undefined, words: doubtWords(isTold) }}
      // Real money is begun anew, with its phrase.
      {...(!isReal && { again: { label: 'Switch to paper again (safe)' } })}
      onClose={onClose}
    />
  )
}

/** What becomes of a switch whose outcome nobody knows. */
const doubtWords = (isTold: boolean): string =>
  isTold
    ? 'Whether the mode was switched is not known; the service is asked for it again.'
    : 'Whether the mode was switched is not known, and this service never tells its mode. Switch once more, or look there and mark it as resolved in Activity: it counts as real from then on.'

const otherOf = (mode: Mode) => (mode === 'paper' ? 'real' : 'paper')
