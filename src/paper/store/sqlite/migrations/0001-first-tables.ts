/** Amounts are texts in the worlds' JSON: no column is REAL. */
export const firstTables = `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    wished_world TEXT NOT NULL CHECK (wished_world IN ('', 'demo', 'empty')),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE keys (
    api_key TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    algorithm TEXT NOT NULL CHECK (algorithm IN ('hmac', 'rsa')),
    material TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pairing_codes (
    code_hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE worlds (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('demo', 'empty')),
    seed INTEGER NOT NULL,
    made_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE things (
    user_id INTEGER NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (user_id, kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_of_user ON ledger (user_id, number);

  CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    journal TEXT NOT NULL,
    at INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_of_user ON journal (user_id, number);

  CREATE TABLE remembered_effects (
    api_key TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (api_key, method, path, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX remembered_effects_by_age ON remembered_effects (at);
`
