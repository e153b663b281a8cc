/** The files with a person's data, in a ZIP: a page to read and to print, the same as JSON, and the photos. */
import { zipSync } from 'fflate'
import { describeEntry } from '#domain/events/entry'
import { describeReserved } from '#domain/events/reserved/reserved'
import { describeSettlement } from '#domain/gate/log-entry'
import { cardlessText, directionTexts, overrideText, resultText } from '#domain/gate/passage'
import type { PassageRecord } from '#domain/gate/schemas'
import { documentNumber } from '#domain/pilots/document'
import { factNames, factOf } from '#domain/pilots/facts/facts'
import { sections } from '#domain/pilots/field'
import { type FieldName, fieldNames, fields, fieldsOf, fieldText } from '#domain/pilots/fields'
import { authorText, changeText, entryText, type HistoryEntry } from '#domain/pilots/history/history'
import { fullName } from '#domain/pilots/pilot'
import { strokesBox } from '#domain/signing/strokes'
import { formatDate, formatMoment } from '#domain/text/date'
import { printable } from '#domain/text/names'
import { escapedHtml } from '#domain/text/text'
import type {
  PersonBackup,
  PersonCode,
  PersonData,
  PersonEntry,
  PersonReserved,
  Registration,
} from './person-data.ts'

/** Returns the name of the file to hand over: `datos-70123456.zip`, `datos-Pasaporte-AB123.zip`. */
export function personFileName({ document }: Pick<PersonData, 'document'>): string {
  const words =
    document
      .replace(/^DNI /, '')
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z\d]+/gi) ?? []
  return `datos-${words.join('-')}.zip`
}

export function writePersonZip(data: PersonData): Uint8Array {
  const photos = data.registrations.flatMap(({ photo }, index) =>
    photo ? [[photoName(index), [photo, { level: 0 }]] as const] : [],
  )
  return zipSync({
    'datos.html': Buffer.from(personPage(data)),
    'datos.json': Buffer.from(`${JSON.stringify(personJson(data), null, 2)}\n`),
    ...Object.fromEntries(photos),
  })
}

/** Returns the name of the photo of a registration in the ZIP. */
function photoName(index: number): string {
  return index === 0 ? 'foto.jpg' : `foto-${index + 1}.jpg`
}

/** Returns all of a person's data, with the labels that people know the fields by. */
export function personJson({ registrations, ...data }: PersonData): object {
  return {
    ...data,
    registrations: registrations.map(
      ({ pilot, photo, isListed, terms: lines, own, codes, entries, reserved, ...registration }, index) => ({
        listed: isListed,
        registered_at: pilot.since,
        fields: [
          ...fieldNames.map((name) => ({ name, label: fields[name].label, value: pilot[name] ?? null })),
          ...own,
        ],
        photo: photo ? photoName(index) : null,
        status: lines[0]?.[1],
        terms: pilot.terms,
        card: pilot.card,
        codes,
        entries,
        reserved,
        ...Object.fromEntries(factSections.map(({ name }) => [name, pilot[name]])),
        ...registration,
      }),
    ),
  }
}

/** Returns the page: one file without a script, which opens in every browser and is printed as it is. */
export function personPage(data: PersonData): string {
  const { registrations, document, at, backups } = data
  const [newest] = registrations
  const name = newest ? fullName(newest.pilot) : document
  const several =
    registrations.length > 1
      ? paragraph(`Con este documento hay ${registrations.length} registros: primero el último.`)
      : ''
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Datos de ${html(name)}</title>
<style>${style}</style>
</head>
<body>
<h1>Datos de ${html(name)}</h1>
<p>${html(document)}. Todo lo que este sistema guarda de la persona, leído el ${html(formatMoment(at))}.</p>
${several}
${registrations.map((one, index) => registrationPart(one, registrations.length > 1 ? index + 1 : 0)).join('\n')}
${part('Copias de respaldo', backupsPart(backups))}
</body>
</html>
`
}

const style = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; color: #111; background: #fff; overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.2; break-after: avoid }
h2 { margin: 2rem 0 .5rem; padding-bottom: .25rem; border-bottom: 2px solid #111 }
h3 { margin: 1rem 0 .25rem }
svg { max-width: 20rem; fill: none; stroke: #111; stroke-width: 7; stroke-linecap: round }
.text { white-space: pre-line }
img { max-width: 12rem; height: auto }
dl { margin: 0 }
dl div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 1rem; padding: .2rem 0; border-bottom: 1px solid #ccc; break-inside: avoid }
dt, .soft { color: #555 }
dd { margin: 0; white-space: pre-line }
table { width: 100%; border-collapse: collapse }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top }
td { white-space: pre-line }
tr { break-inside: avoid }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%) }
  tr { display: block; padding: .4rem 0; border-bottom: 1px solid #ccc }
  td { display: block; padding: 0; border: 0 }
  dl div { grid-template-columns: 1fr; gap: 0 }
}
@media print { body { max-width: none; margin: 0; font-size: 10pt } }
`

function registrationPart(registration: Registration, number: number): string {
  const { pilot, isListed, codes, terms, entries, reserved, photo, history, passages, waiverTexts } =
    registration
  const seen = history.filter(({ kind }) => kind === 'contact')
  const printed = history.filter(({ kind }) => kind === 'printed')
  const since: Row[] = pilot.since ? [['Registro', formatMoment(pilot.since)]] : []
  const state = isListed ? [] : [paragraph('Este registro ya no está en la lista de pilotos.')]
  const picture = photo
    ? `<p><img alt="Foto de ${html(fullName(pilot))}" src="data:image/jpeg;base64,${photo.toString('base64')}"></p>`
    : paragraph('No hay foto.')
  return [
    ...(number > 0 ? [`<h2>Registro ${number}: ${html(fullName(pilot))}</h2>`] : []),
    ...state,
    part('Foto', picture),
    part('Datos', fieldsPart(registration)),
    part('Credencial', list([...terms, ...since]) + codesPart(codes)),
    ...factSections.map(({ name, title, rows, drawings }) => {
      const fact = pilot[name]
      if (fact === undefined) return part(title, paragraph('No se anotó.'))
      return part(title, list(rows(fact)) + (drawings?.(fact) ?? []).map(drawing).join('\n'))
    }),
    ...waiverTexts.map(({ version, text }) =>
      part(`Texto del deslinde, versión ${version}`, `<p class="text">${html(text)}</p>`),
    ),
    part('Inscripciones', table(['Evento', 'Inscripción', 'Cuándo', 'Quién'], entries.map(entryRow))),
    part('Números reservados', table(['Evento', 'Número', 'Reservado'], reserved.map(reservedRow))),
    part('Impresiones de la credencial', printedPart(registration, printed)),
    part(
      'Quién vio el contacto de emergencia',
      paragraph('Cada vista en una puerta se anota. Las personas de la mesa ven la ficha sin que se anote.') +
        table(['Cuándo', 'Quién', 'Qué'], seen.map(historyRow)),
    ),
    part('Lecturas en las puertas', table(passageHead, passages.map(passageRow))),
    part('Historial de cambios', table(['Cuándo', 'Quién', 'Qué'], history.map(historyRow))),
  ].join('\n')
}

function fieldsPart({ pilot, own }: Registration): string {
  const row = (name: FieldName): Row => [
    fields[name].label,
    (name === 'dni' && pilot.dni ? documentNumber(pilot) : fieldText(name, pilot[name])) || '—',
  ]
  const names = Object.keys(sections) as (keyof typeof sections)[]
  const rowsOf = (section: keyof typeof sections): Row[] =>
    section === 'propios'
      ? own.map(({ name, label, value }) => [label, fieldText(name, value)])
      : fieldsOf(section).map(row)
  return names
    .map((name) => ({ title: sections[name], rows: rowsOf(name) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => `<h3>${html(title)}</h3>${list(rows)}`)
    .join('\n')
}

function codesPart(codes: readonly PersonCode[]): string {
  const states = { current: 'El último', revoked: 'Anulado', joined: 'De otra mesa; también vale' }
  const row = ({ code, state, at }: PersonCode) => [code, states[state], at ? formatMoment(at) : '']
  return `<h3>Códigos</h3>${table(['Código', 'Estado', 'Desde'], codes.map(row))}`
}

/** The facts with a section of their own. */
const factSections = factNames.flatMap((name) => {
  const { section } = factOf(name)
  return section ? [{ name, ...section }] : []
})

function entryRow(entry: PersonEntry): string[] {
  return [entry.title, describeEntry(entry, entry.categoryName), formatMoment(entry.at), entry.by ?? '']
}

function reservedRow(one: PersonReserved): string[] {
  return [one.title, `${one.number} de ${one.place}`, describeReserved(one)]
}

/** The history has every print; the pilot has what is on the last card. */
function printedPart({ pilot: { card } }: Registration, printed: readonly HistoryEntry[]): string {
  const rows: Row[] = card
    ? [
        ['Última impresión', formatMoment(card.at)],
        ['Dirección en el QR', card.address],
        ...(card.until ? [['Válida hasta, en la tarjeta', formatDate(card.until)] as const] : []),
      ]
    : []
  return list(rows) + table(['Cuándo', 'Quién', 'Qué'], printed.map(historyRow))
}

function historyRow(entry: HistoryEntry): string[] {
  const lines = [entryText(entry), ...(entry.changes ?? []).map(changeText)]
  return [formatMoment(entry.at), authorText(entry) || 'No se sabe', lines.join('\n')]
}

const passageHead = ['Cuándo', 'Puerta', 'Sentido', 'Resultado', 'Quién leyó']

function passageRow(passage: PassageRecord): string[] {
  const { at, gate, direction, settled, by, device } = passage
  const marks = [
    passage.admitted || passage.corrects ? '' : 'no pasó',
    [passage.cardless && cardlessText, passage.override && overrideText].filter(Boolean).join(', '),
    passage.offline ? 'sin conexión' : '',
    passage.corrected ? 'deshecha' : '',
    passage.corrects ? 'deshace otra lectura' : '',
    settled ? describeSettlement(settled) : '',
  ]
  const lines = [resultText(passage), ...marks.filter(Boolean)]
  return [formatMoment(at), gate, directionTexts[direction], lines.join('\n'), `${by}\n${device}`]
}

function backupsPart(backups: readonly PersonBackup[]): string {
  const others = 'De las copias que se descargaron o se llevaron a otro lugar, este sistema no sabe.'
  if (backups.length === 0)
    return paragraph(`Ninguna copia de esta laptop es de después del registro. ${others}`)
  const names = backups.map(({ name, at }) => [formatMoment(at.toISOString()), name])
  return (
    paragraph(
      `Pueden tener estos datos las copias de esta laptop que se hicieron después del registro. ${others}`,
    ) + table(['Cuándo', 'Archivo'], names)
  )
}

type Row = readonly [label: string, text: string]

function part(title: string, content: string): string {
  return `<section>\n<h2>${html(title)}</h2>\n${content}\n</section>`
}

/** The drawing of a signature. Its path has nothing but numbers: see `isStrokes`. */
function drawing(path: string): string {
  const { width, height } = strokesBox
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Firma"><path d="${html(path)}"/></svg>`
}

function paragraph(text: string): string {
  return `<p>${html(text)}</p>`
}

function list(rows: readonly Row[]): string {
  const lines = rows.map(([label, text]) => `<div><dt>${html(label)}</dt><dd>${html(text)}</dd></div>`)
  return lines.length > 0 ? `<dl>\n${lines.join('\n')}\n</dl>` : ''
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return paragraph('Nada.')
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((text) => `<${tag}>${html(text)}</${tag}>`).join('')}</tr>`
  return `<table>\n<thead>${cells('th', head)}</thead>\n<tbody>\n${rows.map((row) => cells('td', row)).join('\n')}\n</tbody>\n</table>`
}

function html(text: string): string {
  return escapedHtml(printable(text))
}
