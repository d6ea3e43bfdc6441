import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { add, type Decimal } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { currenciesOf } from '../currencies.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import { leftBehindWords } from './left-behind.ts'
import { cancelledWords, orderCount, switchedOff } from './pending-words.ts'
import { AT_ONCE } from './stop-run.ts'

/** A bot that is about to be stopped; `bot` is unknown where the service lists none. */
export type BotToStop = { botId: Id; name: string; bot: GridBot | undefined }

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
          {switchedOff(bots.length, AT_ONCE)} {cancelledWords(ordersOfAll(bots), bots.length)}
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
              <span className="flex-none text-ink-2 tabular-nums">
                {orderCount(bot && pendingOrders(bot))}
              </span>
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
                  reason="The service does not tell what all these orders hold."
                />
              </Definition>
            ))}
          </DefinitionList>
        </SheetSection>
      )}
      <Note tone="caution" className="mt-1.5 mb-2.5">
        {leftBehindWords(bots.map(({ bot }) => bot))}
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
  const orders = bots.map(({ bot }) => bot && pendingOrders(bot))
  const told = orders.filter((each) => each !== undefined)
  if (told.length < bots.length) return undefined
  const sumOf = (side: 'buys' | 'sells') => told.reduce((sum, each) => sum + each[side], 0)
  return { buys: sumOf('buys'), sells: sumOf('sells') }
}

/** What the orders hold by currency; `undefined` where a size is unknown, or a bot that may hold it. */
export function freedBy(bots: readonly BotToStop[]): ReadonlyMap<string, Decimal | undefined> {
  const isAllTold = bots.every(({ bot }) => {
    const orders = bot && pendingOrders(bot)
    return orders && (orders.buys + orders.sells === 0 || currenciesOf(bot) !== undefined)
  })
  const freed = new Map<string, Decimal | undefined>()
  const put = (currency: string, amount: Decimal | undefined) => {
    const before = freed.get(currency)
    const isFirst = !freed.has(currency)
    const sum = isFirst ? amount : before && amount && add(before, amount)
    freed.set(currency, isAllTold ? sum : undefined)
  }
  for (const { bot } of bots) {
    const pair = bot && currenciesOf(bot)
    if (!bot || !pair) continue
    const orders = pendingOrders(bot)
    if (!orders || orders.buys > 0) put(pair.quote, orders?.inBuys)
    if (!orders || orders.sells > 0) put(pair.base, orders?.inSells)
  }
  return freed
}
