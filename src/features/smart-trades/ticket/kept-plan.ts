import { sessionHome } from '#session/home.ts'
import type { Drafts } from '#session/drafts.ts'

import { type DraftValues, keptDraft } from './draft-values.ts'

/** Whose plan stands in the ticket: the trader's own, or one that was filled in from a trade. */
export type PlanPlace = { connectionId: string | undefined; like: number | undefined }

/** Unsent plans of this tab. One made like a trade lies beside the trader's own, never over it. */
export function createKeptPlans(drafts: Drafts) {
  return {
    /** `undefined` when there is none, or one like another trade, or one that was cleared. */
    read({ connectionId, like }: PlanPlace): DraftValues | undefined {
      if (connectionId === undefined) return undefined
      if (like === undefined) return keptDraft(drafts.read(connectionId, 'smart-trade'))
      const found = drafts.read(connectionId, 'smart-trade-copy')
      if (typeof found !== 'object' || found === null) return undefined
      const copy = found as { like?: unknown; values?: unknown }
      const values = copy.like === like ? keptDraft(copy.values) : undefined
      return values && isSized(values) ? values : undefined
    },
    write({ connectionId, like }: PlanPlace, values: DraftValues): void {
      if (connectionId === undefined) return
      if (like === undefined) drafts.write(connectionId, 'smart-trade', values)
      else drafts.write(connectionId, 'smart-trade-copy', { like, values })
    },
    clear({ connectionId, like }: PlanPlace): void {
      if (connectionId === undefined) return
      drafts.clear(connectionId, like === undefined ? 'smart-trade' : 'smart-trade-copy')
    },
  }
}

const isSized = ({ position: { units, total } }: DraftValues): boolean =>
  units.value !== '' || total.value !== ''

export const keptPlans = () => createKeptPlans(sessionHome().drafts)
