/**
 * What the ledger adds up to, beside the ledger: compared at every start. An account never owes; the
 * market, the fees, loans and the world outside may. Rows of the ledger are only ever added.
 */
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
