import { createFileRoute } from '@tanstack/react-router'

import { AlertsPage } from '#features/alerts/alerts-page.tsx'

export const Route = createFileRoute('/_connected/alerts')({
  staticData: { title: 'Alerts' },
  component: AlertsPage,
})
