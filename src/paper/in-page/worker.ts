import type { FromWorker, ServiceState, ToWorker } from '#in-page/messages.ts'

import { openInPagePaper, textOf } from './in-page-paper.ts'
import { readWorldFile, type WorldFile } from './world-file.ts'
import { worldTurn } from './world-turn.ts'

const send = (message: FromWorker): void => postMessage(message)

let state: ServiceState = {
  phase: 'opening',
  isElsewhere: false,
  progress: undefined,
  sentence: undefined,
}

/** The world that the site was built with; `undefined` if unavailable or unreadable. */
async function worldAt(address: string): Promise<WorldFile | undefined> {
  try {
    const response = await fetch(address)
    // Some servers declare a .gz as gzip-encoded text, which the browser has unpacked then.
    return readWorldFile(await textOf(await response.blob()))
  } catch {
    return undefined
  }
}

function begin({ snapshot, origin, basePath }: Extract<ToWorker, { kind: 'open' }>) {
  // Another site of the same origin has its own world, and perhaps another build.
  const name = `quarterdeck-world${basePath}`
  const turn = worldTurn({
    name,
    locks: navigator.locks,
    channel: new BroadcastChannel(name),
    open: (lost) =>
      openInPagePaper({
        database: name,
        origin,
        basePath,
        snapshot: () => worldAt(snapshot),
        now: Date.now,
        steady: () => performance.now(),
        report: ({ reference, line, error }) => console.error(reference, line, error),
        lost,
        setState: (changed) => setState({ ...state, ...changed, isElsewhere: false }),
      }),
    state: () => state,
    setState,
  })
  function setState(next: ServiceState): void {
    state = next
    send({ kind: 'state', state })
    if (!next.isElsewhere) turn.announce()
  }
  turn.begin()
  return turn
}

let turn: ReturnType<typeof begin> | undefined

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'ping') send({ kind: 'pong' })
  if (data.kind === 'open') turn ??= begin(data)
  if (data.kind === 'ask') {
    const { id, ask } = data
    void turn?.answer(ask).then((reply) => send({ kind: 'reply', id, reply }))
  }
})
