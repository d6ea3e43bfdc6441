import type { Failure } from '#client/api-error.ts'

type Where = { baseUrl: string; wasHeldByPolicy: () => boolean }

/** What a failed step of the test means: the fact, then its likely causes with their remedies. */
export function remedyFor(
  failure: Failure,
  where?: Where,
): { detail: string; remedies: readonly string[] } {
  switch (failure.kind) {
    case 'unreachable':
      return where?.wasHeldByPolicy() === true
        ? {
            detail: 'This page may not call that origin.',
            remedies: [`Start with: npm start -- --connect-to ${new URL(where.baseUrl).origin}`],
          }
        : {
            detail: 'No answer. A browser does not tell why.',
            remedies: [
              'The service may be stopped, or the address mistyped.',
              `The service may not allow this page’s origin (CORS): ${location.origin}`,
              ...(where
                ? [
                    `If it allows no page at all, start with: npm start -- --upstream ${new URL(where.baseUrl).origin}`,
                  ]
                : []),
              'A name that does not resolve, or a certificate that is not trusted, looks the same.',
            ],
          }
    case 'unreadable':
      return {
        detail: `It answered with status ${failure.status}, but not in the API’s form.`,
        remedies: ['The base URL may lead to a web page: leave out what follows the API’s prefix.'],
      }
    case 'unsent':
      return { detail: 'The key cannot sign.', remedies: ['Enter the key once more.'] }
    case 'refused':
      return {
        detail: `${failure.status}, “${failure.description}”`,
        remedies: failure.status >= 500 ? FAULT : (CAUSES[failure.status] ?? []),
      }
  }
}

const FAULT = ['The service has a fault of its own: wait and test again.']

const CAUSES: Record<number, readonly string[]> = {
  401: [
    'API key and secret may not belong together, or the key has expired or been revoked.',
    'The key may be bound to other network addresses.',
  ],
  403: ['The key lacks this permission: give it one that has it, or do without these pages.'],
  429: ['Too many requests just now: wait and test again.'],
  418: ['The service has shut this address out for a while: wait before testing again.'],
}
