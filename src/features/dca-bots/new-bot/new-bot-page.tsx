import { setUpPage } from '#forms/set-up-page.tsx'
import { splitPair } from '#trading/pair.ts'
import { BackLink } from '#ui/page.tsx'

import { createBot } from './create-bot.tsx'
import { dcaBotForm, withMarketOf } from './fields.ts'
import { judgeNewBot } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'
import { suggestionFor } from './suggestion.ts'

export const NewBotPage = setUpPage({
  noun: 'DCA bot',
  back: <BackLink to="/dca-bots" page="DCA bots" />,
  elsewhere: 'A bot created elsewhere appears among the DCA bots automatically.',
  keptAs: 'dca-bot',
  form: dcaBotForm,
  place: { kind: 'uuid', account: 'connection_id' },
  offered: withMarketOf,
  judge: judgeNewBot,
  fields: NewBotForm,
  preview: NewBotPreview,
  create: createBot,
  example: {
    noMoney: 'Nothing was filled in: no account has free money for a deal.',
    isFit: ({ market_type: type }, { connection_id: chosen, strategy }) =>
      chosen !== '' || strategy === 'Long' || type !== 'spot',
    fields({ market: { pair, last: price, lot, min_total: minTotal }, free }) {
      const { quote } = splitPair(pair)
      const found = suggestionFor('medium', { free: free.quote, quote, price, lot, minTotal })
      if ('cannot' in found) return { cannot: `Nothing was filled in. ${found.cannot}` }
      return [
        { name: 'base order', at: 'base_order_size', value: found.base_order_size },
        { name: 'first safety order', at: 'safety_order_size', value: found.safety_order_size },
      ]
    },
  },
})
