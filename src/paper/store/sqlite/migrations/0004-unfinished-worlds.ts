/** An interrupted world has no origin: it was never visible, so its ledger may be deleted too. */
export const unfinishedWorlds = `
  DROP TRIGGER ledger_rows_stay;
  CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger
  WHEN EXISTS (SELECT 1 FROM worlds WHERE user_id = OLD.user_id) AND OLD.at > (
    SELECT at FROM ledger WHERE user_id = OLD.user_id ORDER BY number DESC LIMIT 1
  ) - 31536000000
  BEGIN
    SELECT RAISE(ABORT, 'ledger rows stay');
  END;
`
