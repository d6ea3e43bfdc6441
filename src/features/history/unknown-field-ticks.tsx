import { useExtraColumns } from '#session/use-session.ts'
import { ColumnTicks } from '#ui/column-choice.tsx'

import type { Trade } from './trades.ts'
import { unknownFields } from './unknown-fields.tsx'

/** A tick for each field that the service sends and this page does not know; nothing without one. */
export function UnknownFieldTicks({ trades }: { trades: readonly Trade[] }) {
  const { extra, show } = useExtraColumns('history')
  const fields = unknownFields(trades)
  const offered = [...fields, ...extra.filter((field) => !fields.includes(field))]
  if (offered.length === 0) return null
  return (
    <section className="mt-2 border-t border-hairline pt-2">
      <h3 className="pb-1 text-caption text-ink-3">Further fields that this service sends</h3>
      <ColumnTicks
        columns={offered.map((field) => ({ id: field, head: field }))}
        isShown={(field) => extra.includes(field)}
        onShow={show}
      />
    </section>
  )
}
