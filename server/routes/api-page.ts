/** The page of the HTTP API: its OpenAPI document as HTML, for engineers. */
import { STATUS_CODES } from 'node:http'

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  summary: string
  description?: string
  'x-role'?: string
  parameters?: { in: string; name: string; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema: Schema }>

interface Schema {
  $ref?: string
  description?: string
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: Schema | Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

export const apiPageStyles = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; font-size: 1.2rem; }
h2 code { font-size: 1.1rem; }
p { white-space: pre-line; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; border-bottom: 1px solid #ccc; }
small { font-weight: normal; }
`

/** Returns the whole page. */
export function apiPage({ info, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const schemas = Object.entries(components.schemas)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${info.title}: HTTP API</title>
<style>${apiPageStyles}</style>
<h1>${info.title}: HTTP API</h1>
${paragraph(info.description)}
<ul>${operations.map(({ name, operation }) => `<li>${link(name)} ${marked(operation.summary)}</li>`).join('')}</ul>
${operations.map(({ name, operation }) => section(name, operationHtml(operation))).join('')}
${schemas.map(([name, schema]) => section(name, paragraph(schema.description) + table(rowsOf('', schema)))).join('')}
</html>`
}

function operationHtml(operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const rows = [
    ...parameters.flatMap(({ in: place, name, description, schema }) =>
      rowsOf(`${place} ${name}`, { ...schema, description }),
    ),
    ...contentRows('body', requestBody?.content),
    ...Object.entries(responses)
      .filter(([status]) => STATUS_CODES[status])
      .flatMap(([status, { content }]) => contentRows(status, content)),
  ]
  const role = paragraph(`Role: \`${operation['x-role']}\``)
  return paragraph(summary) + role + paragraph(description) + table(rows)
}

type Row = [name: string, type: string, description: string]

function contentRows(place: string, content: Content = {}): Row[] {
  return Object.entries(content).flatMap(([type, { schema }]) =>
    type === 'application/json' && Object.keys(schema).length > 0
      ? rowsOf(place, schema)
      : rowsOf(`${place} ${type}`, schema),
  )
}

/** Returns a row for each property without properties of its own, such as `200 data[].id`. */
function rowsOf(name: string, schema: Schema): Row[] {
  const { $ref, properties, items, anyOf, description = '' } = schema
  if ($ref) return [[name, link($ref.replace(/.*\//, '')), marked(description)]]
  if (anyOf) return anyOf.filter(({ type }) => type !== 'null').flatMap((one) => rowsOf(name, one))
  if (properties && Object.keys(properties).length > 0)
    return Object.entries(properties).flatMap(([key, one]) =>
      rowsOf(
        name.endsWith(' ') || name === ''
          ? name + key
          : `${name}${/^\d+$|^body$/.test(name) ? ' ' : '.'}${key}`,
        one,
      ),
    )
  if (items && !Array.isArray(items) && description === '') return rowsOf(`${name}[]`, items)
  return [[name, escaped(typeOf(schema)), marked(description)]]
}

function typeOf({ type = '', enum: values, minimum, maximum, maxLength }: Schema): string {
  if (values) return values.join(', ')
  if (maxLength !== undefined) return `${type}, at most ${maxLength}`
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? `${type}, ${minimum}–${maximum}` : type
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ([name, ...cells]) =>
      `<tr><td><code>${escaped(name)}</code>${cells.map((cell) => `<td>${cell}`).join('')}`,
  )
  return rows.length > 0 ? `<table>${lines.join('')}</table>` : ''
}

function section(name: string, content: string): string {
  return `<h2 id="${anchor(name)}"><code>${escaped(name)}</code></h2>${content}`
}

function link(name: string): string {
  return `<a href="#${anchor(name)}"><code>${escaped(name)}</code></a>`
}

function anchor(name: string): string {
  return name.replaceAll(/[^\w/]/g, '-')
}

function paragraph(text = ''): string {
  return text && `<p>${marked(text)}</p>`
}

/** Renders the marks of code and of bold text; other marks of Markdown stay as they are. */
function marked(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
