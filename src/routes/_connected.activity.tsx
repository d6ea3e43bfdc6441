import { createFileRoute } from '@tanstack/react-router'

import { IntentList } from '#features/activity/intent-list.tsx'

export const Route = createFileRoute('/_connected/activity')({
  staticData: { title: 'Activity' },
  component: IntentList,
})
