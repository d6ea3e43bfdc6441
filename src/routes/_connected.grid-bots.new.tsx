import { createFileRoute } from '@tanstack/react-router'

import { NewBotPage } from '#features/grid-bots/new-bot/new-bot-page.tsx'
import { serviceTime } from '#query/use-extension.ts'

export const Route = createFileRoute('/_connected/grid-bots/new')({
  staticData: { title: 'New grid bot' },
  loader: ({ context }) => context.queryClient.query({ ...serviceTime(), staleTime: 'static' }),
  component: NewBotPage,
})
