import { Link, useNavigate } from '@tanstack/react-router'

import type { DcaBot } from '#contract/dca-bots.ts'
import { isUnreadable, type Rows, type UnreadableRow as UnreadableRead } from '#contract/read.ts'
import { roundPlaces } from '#money/money-places.ts'
import { Amount } from '#ui/amount.tsx'
import { StopButton } from '#ui/button.tsx'
import { Percent } from '#ui/percent.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'
import { UnreadableRow } from '#ui/unreadable-row.tsx'

import { BotStatus } from '../bot-status.tsx'
import { exposureOf } from '../exposure.ts'
import { dealsDone, directionOf, strategyInShort } from '../words.ts'

export type DcaBotTableProps = {
  bots: Rows<DcaBot> | undefined
  /** Stops one of them; absent where the service stops none. */
  stop?: StopControl | undefined
}

export type StopControl = {
  /** Why none can be stopped now. */
  reason: string | undefined
  onStop: (id: string) => void
}

/** Whether a bot may still open deals. */
export const isStoppable = ({ status }: DcaBot): boolean =>
  status !== 'stopped' && status !== 'completed'

const COLUMNS = 13

/** The bots in rows, as the service orders them: the newest first. */
export function DcaBotTable({ bots, stop }: DcaBotTableProps) {
  return (
    <Table
      caption="DCA bots"
      hasBleed
      isTight
      isBusy={bots === undefined}
      className="max-sm:hidden"
    >
      <thead>
        <tr>
          <Th>Bot</Th>
          <Th>Pair</Th>
          <Th className="max-[96rem]:hidden">Exchange</Th>
          <Th className="max-[96rem]:hidden">Direction</Th>
          <Th>Status</Th>
          <Th className="max-md:hidden">Strategy</Th>
          <Th isNumeric>Deals open</Th>
          <Th isNumeric className="max-xl:hidden">
            Safety orders
          </Th>
          <Th isNumeric className="max-lg:hidden">
            Exposure, of at most
          </Th>
          <Th isNumeric className="max-md:hidden">
            Take profit
          </Th>
          <Th isNumeric className="max-xl:hidden">
            Stop loss
          </Th>
          <Th isNumeric>Total profit</Th>
          <Th>
            <span className="sr-only">Stop</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {bots === undefined ? (
          <SkeletonRows rows={6} columns={SKELETON} />
        ) : (
          bots.map((bot, index) =>
            isUnreadable(bot) ? (
              <UnreadableRow
                key={index}
                columns={COLUMNS}
                raw={bot.raw}
                action={stop && <StopUnreadable row={bot} stop={stop} />}
              />
            ) : (
              <BotRow key={bot.id} bot={bot} id={bot.id} stop={stop} />
            ),
          )
        )}
      </tbody>
    </Table>
  )
}

/** What can be done with a bot of which the id alone could be read: it may well run. */
export function StopUnreadable({ row: { id }, stop }: { row: UnreadableRead; stop: StopControl }) {
  if (typeof id !== 'string') return null
  return (
    <span className="flex items-center gap-3">
      <Link to="/dca-bots/$botId" params={{ botId: id }}>
        Bot {id}
      </Link>
      <StopButton name={`bot ${id}`} reason={stop.reason} onPress={() => stop.onStop(id)} />
    </span>
  )
}

type BotRowProps = { bot: DcaBot; id: string; stop: StopControl | undefined }

function BotRow({ bot, id, stop }: BotRowProps) {
  const navigate = useNavigate()
  return (
    <Tr
      isPressable
      onClick={() => void navigate({ to: '/dca-bots/$botId', params: { botId: id } })}
    >
      <Th scope="row">
        <Link
          to="/dca-bots/$botId"
          params={{ botId: id }}
          onClick={(event) => event.stopPropagation()}
          title={bot.name}
          className="block max-w-64 truncate"
        >
          {bot.name ?? 'Unnamed bot'}
        </Link>
      </Th>
      <Td>{bot.pair ?? <UnknownValue />}</Td>
      <Td className="max-[96rem]:hidden">{bot.exchange ?? <UnknownValue />}</Td>
      <Td className="max-[96rem]:hidden">{directionOf(bot) ?? <UnknownValue />}</Td>
      <Td>
        <BotStatus status={bot.status} />
      </Td>
      <Td className="max-md:hidden">{strategyInShort(bot) ?? <UnknownValue />}</Td>
      <Td isNumeric>
        {bot.active_trades ?? <UnknownValue />}
        <span className="text-ink-3">
          {' '}
          of {bot.max_active_trades ?? '—'}, {dealsDone(bot)?.toLocaleString('en-US') ?? '—'} done
        </span>
      </Td>
      <Td isNumeric className="max-xl:hidden">
        <SafetyOrders bot={bot} />
      </Td>
      <Td isNumeric className="max-lg:hidden">
        <ExposureText bot={bot} />
      </Td>
      <Td isNumeric className="max-md:hidden">
        <Percent value={bot.take_profit_pct} />
      </Td>
      <Td isNumeric className="max-xl:hidden">
        {!bot.stop_loss_enabled ? (
          <span className="text-ink-3">off</span>
        ) : (
          <Percent value={bot.stop_loss_pct} />
        )}
      </Td>
      <Td isNumeric>
        <Amount value={bot.total_profit} signed currency={bot.quote_currency ?? ''} />
      </Td>
      <Td className="pinned-end">
        {stop && isStoppable(bot) && (
          <span className="flex justify-end">
            <StopButton
              name={bot.name ?? 'unnamed bot'}
              reason={stop.reason}
              onPress={() => stop.onStop(id)}
            />
          </span>
        )}
      </Td>
    </Tr>
  )
}

function SafetyOrders({ bot }: { bot: DcaBot }) {
  if (bot.max_safety_orders === 0) return <span className="text-ink-3">none</span>
  return (
    <>
      {bot.max_safety_orders ?? <UnknownValue />}
      <span className="text-ink-3"> from </span>
      <Amount value={bot.safety_order_size} minPlaces={2} />
    </>
  )
}

/** What the open deals may use and what all may, in the quote currency. */
export function ExposureText({ bot }: { bot: DcaBot }) {
  const { now, most } = exposureOf(bot) ?? {}
  const { quote_currency: quote } = bot
  return (
    <>
      <Amount value={now} places={now && roundPlaces(quote, now)} />
      <span className="text-ink-3"> of </span>
      <Amount value={most} places={most && roundPlaces(quote, most)} unit={bot.quote_currency} />
    </>
  )
}

const SKELETON = [
  { width: 140 },
  { width: 72 },
  { width: 64 },
  { width: 72 },
  { width: 64 },
  { width: 140 },
  { width: 48, isNumeric: true },
  { width: 80, isNumeric: true },
  { width: 96, isNumeric: true },
  { width: 48, isNumeric: true },
  { width: 48, isNumeric: true },
  { width: 72, isNumeric: true },
  { width: 40, isNumeric: true },
]
