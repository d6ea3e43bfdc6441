import type { Ask, Reply, ServiceState } from '#in-page/messages.ts'
import type { Instant } from '#contract/primitives.ts'

import { beginWorld } from '../engine/open-world.ts'
import { responseOf } from '../http/answer.ts'
import { DEFAULT_RATE, type SteadyClock } from '../http/rate-limits.ts'
import { MAX_BODY_BYTES, type RawRequest } from '../http/raw-request.ts'
import type { Report } from '../http/refusal.ts'
import { Problem } from '../problem.ts'
import { type RunningPaper, runPaper } from '../running-paper.ts'
import { TRADER } from '../store/store.ts'
import { PAGE_REMEDIES } from '../unusable-world.ts'
import { checkedWorldFile } from './check-world-file.ts'
import { type IndexedDbStore, openIndexedDbStore } from './indexed-db-store.ts'
import { upgradeWorld } from './upgrade-world.ts'
import { webPlatform } from './web-platform.ts'
import { importedWorld, importWorld, type WorldFile, worldFileOf } from './world-file.ts'
import type { Runner } from './world-turn.ts'

type Parts = {
  database: string
  origin: string
  basePath: string
  /** The first visit's world; if omitted, the engine makes one, which takes longer. */
  snapshot: () => Promise<WorldFile | undefined>
  now: () => Instant
  steady: SteadyClock
  report: Report
  /** Called when another worker has opened the database. */
  lost: () => void
  setState: (state: Partial<ServiceState>) => void
}

const TICK_MS = 1_000
const NO_WORLD = 'No world could be opened or begun. Start over again, or reload the page.'
const utf8 = new TextEncoder()

/** Runs the paper service over this browser's world. */
export async function openInPagePaper(parts: Parts): Promise<Runner> {
  const { database, origin, basePath, snapshot, now, steady, report, lost, setState } = parts

  async function begin(prepare?: (store: IndexedDbStore) => Promise<void>) {
    const store = await openIndexedDbStore(database, lost)
    try {
      await prepare?.(store)
      return await serve(store)
    } catch (error) {
      await store.close()
      throw error
    }
  }

  async function serve(store: IndexedDbStore) {
    const trader = await store.users.ensure({ name: TRADER }, now())
    if (!(await store.worlds.originOf(trader.id))) {
      const file = await snapshot()
      if (file) await importWorld(store, file, now())
    }
    const shownUpTo = Math.max(now(), await store.worldTime.read())
    await upgradeWorld(store, trader.id, shownUpTo)
    const paper = await runPaper({
      store,
      platform: webPlatform,
      settings: {
        seed: undefined,
        world: undefined,
        strict: false,
        allowedOrigins: new Set(),
        rateLimit: DEFAULT_RATE,
        basePath,
      },
      outside: {
        openWorld: beginWorld,
        now,
        steady,
        report,
        say: (sentence) => setState({ sentence }),
        show: (progress) => setState({ progress }),
      },
      upgrade: () => undefined,
      place: 'this browser',
      remedies: PAGE_REMEDIES,
    })
    await paper.openWorlds()
    return { store, paper, trader }
  }

  const streams: OpenStreams = new Map()
  let opened = begin()
  await opened
  setState({ phase: 'running' })
  const clock = setInterval(
    () =>
      void opened.then(
        ({ paper }) => paper.tick(),
        () => undefined,
      ),
    TICK_MS,
  )

  async function beginAnew(prepare: (store: IndexedDbStore) => Promise<void>): Promise<void> {
    const closed = opened.then(
      ({ paper }) => paper.close(),
      () => undefined,
    )
    setState({ phase: 'opening', sentence: undefined })
    const anew = closed.then(() => begin(prepare))
    // Continues with the old world, or begins one.
    opened = anew.catch(() => begin())
    await opened.then(
      () => setState({ phase: 'running' }),
      () => setState({ phase: 'stopped', sentence: NO_WORLD }),
    )
    await anew
  }

  return {
    async answer(ask): Promise<Reply> {
      if (ask.kind === 'start_over') {
        await beginAnew((store) => store.forgetAll())
        return { kind: 'done' }
      }
      if (ask.kind === 'restore') {
        const world = importedWorld(checkedWorldFile(await textOf(ask.file), now()))
        await beginAnew((store) => store.replaceBy(world))
        return { kind: 'done' }
      }
      const { paper, store, trader } = await opened
      switch (ask.kind) {
        case 'request':
          return responseTo(paper, ask, origin, streams)
        case 'next':
          return { kind: 'part', text: await nextOf(streams, ask.stream) }
        case 'leave':
          await streams.get(ask.stream)?.cancel()
          streams.delete(ask.stream)
          return { kind: 'done' }
        case 'pairing_code':
          return { kind: 'code', code: await paper.pairingCode() }
        case 'download': {
          // In the world's turn, so that nothing is added meanwhile.
          const made = await store.worlds.originOf(trader.id)
          if (!made) return { kind: 'failed', sentence: 'There is no world yet.' }
          const changes = await paper.worlds.read(trader.id, () => store.everything(trader.id))
          const text = JSON.stringify(worldFileOf(made, changes))
          return { kind: 'file', file: await zipped(text) }
        }
      }
    },
    close(): void {
      clearInterval(clock)
      void opened.then(({ paper }) => paper.close()).catch(() => undefined)
    },
  }
}

type OpenStreams = Map<string, ReadableStreamDefaultReader<Uint8Array>>

/** A closed page stops reading, so its stream is dropped. */
async function nextOf(streams: OpenStreams, name: string): Promise<string | undefined> {
  const part = await streams
    .get(name)
    ?.read()
    .catch(() => undefined)
  if (part?.value) return new TextDecoder().decode(part.value)
  streams.delete(name)
  return undefined
}

async function responseTo(
  { service }: RunningPaper,
  ask: Extract<Ask, { kind: 'request' }>,
  origin: string,
  streams: OpenStreams,
): Promise<Reply> {
  const headers = new Map(ask.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const bytes = utf8.encode(ask.body ?? '')
  const request: RawRequest = {
    method: ask.method,
    target: ask.target,
    header: (name) => headers.get(name),
    headerCount: headers.size,
    bytes: bytes.length > MAX_BODY_BYTES ? undefined : bytes,
    address: 'this browser',
    ownOrigin: origin,
  }
  const answer = await service.answer(request)
  const { status, headers: answered, body } = answer
  if (answer.stream) {
    const stream = crypto.randomUUID()
    const parts = responseOf(answer).body
    if (parts) streams.set(stream, parts.getReader())
    return { kind: 'response', status, headers: answered, body: null, stream }
  }
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body
  return { kind: 'response', status, headers: answered, body: text }
}

const ZIPPED = 0x1f8b
/** In bytes: many years of a world, and within a browser's memory. */
const MOST_IN_A_FILE = 256 * 2 ** 20

/** The text of a file, which may be zipped. Throws `Problem`. */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > MOST_IN_A_FILE) throw new Problem('The file is too large for a world.')
  const head = new DataView(await file.slice(0, 2).arrayBuffer())
  const isZipped = head.byteLength === 2 && head.getUint16(0) === ZIPPED
  const stream = isZipped
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream()
  try {
    return await new Response(stream).text()
  } catch (error) {
    throw new Problem('The file is damaged: it could not be unpacked.', { cause: error })
  }
}

const zipped = (text: string): Promise<Blob> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob()
