/** Balances. Only market, fees, loans and outside may be negative. Ledger rows are append-only. */
export const balances = `
  CREATE TABLE balances (
    user_id INTEGER NOT NULL REFERENCES users (id),
    place TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount TEXT NOT NULL CHECK (place NOT LIKE 'account:%' OR amount NOT LIKE '"-%'),
    PRIMARY KEY (user_id, place, currency)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'ledger rows stay');
  END;
  CREATE TRIGGER ledger_rows_never_change BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE(ABORT, 'ledger rows never change');
  END;
`
