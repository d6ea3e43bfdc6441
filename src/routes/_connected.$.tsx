import { createFileRoute } from '@tanstack/react-router'

import { NotFound } from '#features/shell/page-states.tsx'

/** “Not found” within the page frame. */
export const Route = createFileRoute('/_connected/$')({
  // Part of the first files, because layouts import it anyway.
  codeSplitGroupings: [],
  staticData: { title: 'Not found' },
  component: NotFound,
})
