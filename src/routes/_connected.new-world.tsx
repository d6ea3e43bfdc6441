import { createFileRoute } from '@tanstack/react-router'

import { NewWorldPage } from '#features/settings/new-world-page.tsx'

export const Route = createFileRoute('/_connected/new-world')({
  staticData: { title: 'New paper world' },
  component: NewWorldPage,
})
