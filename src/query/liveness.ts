import { useSyncExternalStore } from 'react'

import type { Area } from '#contract/endpoint.ts'
import { areas } from '#contract/stream.ts'
import { createStore } from '#session/kept-store.ts'

/** True while this tab gets beats of the stream. A tab has one connection at a time. */
export const liveness = createStore(false)

/** Time of the stream's last event, by this browser's clock. */
export const lastHeardAt = createStore(0)

export const useIsLive = (): boolean => useSyncExternalStore(liveness.subscribe, liveness.get)

/** Areas whose changes the stream announces. */
export const ANNOUNCED = areas.options.filter((area) => area !== 'market')

/** Areas that change by events alone. Others have figures that move with prices. */
export const EVENT_AREAS: readonly Area[] = ['history', 'exchanges', 'mode']
