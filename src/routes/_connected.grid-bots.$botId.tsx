import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { orAbsent } from '#contract/healed.ts'
import { readId } from '#contract/primitives.ts'

import { GridBotPage } from '#features/grid-bots/bot/grid-bot-page.tsx'
import { linkTo } from '#in-page/own-address.ts'

const search = z.object({
  /** Opens the stop sheet. */
  stop: orAbsent(z.literal(true)),
})

export const Route = createFileRoute('/_connected/grid-bots/$botId')({
  staticData: { title: 'Grid bot' },
  validateSearch: search,
  params: {
    parse: ({ botId }) => {
      const id = /^[1-9]\d*$/.test(botId) ? readId(botId) : undefined
      if (id === undefined) throw notFound()
      return { botId: id }
    },
    stringify: ({ botId }) => ({ botId: String(botId) }),
  },
  component: GridBot,
})

function GridBot() {
  const { botId } = Route.useParams()
  const { stop } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <GridBotPage
      key={botId}
      botId={botId}
      isStopping={stop === true}
      onStopping={(isOpen) =>
        void navigate({
          to: '/grid-bots/$botId',
          params: { botId },
          search: { stop: isOpen || undefined },
          resetScroll: false,
        })
      }
      link={linkTo(`/grid-bots/${botId}`)}
    />
  )
}
