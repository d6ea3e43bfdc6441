import { createFileRoute } from '@tanstack/react-router'

import { NewBotPage } from '#features/dca-bots/new-bot/new-bot-page.tsx'
import { serviceTime } from '#query/use-extension.ts'

export const Route = createFileRoute('/_connected/dca-bots/new')({
  staticData: { title: 'New DCA bot' },
  loader: ({ context }) => context.queryClient.query({ ...serviceTime(), staleTime: 'static' }),
  component: NewBotPage,
})
