import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { Market } from '../ticket/use-market.ts'
import { PictureDrawing } from './picture-drawing.tsx'
import { planPicture } from './picture-plan.ts'

/** Of the receipt: in the width of a sheet. */
const HEIGHT = 224

type SentPictureProps = { body: SmartTradeDraft; preview: Preview; market: Market }

/** The trade that was sent, small and still, on the prices it was reviewed at. */
export function SentPicture({ body, preview, market: { view, exchange } }: SentPictureProps) {
  const { position, skip_enter_step: isHeld } = body
  const { conditional } = position
  const plan = planPicture({
    preview,
    market: { price: view.price },
    trigger: conditional?.order_type === 'limit' ? conditional.price?.value : undefined,
    words: {
      entry: isHeld ? 'Held' : 'Entry',
      stop: 'Stop',
      target: (index) => (preview.targets.length === 1 ? 'Target' : `Target ${index + 1}`),
      targetDetail: () => '',
      stopDetail: '',
    },
    height: HEIGHT,
  })
  if (plan === undefined) return null
  return (
    <PictureDrawing
      plan={plan}
      last={view.price}
      pair={body.pair}
      exchange={exchange}
      isMovable={() => false}
      moves={undefined}
    />
  )
}
