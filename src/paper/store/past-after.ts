import type { Past } from '../engine/past.ts'

/** A past that answers synchronously or not. */
type AnyPast = {
  [K in keyof Past]: (
    ...args: Parameters<Past[K]>
  ) => Awaited<ReturnType<Past[K]>> | ReturnType<Past[K]>
}

/** A store's past; `ask` runs each query after all pending commits. */
export const pastAfter = (
  ask: <T>(question: (past: AnyPast) => T | Promise<T>) => Promise<T>,
): Past => ({
  history: (filter) => ask((past) => past.history(filter)),
  trades: (filter, span) => ask((past) => past.trades(filter, span)),
  trade: (id) => ask((past) => past.trade(id)),
  events: (bot, limit) => ask((past) => past.events(bot, limit)),
  ownedAt: (accounts, moments) => ask((past) => past.ownedAt(accounts, moments)),
  flows: (accounts, from, to) => ask((past) => past.flows(accounts, from, to)),
})
