import { rawOf } from '#contract/read.ts'
import { WarningIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { RawJson } from '#ui/raw-json.tsx'
import { Td, Tr } from '#ui/table.tsx'

import type { Trade } from '../trade-facts.ts'

/** A row of the answer that is no SmartTrade: said where it stands, with what the service sent. */
export function UnreadableTrade({ trade }: { trade: Trade }) {
  return (
    <Tr>
      <Td colSpan={7}>
        <UnreadableLine trade={trade} />
      </Td>
    </Tr>
  )
}

export function UnreadableLine({ trade }: { trade: Trade }) {
  return (
    <span className="flex items-center gap-2 text-caution">
      <WarningIcon size={14} />
      This row could not be read.
      <Popover
        label="What the service sent"
        trigger={
          <button type="button" className="link touch">
            Show what was sent
          </button>
        }
      >
        <div className="w-90 max-w-full">
          <RawJson label="Row as sent" value={rawOf(trade) ?? null} />
        </div>
      </Popover>
    </span>
  )
}
