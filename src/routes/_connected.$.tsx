import { createFileRoute } from '@tanstack/react-router'

import { NotFound } from '#features/shell/not-found.tsx'

/** Every other address: told as such, with the way around beside it. */
export const Route = createFileRoute('/_connected/$')({
  staticData: { title: 'Not found' },
  component: NotFound,
})
