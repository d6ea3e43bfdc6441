import type { DcaBotDetail } from '#contract/dca-bots.ts'
import { present } from '#contract/read.ts'
import { CompareLink } from '#market/compare-link.tsx'
import { plural } from '#money/format.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { useFirst } from '#ui/disclosure.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { Time } from '#ui/time.tsx'

import { profitCurrencyOf } from '../words.ts'
import { dealSums, type EndedDeal, endedDeals } from './ended-deals.ts'

/** Results by deal, as far back as the bot's events go; draws nothing without any. */
export function EndedDeals({ bot }: { bot: DcaBotDetail }) {
  const events = present(bot.events ?? [])
  const deals = endedDeals(events, bot.active_trades)
  const { shown, toggle } = useFirst(deals, 6, 'deals')
  if (deals.length === 0) return null
  const currency = profitCurrencyOf(bot)
  return (
    <Section
      title="Ended deals"
      actions={<CompareLink bot={{ kind: 'dca', id: bot.id }} />}
      className="mb-4"
    >
      <Sums deals={deals} currency={currency} />
      <Table caption="Ended deals" rowHeight={28} isTight className="mt-1">
        <thead>
          <tr>
            <Th>Ended</Th>
            <Th isNumeric className="max-sm:hidden">
              Took
            </Th>
            <Th isNumeric className="max-sm:hidden">
              Safety orders
            </Th>
            <Th>Ended by</Th>
            <Th isNumeric hasGlyphSlot>
              Profit, {currency}
            </Th>
          </tr>
        </thead>
        <tbody>
          {shown.map((deal) => (
            <DealRow key={deal.id} deal={deal} currency={currency} />
          ))}
        </tbody>
      </Table>
      {toggle}
    </Section>
  )
}

/** Sums name the number of deals, because the service counts more than its events show. */
function Sums({ deals, currency }: { deals: readonly EndedDeal[]; currency: string }) {
  const { profit, average, won, lost, duration } = dealSums(deals)
  return (
    <p className="text-caption text-ink-2 tabular-nums">
      {plural(deals.length, 'closed deal')}: {won} won, {lost} lost,{' '}
      <Amount signed value={profit} unit={currency} currency={currency} />, on average{' '}
      <Amount signed value={average} unit={currency} currency={currency} />
      {duration !== undefined && ` in ${formatSpan(duration)}`}.
    </p>
  )
}

const NOT_AMONG = 'It opened too long ago, or another deal was open at the same time.'

function DealRow({ deal, currency }: { deal: EndedDeal; currency: string }) {
  const { openedAt, closedAt, safetyOrders, closedBy, profit } = deal
  return (
    <tr>
      <Td className="whitespace-nowrap text-ink-2">
        <Time at={closedAt} style="short" />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        {openedAt === undefined || closedAt === undefined ? (
          <UnknownValue reason={NOT_AMONG} />
        ) : (
          formatSpan(closedAt - openedAt)
        )}
      </Td>
      <Td isNumeric className="max-sm:hidden">
        {safetyOrders ?? <UnknownValue reason={NOT_AMONG} />}
      </Td>
      <Td>{closedBy}</Td>
      <Td isNumeric>
        <Amount signed value={profit} currency={currency} />
      </Td>
    </tr>
  )
}
