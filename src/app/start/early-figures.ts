import { firstPicture } from '#features/portfolio/first-picture.tsx'
import { pageLocation } from '#in-page/own-address.ts'

import { displayAt, drawEarly, type EarlyParts } from './draw-early.ts'
import { append } from './write-dom.ts'

/** Draws the key figures and the line of Portfolio, by the same declarations as React. */
export function draw({ shell, early, answers, sessionStore, now }: EarlyParts): void {
  const display = displayAt(now, sessionStore.settings.get())
  const picture = firstPicture({
    answers: answers as Parameters<typeof firstPicture>[0]['answers'],
    search: pageLocation(location).search,
    connectionId: early.connection.id,
    sessionStore,
    now,
    display,
  })
  if (!picture) return
  drawEarly(shell, picture.page, display)
  const place = shell.querySelector('[data-chart]')
  if (place) append(place, picture.chart(place.clientWidth), display)
}
