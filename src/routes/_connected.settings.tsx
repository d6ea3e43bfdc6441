import { createFileRoute } from '@tanstack/react-router'

import { ConnectionList } from '#features/connection/connection-list.tsx'
import { SettingsPage } from '#features/settings/settings-page.tsx'

export const Route = createFileRoute('/_connected/settings')({
  staticData: { title: 'Settings' },
  component: () => <SettingsPage connections={<ConnectionList />} />,
})
