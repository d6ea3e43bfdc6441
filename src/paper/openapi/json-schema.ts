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

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = Record<string, unknown>

/** An answer as the service writes it, a body as it takes it, or one parameter of a path or query. */
export type Place = 'answer' | 'body' | 'parameter'

const DIGITS = String.raw`^-?\d+(\.\d+)?$`
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const WHOLE = String.raw`^-?\d{1,16}$`

const amountText = { type: 'string', pattern: DIGITS, description: 'An exact decimal, as text.' }
const wholeText = { type: 'string', pattern: WHOLE }
const dateTime = { type: 'string', format: 'date-time' }
const iso = { description: 'ISO 8601 with Z or an offset, or a date alone.' }
const isoOrSeconds = {
  description: 'ISO 8601 with Z or an offset, a date alone, or UNIX seconds.',
}

/**
 * What a primitive of the contract is on the wire. The service writes one form of each and takes
 * several; a parameter is described by its value, since all of them travel as text.
 */
const PRIMITIVES = new Map<z.core.$ZodType, Record<Place, JsonSchema>>([
  [
    amount,
    {
      answer: amountText,
      body: { type: ['string', 'number'], description: 'An exact decimal, best sent as text.' },
      parameter: amountText,
    },
  ],
  [
    numericAmount,
    { answer: { type: 'number' }, body: { type: ['number', 'string'] }, parameter: amountText },
  ],
  [
    chartNumber,
    { answer: { type: 'number' }, body: { type: 'number' }, parameter: { type: 'number' } },
  ],
  [
    wholeNumber,
    {
      answer: { type: 'integer' },
      body: { anyOf: [{ type: 'integer' }, wholeText] },
      parameter: { type: 'integer' },
    },
  ],
  [
    integerText,
    {
      answer: wholeText,
      body: { anyOf: [wholeText, { type: 'integer' }] },
      parameter: { type: 'integer' },
    },
  ],
  ...[idNumber, idText].map(
    (id) =>
      [
        id,
        {
          answer: { type: 'integer' },
          body: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: String.raw`^\d+$` }] },
          parameter: { type: 'integer' },
        },
      ] as const,
  ),
  [
    flag,
    {
      answer: { type: 'boolean' },
      body: { enum: [true, false, 'true', 'false'] },
      parameter: { type: 'boolean' },
    },
  ],
  [
    booleanText,
    {
      answer: { type: 'string', enum: ['true', 'false'] },
      body: { enum: ['true', 'false', true, false] },
      parameter: { type: 'boolean' },
    },
  ],
  ...[timestamp, historyTime].map(
    (time) =>
      [
        time,
        {
          answer: dateTime,
          body: { type: ['string', 'number'], ...isoOrSeconds },
          parameter: { type: 'string', ...iso },
        },
      ] as const,
  ),
  [
    isoOrUnix,
    {
      answer: dateTime,
      body: { type: 'string', ...isoOrSeconds },
      parameter: { type: 'string', ...isoOrSeconds },
    },
  ],
  // JSON Schema knows no flags of a pattern.
  [
    uuid,
    {
      answer: { type: 'string', format: 'uuid' },
      body: { type: 'string', pattern: UUID },
      parameter: { type: 'string', pattern: UUID },
    },
  ],
  [
    unixSeconds,
    {
      answer: { type: 'integer', description: 'UNIX seconds.' },
      body: { type: ['integer', 'string'], description: 'UNIX seconds.' },
      parameter: { type: 'integer', description: 'UNIX seconds.' },
    },
  ],
])

/** Schemas that stand once in the document, by the name that they have there. */
export type Named = ReadonlyMap<z.core.$ZodType, string>

const OWN = '#/$defs/'

/**
 * Makes the JSON Schema of a schema of the contract. What `named` holds becomes a reference below
 * `#/components/schemas/`, and is added to `components`.
 */
export function schemaMaker(named: Named, components: Record<string, JsonSchema>) {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  return function schemaOf(schema: z.core.$ZodType, place: Place): JsonSchema {
    const made = z.toJSONSchema(schema, {
      // The wire is the side that a schema reads from.
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

/** A whole number within bounds is read from text first; its bounds stand on what it becomes. */
function pipedOf(schema: z.core.$ZodType, place: Place): JsonSchema | undefined {
  if (!(schema instanceof z.ZodMiniPipe) || schema instanceof z.ZodMiniCodec) return undefined
  const wire = PRIMITIVES.get(schema.def.in)?.[place]
  if (!wire || schema.def.out === heldId) return wire
  const { $schema: _draft, type: _type, ...bounds } = z.toJSONSchema(schema.def.out)
  return { ...wire, ...bounds }
}

const referring = (made: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(made).replaceAll(OWN, '#/components/schemas/')) as JsonSchema
