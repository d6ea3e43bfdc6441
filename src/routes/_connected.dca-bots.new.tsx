import { createFileRoute } from '@tanstack/react-router'

import { NewBotPage } from '#features/dca-bots/new-bot/new-bot-page.tsx'

export const Route = createFileRoute('/_connected/dca-bots/new')({
  staticData: { title: 'New DCA bot' },
  component: NewBotPage,
})
