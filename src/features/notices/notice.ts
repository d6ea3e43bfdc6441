import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { Id } from '#contract/primitives.ts'

/** Desktop notification. Others may see the screen, so amounts are only in trade events with them. */
export type Notice = {
  /** Equal in every tab and after every read, so that no tab notifies twice. */
  tag: string
  title: string
  body: string
  leadsTo:
    | { trade: Id }
    | { bot: Id }
    | { intent: string }
    | { page: '/settings' | '/alerts' | '/portfolio' }
}

/** Notifies of changes between values; the first value is only the baseline. */
export function useNotices<T>(
  value: T | undefined,
  happened: (before: T, now: T) => Notice[],
  notify: (notices: readonly Notice[]) => void,
): void {
  const before = useRef<T>(undefined)
  useEffect(() => {
    if (value === undefined || value === before.current) return
    const notifications = before.current === undefined ? [] : happened(before.current, value)
    before.current = value
    notify(notifications)
  })
}

export function useNotify(): (notices: readonly Notice[]) => void {
  const navigate = useNavigate()
  return (notices) => {
    for (const { tag, title, body, leadsTo } of notices) {
      const notice = noticeOf(title, { body, tag, icon: `${import.meta.env.BASE_URL}favicon.svg` })
      notice?.addEventListener('click', () => {
        window.focus()
        if ('trade' in leadsTo) {
          void navigate({ to: '/smart-trades', search: { status: 'all', trade: leadsTo.trade } })
        } else if ('bot' in leadsTo) {
          void navigate({ to: '/grid-bots/$botId', params: { botId: leadsTo.bot } })
        } else if ('page' in leadsTo) {
          void navigate({ to: leadsTo.page })
        } else void navigate({ to: '/activity', search: leadsTo })
      })
    }
  }
}

/** `undefined` if the browser has the class but refuses to construct it, as on some phones. */
function noticeOf(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
