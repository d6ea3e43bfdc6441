import { Link, useNavigate } from '@tanstack/react-router'
import { memo, type Ref } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { StopButton } from '#ui/button.tsx'
import { Td, Th, Tr } from '#ui/table.tsx'

import type { StopIntent } from '../stop-state.ts'
import type { BotColumn } from './columns.tsx'
import { SelectBot } from './select-bot.tsx'

type BotRowProps = {
  bot: GridBot
  id: Id
  stop: StopIntent | undefined
  columns: readonly BotColumn[]
  hasUnits: boolean
  isSelected: boolean
  stopReason: string | undefined
  onStop: (id: Id) => void
  onSelect: (id: Id, isSelected: boolean) => void
  /** Its place among all rows. */
  index: number
  ref: Ref<HTMLTableRowElement>
}

/** One bot. The row leads to it; its name is the link that keyboards use. */
export const BotRow = memo(function BotRow(props: BotRowProps) {
  const { bot, id, stop, columns, hasUnits, isSelected, stopReason, onStop, onSelect } = props
  const { index, ref } = props
  const navigate = useNavigate()
  const name = bot.name ?? `Bot ${id}`
  const canStop = bot.is_enabled
  return (
    <Tr
      isPressable
      isSelected={isSelected}
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      onClick={() => void navigate({ to: '/grid-bots/$botId', params: { botId: id } })}
    >
      <Td onClick={(event) => event.stopPropagation()}>
        {canStop && <SelectBot id={id} name={name} isSelected={isSelected} onSelect={onSelect} />}
      </Td>
      <Th scope="row">
        <Link
          to="/grid-bots/$botId"
          params={{ botId: id }}
          onClick={(event) => event.stopPropagation()}
          title={name}
          className="block max-w-64 truncate"
        >
          {name}
        </Link>
        <span className="block text-caption font-normal text-ink-3">{bot.account_name}</span>
      </Th>
      {columns.map(({ id: column, isNumeric, className, cell }) => (
        <Td key={column} isNumeric={isNumeric} className={className}>
          {cell({ bot, stop, hasUnits })}
        </Td>
      ))}
      <Td className="pinned-end text-right">
        {canStop && <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />}
      </Td>
    </Tr>
  )
})
