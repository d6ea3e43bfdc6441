import { createFileRoute } from '@tanstack/react-router'

import { NewBotPage } from '#features/grid-bots/new-bot/new-bot-page.tsx'

export const Route = createFileRoute('/_connected/grid-bots/new')({
  staticData: { title: 'New grid bot' },
  component: NewBotPage,
})
