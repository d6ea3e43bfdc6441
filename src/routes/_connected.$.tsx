import { createFileRoute } from '@tanstack/react-router'

import { NotFound } from '#features/shell/page-states.tsx'

/** Every other address: “Not found” within the shell. */
export const Route = createFileRoute('/_connected/$')({
  // Shown inside layouts anyway. A file of its own would be named with every address that needs none.
  codeSplitGroupings: [],
  staticData: { title: 'Not found' },
  component: NotFound,
})
