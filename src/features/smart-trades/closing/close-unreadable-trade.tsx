import type { Id } from '#contract/primitives.ts'
import { WriteButton, writeAction } from '#forms/write-action.tsx'

import { statusLabel } from '../trade-facts.ts'
import { TRADE_REREAD } from '../trade-write.tsx'
import { type CloseAction, WAY_ENDPOINTS, WAY_NAMES } from './close-trade.ts'

type UnreadableTrade = { id: Id }

const CONSEQUENCES: Record<CloseAction, string> = {
  cancel: 'Cancels the entry, every target and the stop. An open position stays on the account.',
  close: 'Cancels every target and the stop, and closes the open position at the market.',
}

/** Ends a trade of which only the id is readable. */
const actionOf = (way: CloseAction) =>
  writeAction(WAY_ENDPOINTS[way], {
    label: WAY_NAMES[way],
    request: ({ id }: UnreadableTrade) => ({ params: { id } }),
    account: () => 'Account not known',
    title: ({ of: { id } }) => `${way === 'close' ? 'Close' : 'Cancel'} SmartTrade ${id}`,
    words: ({ of: { id }, mode }) => ({
      act: `${WAY_NAMES[way]}${mode === 'REAL' ? ', real money' : ''}`,
      leave: 'Keep the trade',
      done: 'Accepted at',
      refused: 'The trade is unchanged.',
      unknown: 'It may have gone through.',
      asked: `${way} SmartTrade ${id}`,
    }),
    review: () => ({
      sentence: CONSEQUENCES[way],
      note: 'The service sent this trade in a form that cannot be read. Its pair, size and state are unknown.',
      isCaution: true,
    }),
    done({ answer }) {
      const status = statusLabel(answer?.status)
      return {
        sentence:
          status === undefined
            ? 'Accepted. The service does not say how the trade stands.'
            : `The trade is now “${status}”.`,
      }
    },
    reread: { ...TRADE_REREAD, notOffered: 'This service cannot be asked for one trade.' },
    again: {
      label: `${WAY_NAMES[way]} again (safe)`,
      next: 'Sending it again is safe: a trade that has ended is left as it is.',
    },
  })

const ACTIONS = [actionOf('cancel'), actionOf('close')] as const

export const CloseUnreadable = ({ id }: UnreadableTrade) => (
  <span className="ml-auto flex gap-2 max-sm:ml-0 max-sm:w-full">
    {ACTIONS.map((action) => (
      <WriteButton key={action.label} action={action} of={{ id }} />
    ))}
  </span>
)
