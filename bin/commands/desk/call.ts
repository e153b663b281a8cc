/** `pilotos call`: lists the calls of the API, or makes one as the admin of this machine. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { arrayBuffer, buffer, json as readJson } from 'node:stream/consumers'
import { Command, InvalidArgumentError } from 'commander'
import { type Call, orderHeader } from '#domain/api/call'
import { type CallName, calls } from '#domain/api/calls'
import { boundByRoute } from '#domain/api/schema-parts'
import { exampleOf, rowsOf, type Schema, typeOf } from '#domain/api/shape'
import { MachineError, NotFoundError, PilotosError, UsageError } from '#domain/errors'
import { enumerate, isObject, parseJson } from '#domain/text/text'
import { diskError, isMissing } from '../../../server/files/atomic-file.ts'
import { type CallAnswer, type Send, sendCall } from '../../../server/network/server-calls.ts'
import { isDatabase } from '../../../server/store/data-address.ts'
import { findServer, whileThere } from '../../../server/store/running-server.ts'
import { type DataOptions, dataOption, type Installed, newFile, sayWaiting } from '../../terminal/options.ts'
import {
  print,
  requireFileFor,
  requireWritable,
  say,
  standardOutput,
  widthOf,
  writeOut,
} from '../../terminal/output.ts'
import { confirm } from '../../terminal/questions.ts'
import { answerCell, answerText, table } from '../../terminal/table.ts'

interface CallOptions extends DataOptions {
  body?: string
  /** The files of a form, by the names of their parts. */
  file?: Record<string, string>
  out?: string
  json?: boolean
  yes?: boolean
}

export function callCommand(installed: Installed): Command {
  return new Command('call')
    .description('lista las llamadas de la API, o hace una como el administrador de esta máquina')
    .argument('[llamada]', 'su método y su dirección, como "GET /api/passages?page=2"')
    .addOption(dataOption())
    .option('--body <archivo>', 'el cuerpo; sin esta opción, o con -, la entrada')
    .option('--file <parte=archivo>', 'una parte de un formulario, como _img=foto.jpg', fileOf)
    .option('--out <archivo>', 'dónde va la respuesta; con -, a la salida', newFile)
    .option('--json', 'como JSON')
    .option('--yes', 'no pregunta')
    .addHelpText('after', ({ command }) => {
      const [given] = command.args.filter((word) => !word.startsWith('-'))
      return given === undefined ? examples : `\n${helpOf(findCall(given).name)}`
    })
    .action((given: string | undefined, options: CallOptions) =>
      given === undefined ? list(options) : makeCall(findCall(given), options, installed),
    )
}

const examples =
  '\nEjemplos:\n  pilotos call\n  pilotos call "GET /api/passages?page=1"\n  pilotos call "PUT /api/till" --help'

/** Reads one part of a form. The option may be repeated. */
function fileOf(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, part, path] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (!part || !path) throw new InvalidArgumentError('va como _img=foto.jpg')
  return { ...earlier, [part]: path }
}

/** The calls of people, in the order of the description of the API. */
const callNames = (Object.keys(calls) as CallName[]).filter((name) => calls[name].role !== 'terminal')

async function list({ json }: CallOptions): Promise<void> {
  const listed = callNames.map((name) => ({
    call: name,
    role: calls[name].role,
    summary: calls[name].summary,
  }))
  if (json) return print(`${JSON.stringify(listed, null, 2)}\n`)
  const rows = listed.map(({ call, role, summary }) => [call, role === 'public' ? 'todos' : role, summary])
  await print(table(['LLAMADA', 'ROL', 'QUÉ HACE'], rows, widthOf(process.stdout)))
  say('\nLa forma de una, con un ejemplo: pilotos call "PUT /api/till" --help')
}

interface NamedCall {
  name: CallName
  /** The path and the query, with the values of its parameters. */
  path: string
}

/** Finds the call of a method and an address. A path of its own comes before one with a parameter. @throws UsageError */
function findCall(given: string): NamedCall {
  const [, method = '', address = ''] = /^\s*([a-z]+)\s+(\/.*?)\s*$/i.exec(given) ?? []
  const { pathname, search } = new URL(address, 'http://localhost')
  const name = callNames
    .filter((one) => patternOf(one).test(`${method.toUpperCase()} ${pathname}`))
    .sort((one, other) => one.split(':').length - other.split(':').length)[0]
  if (!name) throw new UsageError(`no existe la llamada «${given}»: pilotos call las muestra`)
  return { name, path: pathname + search }
}

function patternOf(name: CallName): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
}

async function makeCall(call: NamedCall, options: CallOptions, installed: Installed): Promise<void> {
  const { name, path } = call
  const { isFinal }: Call = calls[name]
  const { out = standardOutput, json, yes } = options
  const [, parameter] = /\/:(\w+)/.exec(path) ?? []
  if (parameter) throw new UsageError(`en la dirección va el valor de :${parameter}: ${helpHint(name)}`)
  const { content, type } = await contentOf(name, options)
  await requireWritable(out)
  if (isFinal && !(await confirm(`¿Hacer ${name}? No se puede deshacer.`, yes)))
    return say('No se hizo nada.')
  const [method = ''] = name.split(' ')
  const headers = { ...(type && { 'content-type': type }), [orderHeader]: randomUUID() }
  await withServer(name, options, installed, async (send) => {
    const answer = await send({ method, path, headers, content })
    if (answer.status >= 300) throw await refusalOf(answer, name)
    if (answer.type === '') say('Hecho.')
    else if (!answer.type.startsWith('application/json')) await writeFile(answer, out)
    else {
      const value = await readJson(answer.content)
      if (json || options.out) await writeOut(out, `${JSON.stringify(value, null, 2)}\n`)
      else await printAnswer(value)
    }
    if (out !== standardOutput) say(`La respuesta está en ${out}`)
  })
}

/** Writes a file that the answer is. A terminal shows only text. */
async function writeFile({ type, content }: CallAnswer, out: string): Promise<void> {
  if (type.startsWith('text/')) content.setEncoding('utf8')
  else requireFileFor(out)
  await writeOut(out, content)
}

async function printAnswer(content: unknown): Promise<void> {
  const { data, ...rest } = isObject(content) && 'data' in content ? content : { data: content }
  const text = answerText([data].flat(), widthOf(process.stdout))
  if (text === '') say('No hay nada.')
  else await print(text)
  for (const [name, value] of Object.entries(rest)) say(`${name}: ${answerCell(value)}`)
}

async function refusalOf({ status, content }: CallAnswer, name: CallName): Promise<PilotosError> {
  const value = parseJson(String(await buffer(content))) as { error: string; fields?: Record<string, string> }
  const { error = `el kiosco contestó ${status}`, fields } = value ?? {}
  if (status >= 500) return new MachineError(error)
  if (status !== 400) return new PilotosError('conflict', error, { fields })
  return new UsageError(`${error}: ${helpHint(name)}`)
}

function helpHint(name: CallName): string {
  return `vea pilotos call "${name}" --help`
}

/** Lets `use` send a request to the server that runs on the data, or to the routes in this process. */
async function withServer(
  name: CallName,
  { data }: DataOptions,
  installed: Installed,
  use: (send: Send) => Promise<void>,
): Promise<void> {
  const server = isDatabase(data) ? undefined : await findServer(data)
  const noAnswer = 'El kiosco dejó de responder: vea si quedó hecho antes de repetirlo'
  if (server)
    return use((call) =>
      whileThere(server, (signal) => sendCall(server, { ...call, signal })).catch((error) =>
        Promise.reject(new MachineError(noAnswer, error)),
      ),
    )
  const { needsKiosk }: Call = calls[name]
  if (needsKiosk)
    throw new PilotosError('conflict', `${name} es de un kiosco abierto: ábralo con pilotos serve`)
  const { withDirectCalls } = await import('../../../server/direct-calls.ts')
  const report = (error: Error) => {
    if (!(error instanceof PilotosError)) say(`Algo falló: ${error.message}`)
  }
  await withDirectCalls({ ...installed, data, report, say, onWait: sayWaiting }, use)
}

/** Returns the body of a call and its media type. @throws UsageError, NotFoundError */
async function contentOf(
  name: CallName,
  { body: path, file }: CallOptions,
): Promise<{ content?: Buffer; type?: string }> {
  const { body: schema, consumes: [media] = [] }: Call = calls[name]
  if (!schema) {
    if (path !== undefined || file) throw new UsageError(`${name} no lleva cuerpo: ${helpHint(name)}`)
    return {}
  }
  const given = path === undefined && (file || process.stdin.isTTY) ? undefined : await readBytes(path)
  const isForm = file !== undefined || media === 'multipart/form-data'
  if (!given?.length && !file) {
    if ((schema as Schema).anyOf?.some(({ type }) => type === 'null')) return {}
    const parts = rowsOf('', schema).map((row) => row.name)
    throw new UsageError(`falta el cuerpo, con ${enumerate(parts.filter(Boolean))}: ${helpHint(name)}`)
  }
  const isBytes = boundByRoute in schema
  if (isBytes && !isForm) return { content: given, type: media ?? 'application/octet-stream' }
  const value = parseJson(String(given ?? '{}'))
  if (value === undefined) throw new UsageError(`el cuerpo no es JSON: ${helpHint(name)}`)
  return isForm ? formOf(value, file) : { content: given, type: 'application/json' }
}

async function readBytes(path = standardOutput): Promise<Buffer<ArrayBuffer>> {
  if (path === standardOutput) return Buffer.from(await arrayBuffer(process.stdin))
  try {
    return await readFile(path)
  } catch (error) {
    throw isMissing(error) ? new NotFoundError(`No existe el archivo ${path}`) : diskError(error, path)
  }
}

/** Returns a form with the properties of an object, as text or JSON, and with files. */
async function formOf(value: unknown, files: Record<string, string> = {}) {
  const form = new FormData()
  for (const [part, one] of Object.entries(isObject(value) ? value : {}))
    form.set(part, typeof one === 'string' ? one : JSON.stringify(one))
  for (const [part, path] of Object.entries(files))
    form.set(part, new Blob([await readBytes(path)]), basename(path))
  const encoded = new Response(form)
  return {
    content: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  }
}

/** Returns the role, the words and the shape of a call, and an example. */
function helpOf(name: CallName): string {
  const { role, summary, description, params, query, body, isFinal, needsKiosk }: Call = calls[name]
  const { address, content } = exampleOfCall(name)
  const shapes = Object.entries({ Dirección: params, Consulta: query, Cuerpo: body })
  const lines = [
    `${name}\n${[summary, description].filter(Boolean).join('\n')}\n`,
    `Rol: ${role === 'public' ? 'todos' : role}`,
    ...(isFinal ? ['No se puede deshacer: pregunta, salvo con --yes.'] : []),
    ...(needsKiosk ? ['Necesita un kiosco abierto.'] : []),
    ...shapes.flatMap(([title, schema]) => (schema ? [`\n${title}:\n${shapeText(schema)}`] : [])),
    `\nEjemplo:\n  pilotos call "${address}"${content === undefined ? '' : ' --body cuerpo.json'}`,
    ...(content === undefined ? [] : [`con cuerpo.json:\n${JSON.stringify(content, null, 2)}`]),
  ]
  return lines.join('\n')
}

function shapeText(schema: Schema): string {
  const [first = [], ...rows] = rowsOf('', schema).map((row) => [
    `  ${row.name}${row.isOptional ? '?' : ''}`,
    typeOf(row.schema),
    row.description,
  ])
  return table(first, rows, widthOf(process.stdout)).trimEnd()
}

/** Returns an address and a body that fit a call, which has no body without `content`. */
export function exampleOfCall(name: CallName): { address: string; content?: unknown } {
  const { params, query, body }: Call = calls[name]
  const values = params ? (exampleOf(params) as Record<string, unknown>) : {}
  const address = name.replaceAll(/:(\w+)/g, (_, parameter) => String(values[parameter]))
  const search =
    Object.keys(query?.properties ?? {}).length > 0 && query?.required?.length ? query : undefined
  // No schema says that a call needs one of two parameters.
  if (name === 'GET /api') return { address: `${name}?list=all` }
  const asked = search ? `?${new URLSearchParams(exampleOf(search) as Record<string, string>)}` : ''
  return { address: address + asked, ...(body && !(boundByRoute in body) && { content: exampleOf(body) }) }
}
