import type { GridBot } from '#contract/grid-bots.ts'
import { useKeptIntents, useService } from '#query/service.tsx'

import { countStates, type RunCounts, runState, type RunState } from './run-state.ts'
import type { RunRow, StopRun } from './stop-run.ts'
import { useStopRun } from './use-stop-run.ts'

/** The bulk stop with what became of each bot so far. */
export type RunView = {
  run: StopRun
  rows: readonly (RunRow & { state: RunState })[]
  counts: RunCounts
  isPaused: boolean
}

/** `bots` as the list says them, read at `readAt`. */
export function useRunView(bots: readonly GridBot[] | undefined, readAt: number): RunView {
  const { run, plan } = useStopRun()
  const { journal } = useService().sender
  const intents = new Map(useKeptIntents().map((intent) => [intent.id, intent]))
  const known = new Map(bots?.map((bot) => [bot.id, bot]))
  const rows = (plan?.rows ?? []).map((row) => ({
    ...row,
    state: runState(
      row,
      row.intentId === undefined ? undefined : intents.get(row.intentId),
      // What earlier pages have left is not read yet.
      run.isUnderWay(row) || !journal.isLoaded(),
      { bot: known.get(row.botId), readAt },
    ),
  }))
  return {
    run,
    rows,
    counts: countStates(rows.map(({ state }) => state)),
    isPaused: plan?.isPaused ?? false,
  }
}
