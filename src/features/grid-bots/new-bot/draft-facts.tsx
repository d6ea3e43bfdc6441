import type { GridBotDraft } from '#contract/grid-bots.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'

import { STOP_ACTION_WORDS } from '../stop-actions.ts'

/** What a request to make a bot says, in words. */
export function DraftFacts({ draft }: { draft: GridBotDraft }) {
  const { base, quote } = splitPair(draft.pair)
  const price = (value: GridBotDraft['lower_price'] | undefined) => (
    <Amount value={value} isPrice minPlaces={2} unit={quote} />
  )
  return (
    <DefinitionList isTight>
      <Definition term="Pair">
        {toSlashPair(draft.pair)}: buys {base} with {quote}
      </Definition>
      <Definition term="Lower price">{price(draft.lower_price)}</Definition>
      <Definition term="Upper price">{price(draft.upper_price)}</Definition>
      <Definition term="Lines">
        {draft.grids_quantity}, {draft.grid_type}
      </Definition>
      <Definition term="Quantity a line">
        <Amount value={draft.quantity_per_grid} unit={base} />
      </Definition>
      {draft.lower_stop_loss_price && (
        <Definition term="Stop below at">{price(draft.lower_stop_loss_price)}</Definition>
      )}
      {draft.lower_stop_loss_action && (
        <Definition term="Stop below does">
          {STOP_ACTION_WORDS[draft.lower_stop_loss_action]}
        </Definition>
      )}
      {draft.upper_stop_loss_price && (
        <Definition term="Stop above at">{price(draft.upper_stop_loss_price)}</Definition>
      )}
      {draft.upper_stop_loss_action && (
        <Definition term="Stop above does">
          {STOP_ACTION_WORDS[draft.upper_stop_loss_action]}
        </Definition>
      )}
      {draft.expansion_down_stop_price && (
        <Definition term="Grows down to">{price(draft.expansion_down_stop_price)}</Definition>
      )}
      {draft.trailing_up_enabled && <Definition term="Range">follows the price up</Definition>}
    </DefinitionList>
  )
}
