import { expect, it } from 'vitest'

import { createSettings } from '#session/settings.ts'
import { memoryStorage } from '#session/kept-store.ts'

import { changesIn } from './settings-import.tsx'

const present = createSettings(memoryStorage()).get()

it('lists what a file of settings would change, and nothing else', () => {
  const file = { settings: { ...present, theme: 'dark', columnOrder: { history: ['pair'] } } }
  expect(changesIn(JSON.stringify(file), present)).toEqual({
    changes: [
      { name: 'theme', value: 'dark' },
      { name: 'columnOrder', value: { history: ['pair'] } },
    ],
    wrong: [],
  })
  expect(changesIn(JSON.stringify({ settings: present }), present)).toEqual({
    changes: [],
    wrong: [],
  })
})

it('names values that are wrong, and takes no notices and nothing beside the settings', () => {
  const file = {
    settings: { theme: 'pink', timeZone: 7, notices: ['alert_fired'], apiKey: 'secret' },
    connection: { label: 'Other' },
    theme: 'dark',
  }
  expect(changesIn(JSON.stringify(file), present)).toEqual({
    changes: [],
    wrong: ['theme', 'timeZone'],
  })
})

it('knows a file that holds no settings', () => {
  expect(changesIn('nonsense', present)).toBeUndefined()
  expect(changesIn('{"world":1}', present)).toBeUndefined()
})
