import type { MarketChoice } from '#contract/system.ts'
import type { Decimal } from '#money/decimal.ts'

import type { Answer } from './http/answer.ts'
import type { RawRequest } from './http/raw-request.ts'
import { openPaperProcess, type OutsideOfProcess, type PaperProcess } from './paper-process.ts'
import { Problem } from './problem.ts'
import { Refusal, wrongBalance } from './refusal.ts'
import type { ServeFlags } from './serve-flags.ts'
import { StorageFailure } from './store/store-errors.ts'

type Opened = { market: MarketChoice; paper: PaperProcess; underWay: Set<Promise<unknown>> }

export type SwitchedPaper = Awaited<ReturnType<typeof openSwitchedPaper>>

/**
 * The service over the world of one market at a time. Another is opened before the one in use is
 * closed, so a world that cannot be opened changes nothing. Requests under way are answered, and
 * stored, by the world that they were sent to.
 */
export async function openSwitchedPaper(flags: ServeFlags, outside: OutsideOfProcess) {
  let current: Opened = await open(flags.choice)
  let isSwitching = false
  /** Resolves once the world that was left is closed, and may be opened again. */
  let left = Promise.resolve()
  let origin = ''

  async function open(market: MarketChoice, balance?: Decimal): Promise<Opened> {
    const { publicOrigin } = flags.reach
    const settings = { ...flags, ...flags.worldOf(market), publicOrigin, balance }
    const paper = await openPaperProcess(
      { ...settings, openMarket: (wished, amount) => switchTo(wished, market, amount) },
      outside,
    )
    return { market, paper, underWay: new Set() }
  }

  async function switchTo(
    wished: MarketChoice,
    from: MarketChoice,
    balance: Decimal | undefined,
  ): Promise<string> {
    if (isSwitching || from !== current.market) throw unavailable('Another world is being opened.')
    if (wished === from && balance) throw wrongBalance(KEPT)
    if (wished === from) return current.paper.pairingCode()
    isSwitching = true
    try {
      await left
      const { next, code } = await openWhole(wished, balance)
      left = close(current)
      current = next
      return code
    } finally {
      isSwitching = false
    }
  }

  async function openWhole(wished: MarketChoice, balance: Decimal | undefined) {
    let next: Opened | undefined
    try {
      next = await open(wished, balance)
      if (balance && (await next.paper.isMade())) throw wrongBalance(KEPT)
      // Before the world is made: it would keep its balance though the request failed.
      const code = await next.paper.pairingCode()
      flags.remember(wished)
      await next.paper.openWorlds()
      await next.paper.usable()
      next.paper.servesAt(origin)
      return { next, code }
    } catch (error) {
      await next?.paper.close().finally(() => flags.remember(current.market))
      if (!(error instanceof Problem || error instanceof StorageFailure)) throw error
      outside.say(error.message)
      throw unavailable('This world cannot be opened. The service has printed the reason.')
    }
  }

  /** Ends after the answer of the request that left this world. */
  async function close({ paper, underWay }: Opened): Promise<void> {
    paper.endStreams()
    await Promise.allSettled(underWay)
    await paper.close().catch(failed)
  }

  const failed = (error: unknown): void =>
    outside.report({ reference: 'world', line: 'closing a world', error })

  return {
    /** The world in use. */
    paper: (): PaperProcess => current.paper,
    answer(request: RawRequest): Promise<Answer> {
      const { paper, underWay } = current
      const answering = paper.service.answer(request).finally(() => underWay.delete(answering))
      underWay.add(answering)
      return answering
    },
    servesAt(address: string): void {
      origin = address
      current.paper.servesAt(address)
      flags.remember(current.market)
    },
    async close(): Promise<void> {
      await Promise.all([current.paper.close(), left])
    },
  }
}

const KEPT = 'This world exists already and keeps its balance. Leave the balance empty to open it.'

const unavailable = (sentence: string): Refusal => new Refusal('world_unavailable', sentence)
