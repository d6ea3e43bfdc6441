import { type DraftValues, emptyDraft, emptyStep } from './fields.ts'

type Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> | undefined } : T

export function aTicket(changes: Deep<DraftValues> = {}): DraftValues {
  return merged<DraftValues>(
    {
      ...emptyDraft(),
      account_id: '4417',
      pair: 'USDT_BTC',
      position: {
        ...emptyDraft().position,
        units: { value: '0.045' },
        price: { value: '90850' },
      },
      take_profit: {
        ...emptyDraft().take_profit,
        steps: [aTarget('92900', '40'), aTarget('94600', '60')],
      },
      stop_loss: {
        ...emptyDraft().stop_loss,
        conditional: {
          price: { type: 'last', by: 'value', value: '88900', percent: '' },
          trailing: { enabled: false, percent: '' },
        },
      },
    },
    changes,
  )
}

export const aTarget = (value: string, volume: string) => ({
  ...emptyStep(),
  volume,
  price: { by: 'value' as const, value, percent: '' },
})

function merged<T>(base: T, changes: Deep<T>): T {
  if (typeof base !== 'object' || base === null || Array.isArray(base)) return changes as T
  const result = { ...base } as Record<string, unknown>
  for (const [key, value] of Object.entries(changes as object)) {
    result[key] = merged(result[key], value as never)
  }
  return result as T
}
