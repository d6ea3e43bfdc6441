import type { ReactNode } from 'react'

import type { SessionStore } from '#session/session-store.ts'
import { displayOf, type Settings } from '#session/settings.ts'
import { opensRow } from '#ui/data-list.tsx'
import type { Display } from '#ui/drawn.ts'

import type { EarlyReads } from './early-reads.ts'
import { append } from './write-dom.ts'

/** Place, answers and settings of a page that is drawn before React. */
export type EarlyParts = {
  shell: HTMLElement
  early: EarlyReads
  /** Answers to `early.reads`; `undefined` if a read failed. */
  answers: readonly unknown[]
  sessionStore: SessionStore
  /** Time of the service. */
  now: number
}

/** In milliseconds. Older rows go if React has not come, since nothing updates them. */
const MAX_AGE = 15_000

export const displayAt = (now: number, settings: Settings): Display => ({
  ...displayOf(settings),
  now,
  unknownReason: undefined,
})

/** Draws a page into the static shell, until React draws its own. */
export function drawEarly(shell: HTMLElement, page: ReactNode, display: Display): void {
  append(shell, page, display)
  document.documentElement.dataset['shell'] = 'early'
  shell.addEventListener('click', keepPress)
  setTimeout(() => {
    shell.lastElementChild?.remove()
    showReact()
  }, MAX_AGE)
}

/** Shows what React has drawn instead of the early page. */
export const showReact = (): void => void (document.documentElement.dataset['shell'] = '')

let pressed: string | null | undefined

/** Keeps a press on a row or on *More figures* for `repeatPress`, and marks the row. */
function keepPress(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return
  const more = event.target.closest('.key-figures > button')
  const row = event.target.closest('tbody tr')
  if (more) pressed = more.textContent
  if (!row || !opensRow(event)) return
  pressed = row.querySelector('a')?.getAttribute('aria-label')
  row.parentElement?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  row.setAttribute('data-selected', '')
}

/** Repeats the last press, once React has drawn its target. */
export function repeatPress(): void {
  const targets = [...document.querySelectorAll<HTMLElement>('tbody a, .key-figures > button')]
  targets.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === pressed)?.click()
}
