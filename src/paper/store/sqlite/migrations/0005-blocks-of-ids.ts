/** Old worlds keep their blocks; two that share one get separate ones next. */
export const blocksOfIds = `
  CREATE TABLE id_blocks (
    first INTEGER PRIMARY KEY CHECK (first % 1000000 = 0),
    user_id INTEGER NOT NULL REFERENCES users (id)
  ) STRICT;
  CREATE INDEX id_blocks_of_user ON id_blocks (user_id);
  INSERT OR IGNORE INTO id_blocks (first, user_id)
  SELECT json_extract(json, '$.nextId') / 1000000 * 1000000, user_id FROM things
  WHERE kind = 'world' AND json_valid(json) AND json_type(json, '$.nextId') = 'integer'
  ORDER BY user_id;
`
