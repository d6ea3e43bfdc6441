import type { MarketView } from '#contract/draft-rule.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange } from '#contract/smart-trade-rules.ts'

import { MOST_WARNINGS } from '../review/review-words.ts'

/** What holds a trade back by what was read of the exchange, where the service might know better. */
export const SOFT_KINDS = ['tick', 'lot', 'minimum', 'balance'] as const
export type SoftKind = (typeof SOFT_KINDS)[number]

export type SoftBlock = { kind: SoftKind; sentence: string }

const FIGURES = {
  tick: 'tick',
  lot: 'lot',
  minimum: 'minTotal',
  balance: 'free',
} as const satisfies Record<SoftKind, keyof MarketView>

/** The market as it is judged by when these kinds are left to the service. */
export function leaving(market: MarketView, kinds: Iterable<SoftKind>): MarketView {
  const judged = { ...market }
  for (const kind of kinds) delete judged[FIGURES[kind]]
  return judged
}

/** Every kind that a draft breaks, with its sentence. */
export function softBlocks(draft: SmartTradeDraft, market: MarketView): SoftBlock[] {
  if (Object.keys(judgeAtExchange(draft, market)).length === 0) return []
  return SOFT_KINDS.flatMap((kind) => {
    const others = SOFT_KINDS.filter((other) => other !== kind)
    const [sentence] = Object.values(judgeAtExchange(draft, leaving(market, others))).flat()
    return sentence === undefined ? [] : [{ kind, sentence }]
  })
}

/** The ones to show: what holds back comes before what was left, so that each gets its turn. */
export function shownBlocks(
  blocks: readonly SoftBlock[],
  left: ReadonlySet<SoftKind>,
): readonly SoftBlock[] {
  const isLeft = ({ kind }: SoftBlock) => left.has(kind)
  return [...blocks.filter((block) => !isLeft(block)), ...blocks.filter(isLeft)].slice(
    0,
    MOST_WARNINGS,
  )
}
