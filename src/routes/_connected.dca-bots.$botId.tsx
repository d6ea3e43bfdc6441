import { createFileRoute, notFound } from '@tanstack/react-router'

import { uuid } from '#contract/primitives.ts'
import { TokenForm } from '#features/connection/token-form.tsx'
import { DcaBotPage } from '#features/dca-bots/bot/dca-bot-page.tsx'
import { useConnection } from '#session/use-session.ts'
import { linkTo } from '#in-page/own-address.ts'

export const Route = createFileRoute('/_connected/dca-bots/$botId')({
  staticData: { title: 'DCA bot' },
  params: {
    parse: ({ botId }) => {
      if (!uuid.safeParse(botId).success) throw notFound()
      return { botId }
    },
    stringify: ({ botId }) => ({ botId }),
  },
  component: DcaBot,
})

function DcaBot() {
  const { botId } = Route.useParams()
  const connection = useConnection()
  return (
    <DcaBotPage
      key={botId}
      botId={botId}
      link={linkTo(`/dca-bots/${botId}`)}
      tokenForm={connection && <TokenForm connectionId={connection.id} />}
    />
  )
}
