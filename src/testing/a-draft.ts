/** Members to put in place of those of a body, by dotted path; `undefined` takes one out. */
export type Changes = Record<string, unknown>

/** A body of `POST /smart_trades` that breaks no rule at a price of 60,000. */
export const goodDraft = {
  account_id: 7,
  pair: 'USDT_BTC',
  position: {
    type: 'buy',
    order_type: 'limit',
    units: { value: '0.02' },
    price: { value: 60_000 },
  },
  take_profit: {
    enabled: true,
    steps: [
      { order_type: 'limit', volume: 40, price: { type: 'last', value: 63_000 } },
      { order_type: 'market', volume: 60, price: { type: 'bid', percent: 10 } },
    ],
  },
  stop_loss: {
    enabled: true,
    order_type: 'market',
    conditional: { price: { type: 'last', value: 57_000 } },
  },
}

/** The good draft with changes. */
export function aDraft(changes: Changes = {}): Record<string, unknown> {
  const draft = structuredClone(goodDraft) as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let at: Record<string, unknown> = draft
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>
    if (value === undefined) delete at[last]
    else at[last] = value
  }
  return draft
}
