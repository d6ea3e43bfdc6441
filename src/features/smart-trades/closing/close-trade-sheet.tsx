import type { Book } from '#contract/impact.ts'
import type { Id } from '#contract/primitives.ts'
import { isStepOpen } from '#contract/smart-trade-funds-rules.ts'
import { fundsStepsOf } from '#contract/smart-trade-funds.ts'
import { becomes, Decisive, type EffectRow } from '#forms/effect.tsx'
import { useBefore } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { useExchangeOf } from '#market/accounts.ts'
import { useMarkets } from '#market/markets.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { add, type Decimal, ZERO } from '#money/decimal.ts'
import { Amount, Profit } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { profitUnit } from '../list/profit-total.tsx'
import { TradeLevelsPicture } from '../picture/sent-picture.tsx'
import { whyUnknown } from '../row-cells.tsx'
import {
  entryOf,
  isClosed,
  isFilled,
  nowOf,
  sideOf,
  statusLabel,
  tickPlacesOf,
  type Trade,
  whyNoPrice,
} from '../trade-facts.ts'
import {
  freeRow,
  openTrade,
  TRADE_REREAD,
  useQuoteFree,
  useTradeAfter,
  useTradeFigures,
} from '../trade-write.tsx'
import {
  type CloseAction,
  closeTitle,
  closingMoved,
  consequencesOf,
  doneWords,
  isEndedBy,
  obstacleTo,
  openOf,
  WAY_ENDPOINTS,
  WAY_NAMES,
} from './close-trade.ts'

type TradeToClose = { id: Id; trade: Trade }

const closeActionOf = (way: CloseAction) =>
  writeAction(WAY_ENDPOINTS[way], {
    label: WAY_NAMES[way],
    request: ({ id }: TradeToClose) => ({ params: { id } }),
    useFacts({ of: { id, trade: listed }, intent }) {
      // A close at market uses a fresh price, if it can be read again.
      const figures = useTradeFigures(id, listed, { isWanted: way === 'close', intent })
      return {
        figures,
        obstacle: obstacleTo(way, figures.now),
        book: useBookOf(figures.now, way === 'close'),
        areAmountsHidden: useDisplayPreferences().areAmountsHidden,
        before: useBefore(figures.now, intent),
        after: useTradeAfter(id, intent),
        free: useQuoteFree(listed, intent),
      }
    },
    whatMoved: closingMoved,
    account: ({ facts }) => facts.figures.now.account.name,
    title: ({ of: { trade }, answer, facts: { after } }) => closeTitle(way, trade, after ?? answer),
    words: ({ of: { id, trade }, mode, answer }) => ({
      act: `${WAY_NAMES[way]}${mode === 'REAL' ? ', real money' : ''}`,
      anyway: way === 'close' ? 'Close anyway' : 'Cancel anyway',
      leave: 'Keep the trade',
      done: doneWords(way, trade, answer).done,
      refused: 'The trade is unchanged.',
      unknown: 'It may have gone through.',
      asked: `${way} SmartTrade ${id}`,
    }),
    review({ facts: { figures, book, areAmountsHidden, free } }) {
      const trade = figures.now
      const { sentence, note } = consequencesOf(way, trade, { areAmountsHidden, book })
      return {
        sentence,
        note,
        isCaution: isFilled(trade),
        rows: closeRows(way, trade, { book, free }),
      }
    },
    done({ answer, facts: { before, after, free } }) {
      const now = after ?? answer
      return {
        sentence: (
          <>
            {doneWords(way, before, now).deed}
            {way === 'close' && now && isEndedBy(way, now) && (
              <>
                {' '}
                It ended at <Decisive value={profitUnit([now]).of(now)} {...resultLook(now)} />.
              </>
            )}
          </>
        ),
        rows: now && endedRows(before, now, free),
      }
    },
    picture: ({ facts: { before, after } }) => (
      <TradeLevelsPicture trade={after ?? before} isEnding />
    ),
    next: ({ of: { id }, onClose }) => ({ link: openTrade(id, onClose)(NEXT_LINK) }),
    // A trade ends only once, whoever ended it.
    reread: TRADE_REREAD,
    again: {
      label: `${WAY_NAMES[way]} again (safe)`,
      next: 'Sending it again is safe: a trade that has ended is left as it is.',
    },
  })

const CLOSE_SHEETS = { cancel: closeActionOf('cancel').Sheet, close: closeActionOf('close').Sheet }

type EndTradeSheetProps = TradeToClose & { way: CloseAction; onClose: () => void }

/** Loads the code of both actions with the first sheet. */
export function CloseTradeSheet({ id, trade, way, onClose }: EndTradeSheetProps) {
  const Sheet = CLOSE_SHEETS[way]
  return <Sheet of={{ id, trade }} onClose={onClose} />
}

/** Sources for the price of a large close, if the service has them. */
function useBookOf({ account, pair }: Trade, isWanted: boolean) {
  const exchange = useExchangeOf(account.id, { isWanted })
  const { marketOf } = useMarkets(exchange, { isWanted })
  return isWanted ? marketOf(pair) : undefined
}

const resultLook = (trade: Trade) => {
  const { currency } = profitUnit([trade])
  return { signed: true, currency, unit: currency, reason: whyUnknown(trade) } as const
}

const priceOf = (trade: Trade) => (value: Decimal | undefined, reason: string | undefined) => (
  <Price value={value} places={tickPlacesOf(trade)} reason={reason} />
)

type Around = { book?: Book | undefined; free?: ReturnType<typeof useQuoteFree> }

/** Figures of a trade before and after its close, as planned. */
export function closeRows(
  way: CloseAction,
  trade: Trade,
  { book, free }: Around = {},
): EffectRow[] {
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const { data } = trade
  const open = openOf(trade, book)
  const held = data.entered_amount && data.closed_amount && (open?.units ?? ZERO)
  const priced = priceOf(trade)
  // A waiting buy order releases its funds as well.
  const isWaiting = !isFilled(trade) || fundsStepsOf(trade, 'add').some(isStepOpen)
  const isSold = way === 'close' && sideOf(trade) === 'buy' && !trade.leverage.enabled && !isWaiting
  const units = (value: Decimal | undefined) => (
    <Amount value={value} reason="The service does not say what was entered and closed." />
  )
  return [
    way === 'close' && held
      ? becomes(`${base} held`, held, ZERO, units)
      : [`${base} held`, units(held)],
    ['Entry', priced(entryOf(trade), 'The entry has no price yet.')],
    ['Last price', priced(nowOf(trade), whyNoPrice(trade))],
    ['Profit so far', resultOf(trade)],
    ...(isSold && open?.total && free?.before
      ? [
          becomes(
            `${quote} available, before the fee`,
            free.before,
            add(free.before, open.total),
            (value) => <Amount value={value} currency={quote} />,
          ),
        ]
      : []),
  ]
}

/** Figures of a trade before and after its close, as reported. */
export function endedRows(was: Trade, now: Trade, free?: Around['free']): EffectRow[] {
  const { base = '', quote = '' } = currenciesOf(now.pair)
  const status = (trade: Trade) => statusLabel(trade.status) ?? null
  const isOver = isClosed(now)
  const freed = free && !now.leverage.enabled && freeRow(quote, free)
  return [
    ['Status', status(was), status(now)],
    [`${base} entered`, <Amount key="entered" value={now.data.entered_amount} />],
    becomes(`${base} closed`, was.data.closed_amount, now.data.closed_amount, (value) => (
      <Amount value={value} />
    )),
    ...(isOver ? [['Average close', priceOf(now)(nowOf(now), whyNoPrice(now))] as const] : []),
    ['Result', resultOf(was), isOver ? resultOf(now) : 'once closed'],
    ...(freed === false || freed === undefined ? [] : [freed]),
  ]
}

function resultOf(trade: Trade) {
  const { of, currency } = profitUnit([trade])
  const { percent } = trade.profit
  return <Profit value={of(trade)} {...{ percent, currency }} reason={whyUnknown(trade)} />
}
