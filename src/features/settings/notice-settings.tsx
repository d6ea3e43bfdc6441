import { useState } from 'react'

import type { NoticeEvent } from '#session/settings.ts'
import { useChangeSettings, useSettings } from '#session/use-session.ts'

import { Choice } from './setting.tsx'

const EVENTS: readonly { event: NoticeEvent; name: string; detail: string }[] = [
  {
    event: 'trade_ended',
    name: 'A SmartTrade ended',
    detail: 'Its targets or its stop were reached, it was cancelled or it failed.',
  },
  {
    event: 'bot_stopped',
    name: 'A grid bot stopped',
    detail: 'Where the service lists grid bots.',
  },
  {
    event: 'outcome_unknown',
    name: 'An outcome is unknown',
    detail: 'Something was sent and no usable answer came.',
  },
]

/** Which events are shown as desktop notices, without amounts, as long as a tab of the page is open. */
export function NoticeSettings() {
  const { notices } = useSettings()
  const [permission, setPermission] = useState(permissionNow)
  const set = useChangeSettings()
  const isPossible = permission === 'default' || permission === 'granted'
  const turn = async (event: NoticeEvent, isOn: boolean) => {
    const others = notices.filter((one) => one !== event)
    if (!isOn) return set({ notices: others })
    const answer = await Notification.requestPermission()
    setPermission(answer)
    if (answer === 'granted') set({ notices: [...others, event] })
  }
  return (
    <>
      <p className="pb-1 text-caption text-ink-3">
        {isPossible
          ? 'As long as a tab of Quarterdeck is open, which then reads once a minute also while it is hidden. No amounts are named.'
          : SENTENCES[permission]}
      </p>
      {isPossible &&
        EVENTS.map(({ event, name, detail }) => (
          <Choice
            key={event}
            name={name}
            detail={detail}
            value={permission === 'granted' && notices.includes(event) ? 'on' : 'off'}
            options={[
              ['off', 'Off'],
              ['on', 'On'],
            ]}
            onChange={(next) => void turn(event, next === 'on')}
          />
        ))}
    </>
  )
}

const SENTENCES = {
  denied: "This browser's own settings block notices of this page.",
  missing: 'This browser cannot show notices.',
} as const

const permissionNow = (): NotificationPermission | 'missing' =>
  'Notification' in globalThis ? Notification.permission : 'missing'
