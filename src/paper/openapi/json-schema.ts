import * as z from 'zod/mini'

import { historyTime } from '#contract/history.ts'
import {
  amount,
  booleanText,
  chartNumber,
  flag,
  heldId,
  idNumber,
  idText,
  integerText,
  isoOrUnix,
  numericAmount,
  timestamp,
  unixSeconds,
  uuid,
  wholeNumber,
} from '#contract/primitives.ts'

export type JsonSchema = Record<string, unknown>

/** An answer as written, a body as accepted, or one parameter of a path or query. */
export type Place = 'answer' | 'body' | 'parameter'

const DIGITS = String.raw`^-?\d+(\.\d+)?$`
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const WHOLE = String.raw`^-?\d{1,16}$`

const amountText = { type: 'string', pattern: DIGITS, description: 'An exact decimal, as text.' }
const amountAsked = {
  type: ['string', 'number'],
  description: 'An exact decimal, best sent as text.',
}
const number = { type: 'number' }
const numberOrText = { type: ['number', 'string'] }
const integer = { type: 'integer' }
const wholeText = { type: 'string', pattern: WHOLE }
const idAsked = { anyOf: [integer, { type: 'string', pattern: String.raw`^\d+$` }] }
const truth = { type: 'boolean' }
const dateTime = { type: 'string', format: 'date-time' }
const iso = { type: 'string', description: 'ISO 8601 with Z or an offset, or a date alone.' }
const isoOrSeconds = {
  type: 'string',
  description: 'ISO 8601 with Z or an offset, a date alone, or UNIX seconds.',
}
const timeAsked = { ...isoOrSeconds, type: ['string', 'number'] }
const uuidAnswer = { type: 'string', format: 'uuid' }
// JSON Schema patterns have no flags.
const uuidText = { type: 'string', pattern: UUID }
const unixAnswer = { type: 'integer', description: 'UNIX seconds.' }
const unixAsked = { ...unixAnswer, type: ['integer', 'string'] }
const yesOrNo = ['true', 'false']

/** Wire forms of the primitives. A parameter is text, and its schema describes the parsed value. */
const PRIMITIVES = new Map<z.core.$ZodType, Record<Place, JsonSchema>>(
  (
    [
      [amount, amountText, amountAsked, amountText],
      [numericAmount, number, numberOrText, amountText],
      [chartNumber, number, number, number],
      [wholeNumber, integer, { anyOf: [integer, wholeText] }, integer],
      [integerText, wholeText, { anyOf: [wholeText, integer] }, integer],
      [idNumber, integer, idAsked, integer],
      [idText, integer, idAsked, integer],
      [flag, truth, { enum: [true, false, ...yesOrNo] }, truth],
      [booleanText, { type: 'string', enum: yesOrNo }, { enum: [...yesOrNo, true, false] }, truth],
      [timestamp, dateTime, timeAsked, iso],
      [historyTime, dateTime, timeAsked, iso],
      [isoOrUnix, dateTime, isoOrSeconds, isoOrSeconds],
      [uuid, uuidAnswer, uuidText, uuidText],
      [unixSeconds, unixAnswer, unixAsked, unixAnswer],
    ] as const
  ).map(([schema, answer, body, parameter]) => [schema, { answer, body, parameter }]),
)

/** Shared schemas, with their names in the document. */
export type Named = ReadonlyMap<z.core.$ZodType, string>

const OWN = '#/$defs/'

/** Makes JSON Schemas; those in `named` become references and are added to `components`. */
export function schemaMaker(named: Named, components: Record<string, JsonSchema>) {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  return function schemaOf(schema: z.core.$ZodType, place: Place): JsonSchema {
    const made = z.toJSONSchema(schema, {
      // The wire is a schema's input side.
      io: 'input',
      unrepresentable: 'any',
      metadata: registry,
      override({ zodSchema, jsonSchema }) {
        const wire = PRIMITIVES.get(zodSchema)?.[place] ?? pipedOf(zodSchema, place)
        if (!wire) return
        for (const name of Object.keys(jsonSchema)) delete jsonSchema[name]
        Object.assign(jsonSchema, wire)
      },
    })
    const { $schema: _draft, $defs = {}, ...own } = referring(made)
    for (const [name, { id: _id, ...component }] of Object.entries($defs as typeof components)) {
      components[name] = component
    }
    return own
  }
}

/** A whole number is read from text first; its bounds are on the result. */
function pipedOf(schema: z.core.$ZodType, place: Place): JsonSchema | undefined {
  if (!(schema instanceof z.ZodMiniPipe) || schema instanceof z.ZodMiniCodec) return undefined
  const wire = PRIMITIVES.get(schema.def.in)?.[place]
  if (!wire || schema.def.out === heldId) return wire
  const { $schema: _draft, type: _type, ...bounds } = z.toJSONSchema(schema.def.out)
  return { ...wire, ...bounds }
}

const referring = (made: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(made).replaceAll(OWN, '#/components/schemas/')) as JsonSchema
