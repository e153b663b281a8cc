/** Checks requests against the schemas of their routes, and writes answers as JSON. */
import { Ajv, type AnySchema, type ErrorObject } from 'ajv'
import { MalformedError } from '#domain/errors'

/** Checking the schemas themselves would take longer than compiling them. The types of TypeBox hold them right. */
const options = { keywords: ['message'], verbose: true, meta: false, validateSchema: false }
let ofAddresses: Ajv | undefined
let ofBodies: Ajv | undefined

interface RouteSchema {
  schema: AnySchema
  /** `body`, `querystring`, `params` or `headers`. */
  httpPart?: string
}

/** Compiles a schema when its first request comes, so that a server starts without waiting for all of them. */
export function compileValidator({ schema, httpPart }: RouteSchema) {
  let check: ReturnType<Ajv['compile']> | undefined
  return (value: unknown) => {
    check ??= ajvFor(httpPart).compile(schema)
    return check(value) ? { value } : { error: new MalformedError(messageOf(check.errors?.[0])) }
  }
}

/** Addresses write numbers as text. */
function ajvFor(httpPart?: string): Ajv {
  if (httpPart === 'body') {
    ofBodies ??= new Ajv(options)
    return ofBodies
  }
  ofAddresses ??= new Ajv({ ...options, coerceTypes: true })
  return ofAddresses
}

function messageOf({ keyword, params, parentSchema }: Partial<ErrorObject> = {}): string {
  if (keyword === 'additionalProperties')
    return `La petición tiene una propiedad de más: ${String(params?.additionalProperty).slice(0, 60)}`
  const refused = keyword === 'required' ? parentSchema?.properties[params?.missingProperty] : parentSchema
  return refused?.message ?? 'La petición no se entiende'
}

/** The types, and a test, hold the answers to their schemas: another check of each would only cost time. */
export function compileSerializer() {
  return JSON.stringify
}
