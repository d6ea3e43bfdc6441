import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { add, type Decimal } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { currenciesOf } from '../currencies.ts'
import { pendingOrders } from '../bot/rungs.ts'
import { AT_ONCE } from './stop-run.ts'

/** A bot that is about to be stopped; `bot` is unknown where the service lists none. */
export type BotToStop = { botId: number; name: string; bot: Read<GridBot> | undefined }

/** Which bots, what is cancelled and freed in all, what nobody says, and every request. */
export function BulkReview({ bots }: { bots: readonly BotToStop[] }) {
  const { client } = useService()
  const requests = bots.map(({ botId }) => {
    const { method, target } = client.prepare(stopGridBot, { params: { id: botId } })
    return `${method} ${target}`
  })
  const freed = freedBy(bots)
  return (
    <>
      <SheetSection title="What happens">
        <p>
          {bots.length} bots are switched off, one after the other. {cancelledWords(bots)}
        </p>
      </SheetSection>
      <SheetSection title="Bots">
        <ul className="max-h-60 overflow-y-auto" tabIndex={0} aria-label="Bots to be stopped">
          {bots.map(({ botId, name, bot }) => (
            <li
              key={botId}
              className="flex justify-between gap-3 border-b border-hairline py-1 last:border-b-0"
            >
              <span className="min-w-0 truncate">
                {name}
                <span className="text-ink-3"> {bot?.account_name ?? `bot ${botId}`}</span>
              </span>
              <span className="flex-none text-ink-2 tabular-nums">{ordersOf(bot)}</span>
            </li>
          ))}
        </ul>
      </SheetSection>
      {freed.size > 0 && (
        <SheetSection title="What the cancelled orders free">
          <DefinitionList isTight>
            {[...freed].map(([currency, amount]) => (
              <Definition key={currency} term={currency}>
                <Amount
                  value={amount}
                  minPlaces={2}
                  reason="The service did not say how large the orders are."
                />
              </Definition>
            ))}
          </DefinitionList>
        </SheetSection>
      )}
      <Note tone="caution" className="mt-1.5 mb-2.5">
        The service does not say what it does with coins the bots have bought. They are expected to
        stay on the exchange. Check there after stopping.
      </Note>
      <SheetSection title="Requests">
        <CodeBlock label="Requests" text={requests.join('\n')} />
        <p className="mt-1.5 text-caption text-ink-3">
          Each is signed and sent once, at most {AT_ONCE} at a time. None is sent again by itself.
        </p>
      </SheetSection>
    </>
  )
}

/** How many orders all these bots have pending; unknown as soon as one bot’s are. */
export function ordersOfAll(
  bots: readonly BotToStop[],
): { buys: number; sells: number } | undefined {
  if (bots.some(({ bot }) => bot?.grid_lines === undefined)) return undefined
  const orders = bots.flatMap(({ bot }) => (bot ? [pendingOrders(bot)] : []))
  const sumOf = (side: 'buys' | 'sells') => orders.reduce((sum, each) => sum + each[side], 0)
  return { buys: sumOf('buys'), sells: sumOf('sells') }
}

function cancelledWords(bots: readonly BotToStop[]): string {
  const orders = ordersOfAll(bots)
  if (!orders) {
    return 'Their pending orders are cancelled. The service does not tell how many there are.'
  }
  const { buys, sells } = orders
  if (buys + sells === 0) return 'They have no pending order to cancel.'
  return `${buys + sells} pending orders are cancelled: ${buys} ${buys === 1 ? 'buy' : 'buys'} and ${sells} ${sells === 1 ? 'sell' : 'sells'}.`
}

function ordersOf(bot: Read<GridBot> | undefined): string {
  if (bot?.grid_lines === undefined) return 'orders not told'
  const { buys, sells } = pendingOrders(bot)
  return `${buys + sells} ${buys + sells === 1 ? 'order' : 'orders'}`
}

/** What the orders hold by currency; `undefined` where a size is unknown. */
export function freedBy(bots: readonly BotToStop[]): ReadonlyMap<string, Decimal | undefined> {
  const freed = new Map<string, Decimal | undefined>()
  const put = (currency: string, amount: Decimal | undefined) => {
    const before = freed.get(currency)
    const isFirst = !freed.has(currency)
    freed.set(currency, isFirst ? amount : before && amount && add(before, amount))
  }
  for (const { bot } of bots) {
    const pair = bot && currenciesOf(bot)
    if (!bot || !pair) continue
    const { buys, sells, inBuys, inSells } = pendingOrders(bot)
    if (buys > 0) put(pair.quote, inBuys)
    if (sells > 0) put(pair.base, inSells)
  }
  return freed
}
