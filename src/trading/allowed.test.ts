import { expect, it } from 'vitest'

import { can } from './allowed.ts'
import { groupOf, rankOf, SMART_TRADE_STATUSES } from './smart-trade-group.ts'

const trade = (type: string, data = {}) =>
  ({
    status: { type },
    data: { cancel_available: true, panic_sell_available: true, ...data },
    leverage: { enabled: false },
  }) as never

const connection = (members: object) => ({ is_active: true, can_trade: true, ...members }) as never

it.each([
  [
    'a stopped grid bot cannot be stopped',
    can.stopGridBot({ is_enabled: false } as never),
    'This bot is stopped.',
  ],
  ['a running one can', can.stopGridBot({ is_enabled: true } as never), undefined],
  [
    'a running grid bot cannot be started',
    can.startGridBot({ is_enabled: true } as never),
    'This bot is running.',
  ],
  [
    'a futures bot has no required balances',
    can.readRequiredBalances({ leverage_type: 'cross' } as never),
    'Required balances exist for bots on spot accounts only.',
  ],
  [
    'a spot bot has',
    can.readRequiredBalances({ leverage_type: 'not_specified' } as never),
    undefined,
  ],
  [
    'a running DCA bot cannot be started',
    can.startDcaBot({ status: 'running' } as never),
    'This bot is running.',
  ],
  [
    'a stopped DCA bot cannot be stopped',
    can.stopDcaBot({ status: 'stopped' } as never),
    'This bot is stopped.',
  ],
  ['a completed one can', can.stopDcaBot({ status: 'completed' } as never), undefined],
  [
    'a stopped DCA bot opens no deal',
    can.startDeal({ status: 'stopped' } as never),
    'This bot is not running.',
  ],
  [
    'nor one with as many as it may have',
    can.startDeal({ status: 'running', active_trades: 2, max_active_trades: 2 } as never),
    'This bot already has its maximum of open deals.',
  ],
  [
    'a running one with room does',
    can.startDeal({ status: 'running', active_trades: 1, max_active_trades: 2 } as never),
    undefined,
  ],
  ['a waiting trade can be cancelled', can.cancelSmartTrade(trade('waiting_targets')), undefined],
  [
    'a finished one cannot',
    can.cancelSmartTrade(trade('stop_loss_finished')),
    'This trade is finished.',
  ],
  [
    'nor one that is being cancelled',
    can.cancelSmartTrade(trade('cancellation_pending')),
    'This trade is being cancelled.',
  ],
  [
    'nor one that is being closed, whatever its flag says',
    can.cancelSmartTrade(trade('panic_sell_pending', { cancel_available: true })),
    'This trade is being closed.',
  ],
  [
    'nor one that says so itself',
    can.cancelSmartTrade(trade('waiting_targets', { cancel_available: false })),
    'This trade cannot be cancelled now.',
  ],
  [
    'one that is being cancelled cannot be closed',
    can.closeSmartTrade(trade('cancellation_pending', { panic_sell_available: false })),
    'This trade is being cancelled.',
  ],
  [
    'a failed trade cannot be closed',
    can.closeSmartTrade(trade('failed')),
    'This trade has failed.',
  ],
  [
    'nor one that is being closed',
    can.closeSmartTrade(trade('panic_sell_pending')),
    'This trade is being closed.',
  ],
  [
    'nor one without a position',
    can.closeSmartTrade(trade('waiting_position', { panic_sell_available: false })),
    'There is no position to close yet.',
  ],
  [
    'one with a position can',
    can.closeSmartTrade(trade('waiting_targets', { panic_sell_available: true })),
    undefined,
  ],
  [
    'a futures account cannot be sold',
    can.sellAllToUsd(connection({ market_type: 'futures' })),
    'Only a spot or margin account can be sold to USD.',
  ],
  [
    'nor one that may not trade',
    can.sellAllToUsd(connection({ can_trade: false })),
    'This connection may not trade.',
  ],
  [
    'nor one that is off',
    can.sellAllToUsd(connection({ is_active: false })),
    'This connection is not active.',
  ],
  ['a spot account can', can.sellAllToUsd(connection({ market_type: 'spot' })), undefined],
])('%s', (_name, obstacle, sentence) => {
  expect(obstacle).toBe(sentence)
})

it('each status belongs to one group, unknown ones to active', () => {
  const closed = SMART_TRADE_STATUSES.filter((type) => groupOf({ type } as never) !== 'active')
  expect(closed).toEqual(['finished', 'stop_loss_finished', 'panic_sold', 'cancelled', 'failed'])
  expect(groupOf({ type: 'dreaming' } as never)).toBe('active')
})

it("statuses sort by a trade's life, unknown ones last", () => {
  const ranks = ['created', 'waiting_targets', 'finished', 'failed', 'dreaming'].map((type) =>
    rankOf({ type } as never),
  )
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})
