import type { Database } from '../database.ts'

/** Columns that filter ended trades, one index each; further filters narrow its rows. */
const FILTERS = ['account', 'pair', 'base', 'quote', 'type', 'trade_group', 'is_success']
const SORTS = ['created_at', 'updated_at', 'closed_at', 'profit_usd', 'profit_percent', 'rank']

/** Ended entities, read by page through `Past`; no query reads all rows of a user. */
export function thePast(database: Database): void {
  database.exec(TABLES)
  for (const sort of SORTS) {
    database.exec(
      `CREATE INDEX ended_trades_by_${sort} ON ended_trades (user_id, mode, ${sort}, id)`,
    )
    for (const filter of FILTERS) {
      database.exec(
        `CREATE INDEX ended_trades_of_${filter}_by_${sort}
         ON ended_trades (user_id, mode, ${filter}, ${sort}, id)`,
      )
    }
  }
}

const TABLES = `
  -- Ended orders, executed or not: rows of GET /terminal/history, only ever added.
  CREATE TABLE history (
    -- The order in which they were added; ties of every sort break by it.
    number INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    -- Of the account, since a list shows the accounts of one mode.
    mode TEXT NOT NULL CHECK (mode IN ('paper', 'real')),
    account INTEGER NOT NULL,
    pair TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    -- The whole HistoricalTrade.
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_by_created_at ON history (user_id, mode, created_at);
  CREATE INDEX history_by_closed_at ON history (user_id, mode, closed_at);
  CREATE INDEX history_by_pair ON history (user_id, mode, pair);
  CREATE INDEX history_of_pair_by_created_at ON history (user_id, mode, pair, created_at);
  CREATE INDEX history_of_pair_by_closed_at ON history (user_id, mode, pair, closed_at);
  CREATE INDEX history_of_account_by_created_at ON history (user_id, mode, account, created_at);
  CREATE INDEX history_of_account_by_closed_at ON history (user_id, mode, account, closed_at);
  CREATE INDEX history_of_account_by_pair ON history (user_id, mode, account, pair);
  CREATE INDEX history_of_both_by_created_at
    ON history (user_id, mode, account, pair, created_at);
  CREATE INDEX history_of_both_by_closed_at
    ON history (user_id, mode, account, pair, closed_at);

  -- What happened to a DCA bot, only ever added.
  CREATE TABLE events (
    user_id INTEGER NOT NULL REFERENCES users (id),
    -- The bot's id.
    bot TEXT NOT NULL,
    -- The event's own id: 1, 2, 3 ... of its bot.
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- The whole DcaBotEvent.
    json TEXT NOT NULL,
    PRIMARY KEY (user_id, bot, number)
  ) STRICT, WITHOUT ROWID;

  -- Money and coins that came into an account from outside, or left, only ever added.
  CREATE TABLE flows (
    number INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    account INTEGER NOT NULL,
    currency TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- A canonical decimal; what left is negative.
    amount TEXT NOT NULL
  ) STRICT;
  CREATE INDEX flows_of_account ON flows (user_id, account, at);

  -- What an account owned of a currency, free, held and borrowed together, from \`at\` on until its
  -- next row. \`at\` is a whole multiple of OWNED_STEP; beyond a year one row an hour stays.
  CREATE TABLE owned (
    user_id INTEGER NOT NULL REFERENCES users (id),
    account INTEGER NOT NULL,
    currency TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- A canonical decimal, 0 among them.
    amount TEXT NOT NULL,
    PRIMARY KEY (user_id, account, currency, at)
  ) STRICT, WITHOUT ROWID;

  -- SmartTrades that are over and have no orders: the columns of EndedTrade.
  CREATE TABLE ended_trades (
    user_id INTEGER NOT NULL REFERENCES users (id),
    id INTEGER NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('paper', 'real')),
    account INTEGER NOT NULL,
    pair TEXT NOT NULL,
    base TEXT NOT NULL,
    quote TEXT NOT NULL,
    type TEXT NOT NULL,
    -- EndedTrade.group.
    trade_group TEXT NOT NULL CHECK (trade_group IN ('active', 'finished', 'cancelled', 'failed')),
    rank INTEGER NOT NULL,
    is_success INTEGER NOT NULL CHECK (is_success IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    closed_at INTEGER,
    -- As sortableText writes them: texts in the order of the amounts.
    profit_usd TEXT,
    profit_percent TEXT,
    -- The whole record, as it was stored while it was alive.
    json TEXT NOT NULL,
    UNIQUE (user_id, id)
  ) STRICT;

  -- What the entries of a user's ledger add up to, up to one of them: what has to be added up at a
  -- start are the entries after it.
  CREATE TABLE ledger_checkpoints (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    -- ledger.number of the last entry that is in the sums; 0 for none.
    up_to INTEGER NOT NULL,
    -- [place, currency, amount][] of all that is not zero.
    sums TEXT NOT NULL,
    -- ledger.number up to which entries are folded into one a day; 0 for none.
    folded_to INTEGER NOT NULL,
    -- owned.at up to which one row an hour is left; 0 for none.
    thinned_to INTEGER NOT NULL
  ) STRICT;

  -- What is older than a year, seen from the latest entry, is folded into one entry a day.
  DROP TRIGGER ledger_rows_stay;
  DROP TRIGGER ledger_rows_never_change;
  CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger
  WHEN OLD.at > (
    SELECT at FROM ledger WHERE user_id = OLD.user_id ORDER BY number DESC LIMIT 1
  ) - 31536000000
  BEGIN
    SELECT RAISE(ABORT, 'ledger rows stay');
  END;
  CREATE TRIGGER ledger_rows_never_change BEFORE UPDATE ON ledger
  WHEN OLD.at > (
    SELECT at FROM ledger WHERE user_id = OLD.user_id ORDER BY number DESC LIMIT 1
  ) - 31536000000
  BEGIN
    SELECT RAISE(ABORT, 'ledger rows never change');
  END;
`
