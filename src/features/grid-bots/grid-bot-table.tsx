import { Link, useNavigate } from '@tanstack/react-router'

import type { GridBot } from '#contract/grid-bots.ts'
import { rawOf, type Read } from '#contract/read.ts'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'
import { UnreadableRow } from '#ui/unreadable-row.tsx'

import { BotState } from './bot-state.tsx'
import { RangeBar } from './range-bar.tsx'
import { RangePrices } from './range-prices.tsx'
import { rangePosition, rangeWords } from './range.ts'
import { gridResult } from './result.ts'
import { StopButton } from './stop-button.tsx'
import { lastStop } from './stop-state.ts'
import { useIntents } from './use-intents.ts'

type GridBotTableProps = {
  bots: readonly Read<GridBot>[] | undefined
  stopReason: string | undefined
  onStop: (id: number) => void
}

const COLUMNS = 10
const ROW = 48

/** The bots in rows; while they are read, bars in their place. */
export function GridBotTable({ bots, stopReason, onStop }: GridBotTableProps) {
  const unit = sharedUnit(bots ?? [])
  const inUnit = unit === undefined ? '' : `, ${unit}`
  return (
    <Table
      caption="Grid bots"
      hasBleed
      rowHeight={ROW}
      isBusy={bots === undefined}
      className="max-sm:hidden"
    >
      <thead>
        <tr>
          <Th>Bot</Th>
          <Th>State</Th>
          <Th>Price in the range</Th>
          <Th isNumeric className="max-lg:hidden">
            Lines
          </Th>
          <Th isNumeric>Realised{inUnit}</Th>
          <Th isNumeric className="max-md:hidden">
            Unrealised{inUnit}
          </Th>
          <Th isNumeric>ROI</Th>
          <Th isNumeric className="max-xl:hidden">
            Round trips
          </Th>
          <Th isNumeric className="max-xl:hidden">
            Runtime
          </Th>
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
            bot.id === undefined ? (
              <UnreadableRow key={index} columns={COLUMNS} raw={rawOf(bot)} />
            ) : (
              <BotRow
                key={bot.id}
                bot={bot}
                id={bot.id}
                hasUnit={unit === undefined}
                stopReason={stopReason}
                onStop={onStop}
              />
            ),
          )
        )}
      </tbody>
    </Table>
  )
}

type BotRowProps = Omit<GridBotTableProps, 'bots'> & {
  bot: Read<GridBot>
  id: number
  hasUnit: boolean
}

function BotRow({ bot, id, hasUnit, stopReason, onStop }: BotRowProps) {
  const navigate = useNavigate()
  const intents = useIntents()
  const result = gridResult(bot)
  const position = rangePosition(bot)
  const name = bot.name ?? `Bot ${id}`
  const unitOf = (unit: string | undefined) => (hasUnit ? unit : undefined)
  return (
    <Tr
      isPressable
      onClick={() => void navigate({ to: '/grid-bots/$botId', params: { botId: id } })}
    >
      <Th scope="row">
        <Link
          to="/grid-bots/$botId"
          params={{ botId: id }}
          onClick={(event) => event.stopPropagation()}
        >
          {name}
        </Link>
        <span className="block text-caption font-normal text-ink-3">{bot.account_name}</span>
      </Th>
      <Td>
        <BotState bot={bot} stop={lastStop(intents, id)} />
      </Td>
      <Td>
        <RangeBar position={position} />
        <span className="ml-2.5 text-ink-2 tabular-nums">
          {position ? rangeWords(position) : <UnknownValue reason={NO_POSITION} />}
        </span>
        <span className="block text-caption text-ink-3 tabular-nums">
          <RangePrices bot={bot} />
        </span>
      </Td>
      <Td isNumeric className="max-lg:hidden">
        {bot.grids_quantity ?? <UnknownValue />}
      </Td>
      <Td isNumeric>
        <Amount value={result.realised} signed places={2} unit={unitOf(result.realisedUnit)} />
      </Td>
      <Td isNumeric className="max-md:hidden">
        <Amount value={result.unrealised} signed places={2} unit={unitOf(result.unit)} />
      </Td>
      <Td isNumeric>
        <Percent value={result.roi} signed />
      </Td>
      <Td isNumeric className="max-xl:hidden">
        {bot.total_profits_count?.toLocaleString('en-US') ?? <UnknownValue />}
      </Td>
      <Td isNumeric className="max-xl:hidden text-ink-2">
        {bot.is_enabled === false ? (
          <UnknownValue reason="It is disabled. The service does not say how long it ran." />
        ) : (
          <Age at={bot.created_at} as="span" />
        )}
      </Td>
      <Td className="text-right">
        {bot.is_enabled !== false && (
          <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />
        )}
      </Td>
    </Tr>
  )
}

const NO_POSITION = 'The service did not say the range or the last price.'

/** The one currency in which all results are counted, for the head; none when they differ. */
function sharedUnit(bots: readonly Read<GridBot>[]): string | undefined {
  const results = bots.map(gridResult)
  const units = results.flatMap(({ realisedUnit, unit }) => [realisedUnit, unit])
  const known = new Set(units.filter((unit) => unit !== undefined))
  return known.size === 1 ? [...known][0] : undefined
}

const SKELETON = [
  { width: 140 },
  { width: 64 },
  { width: 140 },
  { width: 24, isNumeric: true },
  { width: 72, isNumeric: true },
  { width: 72, isNumeric: true },
  { width: 56, isNumeric: true },
  { width: 32, isNumeric: true },
  { width: 56, isNumeric: true },
  { width: 48 },
]
