import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { aDraft, goodDraft } from '#testing/a-draft.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { mutated } from '#testing/mutated.ts'
import { spot } from '#testing/rule-cases.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { sentenceOf } from './draft-rule.ts'
import { exchangeRules } from './exchange-rules.ts'
import { draftRules, judgeAtExchange, judgeSmartTrade } from './smart-trade-rules.ts'
import { readJson, writeJson } from './json.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'
import { readParts } from './read.ts'

const full = aDraft({
  instant: false,
  skip_enter_step: false,
  leverage: { enabled: true, type: 'isolated', value: 3 },
  'position.conditional': {
    order_type: 'market',
    price: { type: 'ask', value: 60_000 },
    trailing: { enabled: true, percent: 1 },
  },
  'stop_loss.timeout': { enabled: true, value: 30 },
  'stop_loss.breakeven': true,
  note: 'breakout',
})

const bodies = fc.oneof(mutated(goodDraft), mutated(full))

it('judging a mutated body returns a draft or messages, in 10,000 cases', () => {
  const property = fc.property(bodies, (json) => {
    const { draft, issues } = judgeSmartTrade(json, spot)
    const sentences = Object.values(issues ?? {}).flat()
    expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([])
    expect(draft === undefined).toBe(sentences.length > 0)
    // An accepted draft is usable and can be sent again.
    if (draft) judgeAtExchange(draft, spot)
    const again = draft && judgeSmartTrade(JSON.parse(JSON.stringify(draft)), spot)
    expect(again?.issues).toBeUndefined()
  })
  fc.assert(property, { numRuns: propertyRuns(10_000) })
})

it('messages exist for any partial draft', () => {
  const rules = [...draftRules, ...exchangeRules]
  const property = fc.property(mutated(full), (json) => {
    const value = readParts(smartTradeDraft, json)
    for (const rule of rules) {
      const sentence = sentenceOf(rule, value, {})
      expect(sentence).toMatch(/^[A-Z].*\.$/)
      expect(rule.broken(value, {}).every((path) => path !== '')).toBe(true)
    }
  })
  fc.assert(property, { numRuns: propertyRuns(500) })
})

it('judging any valid draft never throws', () => {
  const property = fc.property(arbitraryOf(smartTradeDraft), (held) => {
    const wire = z.encode(smartTradeDraft, held as never)
    const { draft, issues } = judgeSmartTrade(readJson(writeJson(wire)), spot)
    expect(draft ?? issues).toBeDefined()
  })
  fc.assert(property, { numRuns: propertyRuns(500) })
})
