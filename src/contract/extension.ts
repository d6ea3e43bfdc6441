import * as z from 'zod/mini'

const EXTENSIONS = new WeakSet<z.core.$ZodType>()

/** Marks a response field outside the spec; removed under `--strict`. */
export function extension<S extends z.ZodMiniOptional>(member: S): S {
  EXTENSIONS.add(member)
  return member
}

export function withoutExtensions(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniArray) {
    const element = schema.def.element as z.ZodMiniType
    const specified = withoutExtensions(element)
    return specified === element ? schema : z.array(specified)
  }
  if (!(schema instanceof z.ZodMiniObject)) return schema
  const members = Object.entries(schema.shape as Record<string, z.ZodMiniType>)
  const specified = members
    .filter(([, member]) => !EXTENSIONS.has(member))
    .map(([name, member]) => [name, withoutExtensions(member)] as const)
  const isSame =
    specified.length === members.length &&
    specified.every(([, member], index) => member === members[index]?.[1])
  return isSame ? schema : z.object(Object.fromEntries(specified))
}
