import { expect, it } from 'vitest'

import type { ConnectionProfile } from './connection-profile.ts'
import { memoryStorage } from './kept-store.ts'
import { createSessionState, forgetRemoved } from './session.ts'

const profile = (id: string): ConnectionProfile => ({
  id,
  label: id,
  baseUrl: 'https://service.test',
  dialect: 'quarterdeck',
  kind: 'hmac',
  declaredMode: 'paper',
  modeHeardAt: 0,
  tellsMode: false,
  writeEnabled: true,
  transport: undefined,
  acceptsDuplicates: false,
  world: undefined,
  user: undefined,
  emptyForm: 'path?',
  storage: 'session',
  keyedAs: '',
  apiKeyHint: '',
  hasToken: false,
  tokenExpiresAt: undefined,
})

it('forgetRemoved is called for a removed connection, and at no other change', () => {
  const session = createSessionState({ local: memoryStorage(), tab: memoryStorage() })
  session.change({ connections: [profile('a'), profile('b')] })
  const forgotten: string[] = []
  forgetRemoved(session, async (id) => void forgotten.push(id))

  session.change({ connections: [profile('a'), profile('b'), profile('c')] })
  session.change({ connections: [{ ...profile('a'), label: 'renamed' }, profile('b')] })
  expect(forgotten).toEqual(['c'])
  session.change({ connections: [profile('b')], currentId: undefined })
  expect(forgotten).toEqual(['c', 'a'])
})
