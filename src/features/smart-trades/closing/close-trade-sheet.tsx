import type { Book } from '#contract/impact.ts'
import type { Id } from '#contract/primitives.ts'
import { writeAction } from '#forms/write-action.tsx'
import { useExchangeOf } from '#market/accounts.ts'
import { useMarkets } from '#market/markets.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import type { Decimal } from '#money/decimal.ts'
import { Amount, Profit } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Side } from '#ui/side.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { profitUnit } from '../list/profit-total.tsx'
import { whyUnknown } from '../row-cells.tsx'
import {
  entryOf,
  isClosed,
  nowOf,
  sideOf,
  statusTitle,
  tickPlacesOf,
  type Trade,
  tradeName,
  whyNoPrice,
} from '../trade-facts.ts'
import { OpenTradeLink, TRADE_REREAD, useTradeFigures } from '../trade-write.tsx'
import {
  type CloseAction,
  closingMoved,
  consequencesOf,
  doneWords,
  obstacleTo,
  openOf,
  tellsOpen,
  WAY_ENDPOINTS,
  WAY_NAMES,
} from './close-trade.ts'

type TradeToClose = { id: Id; trade: Trade }

const closeActionOf = (way: CloseAction) =>
  writeAction(WAY_ENDPOINTS[way], {
    label: WAY_NAMES[way],
    request: ({ id }: TradeToClose) => ({ params: { id } }),
    useFacts({ of: { id, trade: listed }, intent }) {
      // One that closes at the market goes by a price that is fresh, where it can be read again.
      const figures = useTradeFigures(id, listed, { isWanted: way === 'close', intent })
      return {
        figures,
        obstacle: obstacleTo(way, figures.now),
        book: useBookOf(figures.now, way === 'close'),
      }
    },
    whatMoved: closingMoved,
    account: ({ facts }) => facts.figures.now.account.name,
    title({ of: { trade } }) {
      const name = tradeName(trade)
      return way === 'close' ? `Close ${name} at market` : `Cancel ${name}`
    },
    words: ({ of: { id, trade }, mode, answer }) => ({
      act: `${WAY_NAMES[way]}${mode === 'REAL' ? ', real money' : ''}`,
      anyway: way === 'close' ? 'Close anyway' : 'Cancel anyway',
      leave: 'Keep the trade',
      ...doneWords(way, trade, answer),
      refused: 'The trade is unchanged.',
      unknown: 'It may have gone through.',
      asked: `${way} SmartTrade ${id}`,
    }),
    review: ({ facts: { figures, book } }) => (
      <>
        <Consequences way={way} trade={figures.now} book={book} />
        <CloseTradeFigures trade={figures.now} />
      </>
    ),
    placed: ({ answer }) => (answer ? <ClosedReceipt trade={answer} /> : null),
    next: ({ of: { id }, onClose }) => ({ link: <OpenTradeLink id={id} onClose={onClose} /> }),
    // A trade is ended only once, whoever has ended it.
    reread: TRADE_REREAD,
    again: {
      label: `${WAY_NAMES[way]} again (safe)`,
      next: 'Sending it again is safe: a trade that has ended is left as it is.',
    },
  })

const CLOSE_SHEETS = { cancel: closeActionOf('cancel').Sheet, close: closeActionOf('close').Sheet }

type EndTradeSheetProps = TradeToClose & { way: CloseAction; onClose: () => void }

/** The code of both ways comes with the first sheet that is opened. */
export function CloseTradeSheet({ id, trade, way, onClose }: EndTradeSheetProps) {
  const Sheet = CLOSE_SHEETS[way]
  return <Sheet of={{ id, trade }} onClose={onClose} />
}

/** What the price of closing a large position depends on, where the service says it. */
function useBookOf({ account, pair }: Trade, isWanted: boolean) {
  const exchange = useExchangeOf(account.id, { isWanted })
  const { marketOf } = useMarkets(exchange, { isWanted })
  return isWanted ? marketOf(pair) : undefined
}

type ConsequencesProps = { way: CloseAction; trade: Trade; book: Book | undefined }

function Consequences({ way, trade, book }: ConsequencesProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  return (
    <SheetSection title="What happens">
      <ul className="grid list-disc gap-1 pl-4 marker:text-ink-3">
        {consequencesOf(way, trade, { areAmountsHidden, book }).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </SheetSection>
  )
}

const ClosedReceipt = ({ trade }: { trade: Trade }) => (
  <SheetSection title="As the service returned it">
    <FactList isLined of={closedFacts(trade)} />
  </SheetSection>
)

export function closedFacts(trade: Trade): Facts {
  const { base, quote } = currenciesOf(trade.pair)
  const { status, data } = trade
  const isOver = isClosed(trade)
  return {
    Status: statusTitle(status) ?? <UnknownValue />,
    Entered: <Amount value={data.entered_amount} unit={base} />,
    Closed: <Amount value={data.closed_amount} unit={base} />,
    'Average close': isOver && (
      <Price
        value={nowOf(trade)}
        places={tickPlacesOf(trade)}
        unit={quote}
        reason={whyNoPrice(trade)}
      />
    ),
    ...(isOver ? resultOf('Result', trade) : { Result: CLOSING }),
  }
}

const CLOSING = 'follows once the exchange has closed the position'

const CloseTradeFigures = ({ trade }: { trade: Trade }) => (
  <SheetSection title="The trade now">
    <FactList isLined of={openFacts(trade)} />
  </SheetSection>
)

export function openFacts(trade: Trade): Facts {
  const { base, quote } = currenciesOf(trade.pair)
  const side = sideOf(trade)
  const open = openOf(trade)
  const priced = (value: Decimal | undefined, reason: string) => (
    <Price value={value} places={tickPlacesOf(trade)} unit={quote} reason={reason} />
  )
  return {
    Side: side && <Side side={side} />,
    'Still open': open ? (
      <Amount value={open.units} unit={base} />
    ) : tellsOpen(trade) ? (
      'nothing'
    ) : (
      <UnknownValue reason="The service does not say what was entered and closed." />
    ),
    Entry: priced(entryOf(trade), 'The entry has no price yet.'),
    'Last price': priced(nowOf(trade), whyNoPrice(trade)),
    ...resultOf('Profit so far', trade),
  }
}

/** The profit under its name and currency. */
function resultOf(name: string, trade: Trade): Facts {
  const { of, currency } = profitUnit([trade])
  const { percent } = trade.profit
  return {
    [`${name}, ${currency}`]: (
      <Profit value={of(trade)} {...{ percent, currency }} reason={whyUnknown(trade)} />
    ),
  }
}
