import { getMode, type Mode, setMode } from '#contract/system.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { useWriteAction, writeAction } from '#forms/write-action.tsx'
import { useExtension } from '#query/service.tsx'
import { useMode, useModeInDoubt, useShownMode } from '#query/use-mode.tsx'
import { hasFixedMode } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Badge } from '#ui/status-tag.tsx'

import { Setting } from './setting.tsx'

const PHRASE = 'TRADE REAL'

/** Switches the user between paper and real at the service, which affects every later order. */
export function ModeSwitch() {
  const mode = useMode()
  const shown = useShownMode()
  const isInDoubt = useModeInDoubt()
  // The sheet keeps the mode for which it was opened, because the current one is uncertain
  // meanwhile.
  const { block, open, sheet } = useWriteAction(switchMode)
  const isReported = useExtension(getMode) === true
  const target = mode === 'PAPER' ? 'real' : 'paper'
  const connection = useConnection()
  if (connection && hasFixedMode(connection)) {
    return (
      <Setting name="Mode" detail={DIALECT_WORDS[connection.dialect].whyNot[setMode.name]}>
        <Badge mode={mode} />
      </Setting>
    )
  }
  return (
    <>
      <Setting
        name="Mode"
        detail="The mode is set for your whole account, in every tab and program."
      >
        <span className="flex items-center gap-3">
          {shown === undefined ? <Skeleton width={52} /> : <Badge mode={shown} />}
          <Button
            look={shown !== undefined && target === 'real' ? 'danger-open' : 'secondary'}
            onClick={() => open(target)}
            reason={shown === undefined ? 'Reading the mode from the service.' : block}
          >
            {shown === undefined ? 'Switch mode' : `Switch to ${target}`}
          </Button>
        </span>
      </Setting>
      {isInDoubt && <Note isAnnounced>Trading is blocked. {doubtWords(isReported)}</Note>}
      {sheet}
    </>
  )
}

const switchMode = writeAction(setMode, {
  label: 'Switch mode',
  request: (mode: Mode) => ({ query: { mode } }),
  useFacts: () => ({
    connection: useConnection(),
    isReported: useExtension(getMode) === true,
  }),
  isReal: ({ of }) => of === 'real',
  phrase: (mode) => (mode === 'real' ? PHRASE : undefined),
  account: ({ facts }) => facts.connection?.label,
  title: ({ of: mode }) => `Switch to ${mode}`,
  words: ({ of: mode }) => ({
    act: `Switch to ${mode}`,
    leave: `Stay in ${mode === 'paper' ? 'real' : 'paper'}`,
    done: 'Switched at',
    refused: 'The mode was not switched.',
    unknown: 'The mode may have been switched.',
    asked: `switch to ${mode}`,
  }),
  review: ({ of: mode }) => ({ sentence: EFFECTS[mode] }),
  done: ({ of: mode, answer }) => ({
    sentence: `The service switched to ${answer?.mode ?? mode}. ${EFFECTS[mode]}`,
  }),
  reading: ({ facts }) => ({ words: doubtWords(facts.isReported) }),
  // A switch to real money starts again, with its phrase.
  again: ({ of: mode }) =>
    mode === 'paper' ? { label: 'Switch to paper again (safe)' } : undefined,
})

const EFFECTS: Record<Mode, string> = {
  real: 'From now on, every order uses real money, in every tab and program of this account.',
  paper: 'From now on, every order is simulated. Real trades and bots keep running.',
}

const doubtWords = (isReported: boolean): string =>
  isReported
    ? 'The last switch has no known result. The mode is read again.'
    : 'The last switch has no known result, and this service does not report its mode. Switch again, or check at the service and mark the switch as resolved in Activity: the mode then counts as real.'
