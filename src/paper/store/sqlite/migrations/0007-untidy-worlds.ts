/** Rebuilds the tables that name a kind of world, to allow another kind. */
export const untidyWorlds = `
  PRAGMA defer_foreign_keys = ON;

  CREATE TEMP TABLE kept AS SELECT * FROM users;
  DROP TABLE users;
  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    wished_world TEXT NOT NULL CHECK (wished_world IN ('', 'demo', 'untidy', 'empty')),
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO users (id, name, wished_world, created_at)
  SELECT id, name, wished_world, created_at FROM kept;
  DROP TABLE kept;

  CREATE TEMP TABLE kept AS SELECT * FROM worlds;
  DROP TABLE worlds;
  CREATE TABLE worlds (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('demo', 'untidy', 'empty')),
    seed INTEGER NOT NULL,
    made_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO worlds (user_id, kind, seed, made_at)
  SELECT user_id, kind, seed, made_at FROM kept;
  DROP TABLE kept;
`
