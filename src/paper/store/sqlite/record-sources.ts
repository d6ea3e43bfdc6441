import { formatOf } from '../../engine/upgrades/upgrades.ts'
import type { Database } from './database.ts'

/** The format of each user's world; `Infinity` if unreadable. */
export function formatsIn(database: Database): ReadonlyMap<number, number> {
  const worlds = database.prepare(`SELECT user_id, json FROM things WHERE kind = 'world'`).all()
  return new Map(
    (worlds as { user_id: number; json: string }[]).map((row) => [row.user_id, formatOf(row.json)]),
  )
}

/** `user_id` is null for a record of the whole service. */
export type RecordRow = { user_id: number | null; kind: string; id: string; json: string }

/** Selects the worlds' records that are read by page. */
export const PAST_RECORDS = [
  `SELECT user_id, 'ledger' AS kind, number AS id, json FROM ledger ORDER BY number`,
  `SELECT user_id, 'history' AS kind, number AS id, json FROM history`,
  `SELECT user_id, 'event' AS kind, bot || ' ' || number AS id, json FROM events`,
  `SELECT user_id, 'smart_trade' AS kind, id, json FROM ended_trades`,
  `SELECT user_id, 'flow' AS kind, number AS id, json_quote(amount) AS json FROM flows`,
  `SELECT user_id, 'owned' AS kind, account || ' ' || currency || ' ' || at AS id,
     json_quote(amount) AS json FROM owned`,
  // Emptied when a world is upgraded.
  `SELECT user_id, 'journal' AS kind, number AS id, json FROM journal`,
]

export const WORLD_RECORDS = [
  'SELECT user_id, kind, id, json FROM things',
  `SELECT user_id, 'balance' AS kind, place || ' ' || currency AS id, amount AS json FROM balances`,
  `SELECT user_id, 'ledger_checkpoint' AS kind, user_id AS id, sums AS json FROM ledger_checkpoints`,
  ...PAST_RECORDS,
]

/** Selects every record beside the worlds. Of an API key only the beginning is named. */
export const OTHER_RECORDS = [
  `SELECT user_id, 'alert' AS kind, id, json FROM alerts`,
  `SELECT user_id, 'trade_event' AS kind, number AS id, json FROM trade_events`,
  `SELECT user_id, 'key' AS kind, substr(api_key, 1, 14) AS id,
     json_object('material', material, 'permissions', permissions) AS json FROM keys`,
  `SELECT NULL AS user_id, name AS kind, name AS id, json_quote(value) AS json FROM settings
   WHERE name IN ('token_secret', 'world_time', 'last_backup')`,
  `SELECT NULL AS user_id, name AS kind, name AS id, value AS json FROM settings
   WHERE name = 'live_listing'`,
  `SELECT NULL AS user_id, 'live_price' AS kind, pair || ' ' || at AS id,
     json_quote(price) AS json FROM live_prices`,
  `SELECT NULL AS user_id, 'remembered_effect' AS kind, method || ' ' || path AS id,
     json_object('status', status, 'body', CASE WHEN json_valid(body) THEN json(body) END) AS json
   FROM remembered_effects`,
]
