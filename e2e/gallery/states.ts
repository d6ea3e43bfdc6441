import { PLACES } from './pages.ts'
import type { Scene } from './scene.ts'

/** Where a state begins: with a browser that is paired with a world, or with none. */
export type Start = 'demo' | 'empty' | 'real' | 'own' | 'unpaired'

/** One row of the table: a page in a state. `own` is for what writes: nobody else sees its world. */
export type Shot = {
  page: string
  state: string
  start: Start
  reach: (scene: Scene) => Promise<void>
}

type PageState = Pick<Shot, 'state' | 'start'> & {
  reach: (scene: Scene, open: (scene: Scene) => Promise<void>) => Promise<void>
}

const PAGE_STATES: readonly PageState[] = [
  { state: 'filled', start: 'demo', reach: (scene, open) => open(scene) },
  { state: 'empty', start: 'empty', reach: (scene, open) => open(scene) },
]

const pageShots = PLACES.flatMap(({ name, open, isOfOne }) =>
  PAGE_STATES.filter(({ start }) => !(isOfOne && start === 'empty')).map(
    ({ state, start, reach }): Shot => ({
      page: name,
      state,
      start,
      reach: (scene) => reach(scene, open),
    }),
  ),
)

/** Every page in every state. */
export const SHOTS: readonly Shot[] = pageShots
