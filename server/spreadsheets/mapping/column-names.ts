/** Recognizes the names that spreadsheets give to the columns of PilotOS. */
import { type Column, columnLabel, columns, raceColumn, reasonColumn } from '#domain/import/columns'
import { fullName, type Target } from '#domain/import/mapping'
import { type ColumnName, part, weak } from '#domain/pilots/field'
import { fieldNames, fields } from '#domain/pilots/fields'
import { isOneEditAway } from '#domain/text/edit-distance'
import { fold } from '#domain/text/text'

/** The meaning of a name. */
export interface ReadName {
  target: Target | typeof reasonColumn
  /** False if the name differs by one letter from a known one. */
  isExact: boolean
  part?: number
  /** True if the name may also mean something else, so that a more specific name of the same file is preferred. */
  isWeak?: boolean
}

/** Returns the target that a name means: its name in `data_driver`, its label in the form, or a common other name. */
export function columnOf(name: string): ReadName['target'] | undefined {
  return readName(name)?.target
}

/**
 * Returns the meaning of a name. A remark in parentheses is ignored if the whole is unknown, unless the remark names
 * another column.
 */
export function readName(name: string): ReadName | undefined {
  const found = findName(name)
  return found && { ...found.known.meaning, isExact: found.isExact }
}

/**
 * Returns the part of a date that comes first by a name such as `Fecha de nacimiento (mm/dd/aaaa)` or `Vence (aa-mm-dd)`,
 * unless it is the day.
 */
export function dateBeginsWith(name: string): 'mes' | 'anio' | undefined {
  const [, first] =
    /\b(aa|yy|mm|dd)(?:aa|yy)?\s*[/.-]\s*(?:mm|dd)\b/i.exec(name.slice(0, maxNameLength)) ?? []
  if (first === undefined || /dd/i.test(first)) return undefined
  return /mm/i.test(first) ? 'mes' : 'anio'
}

/** Returns true if a column of full names is called `Apellidos y Nombres`, false if `Nombres y Apellidos`. */
export function surnamesFirstIn(name: string): boolean | undefined {
  const known = findName(name)?.known
  if (known?.meaning.target !== fullName || !known.key.includes('apellido')) return undefined
  return known.key.startsWith('apellido')
}

/** A known name as a key, and its meaning. */
interface KnownName {
  key: string
  meaning: Omit<ReadName, 'isExact'>
}

interface FoundName {
  known: KnownName
  isExact: boolean
}

/** The longest name that is looked up. Real names of columns are shorter, even with additional words. */
const maxNameLength = 200

function findName(name: string): FoundName | undefined {
  if (name.length > maxNameLength) return undefined
  const key = nameKey(name)
  const exact = knownNames.get(key)
  if (exact) return { known: exact, isExact: true }
  const unnumbered = name.replace(questionNumber, '')
  if (unnumbered !== name) return findName(unnumbered)
  const similar = findSimilar(key)
  if (similar) return similar
  const bare = name.replace(remark, ' ')
  const found = bare === name ? (findTwice(name) ?? findInGroup(name)) : findWithoutRemark(name, bare)
  return found ?? findAsked(name)
}

/** The number before the question of a form: `3. `, `3) `, `1.2 - `, `Pregunta 3: ` or `a) `. */
const questionNumber =
  /^\s*(?:p(?:reg(?:unta)?)?\.?\s*)?(?:\(?\d{1,3}(?:\.\d{1,3})*(?:\s*[.):]\s*[-–]?|\s*[-–]|\s)|[a-z]\))\s*(?=[¿\p{L}])/iu

/** Finds the meaning of a question, such as `¿Cuál es su grupo sanguíneo?` or `Club al que pertenece`. */
function findAsked(name: string): FoundName | undefined {
  const asked = name.replace(questionStart, '').replace(questionEnd, '')
  const found = asked === name ? undefined : findName(asked)
  return found && { ...found, isExact: false }
}

const questionStart =
  /^[\s¿]*(?:por favor,?\s+)?(?:(?:cu[aá]l(?:es)?\s+(?:es|son)|indi(?:que|ca)|ingrese?|escrib[ae]|cu[eé]nte(?:nos)?|(?:[ae]n?\s+)?qu[eé])\s+)?(?:(?:el|la|los|las|sus?|tus?)\s+)*/i
const questionEnd =
  /(?:\s+(?:(?:al?|en|con)\s+)?(?:(?:el|la)\s+)?(?:que\s+)?(?:compite|pertenece|participa|corre|representa)s?)?\s*[?:]*\s*$/i

/** Returns the words of a name as the lookup reads them, without the number of a question. */
export function wordsOf(name: string): string[] {
  return nameKey(name.slice(0, maxNameLength).replace(questionNumber, '')).split(' ')
}

/**
 * Finds the meaning of several names for one column, such as `Cel / WhatsApp`. The document of a rider may be of several
 * kinds: `DNI / Pasaporte`.
 */
function findTwice(name: string): FoundName | undefined {
  const names = namesIn(name)
  if (names.length < 2) return undefined
  const found = names.map(findName)
  const meanings = found.map((one) => one?.known.meaning)
  const dni = meanings.findIndex((meaning) => meaning?.target === 'dni')
  const [one, meant] = dni < 0 ? [found[0], meanings[0]] : [found[dni], meanings[dni]]
  if (!one || !meant) return undefined
  const isSame = meanings.every(
    (meaning) => meaning?.target === meant.target || (dni >= 0 && meaning?.target === 'documento'),
  )
  if (!isSame) return undefined
  // Both surnames in one column are no part of it.
  const { part, ...whole } = meant
  const isPart = meanings.every((meaning) => meaning?.part === part)
  return isPart ? one : { ...one, known: { ...one.known, meaning: whole } }
}

/** Returns the names in a header of several, such as `Cel / WhatsApp` or `DNI o pasaporte`. */
export function namesIn(name: string): string[] {
  return name.split(/[/,_]|\s(?:[-–]|[ouy]\s)/).map((one) => one.trim())
}

/** Returns a name below its group: `Licencia / Número`. */
export function inGroup(name: string, group: string): string {
  return [group, name].map((text) => text.replace(/\s+/g, ' ').trim()).join(groupMark)
}

const groupMark = ' / '

/** Finds the meaning of a name in a group, as if both were one name: `Número Licencia` for `Licencia / Número`. */
function findInGroup(name: string): FoundName | undefined {
  const [group, own, other] = name.split(groupMark)
  if (group === undefined || own === undefined || other !== undefined) return undefined
  const subject = group.replace(/^\s*(?:datos|informaci[oó]n)\s+/i, '')
  const exact = knownNames.get(nameKey(`${own} ${subject}`))
  return exact && { known: exact, isExact: true }
}

const remark = /\([^()]*\)|\[[^[\]]*\]/g

/** The words in names of columns about another person than the rider, whose values must not be taken for the rider's. */
export const ofOthers =
  /emergen|apoderad|padre|madre|tutor|herman|hij[oa]|espos|acompan|mecanic|delegad|entrenador|presidente/

function findWithoutRemark(name: string, bare: string): FoundName | undefined {
  if (ofOthers.test(fold(name)) && !ofOthers.test(fold(bare))) return undefined
  const key = nameKey(bare)
  const exact = knownNames.get(key)
  const found = exact ? { known: exact, isExact: true } : findSimilar(key)
  const remarked = knownNames.get(nameKey((name.match(remark) ?? []).join(' ')))
  const isOther = remarked !== undefined && remarked.meaning.target !== found?.known.meaning.target
  return isOther ? undefined : found
}

/** The fewest letters of names that are recognized although one letter is wrong. */
const minSimilarLength = 5

/** Finds the known name that differs by one letter. Returns undefined if several do and their meanings differ. */
function findSimilar(key: string): FoundName | undefined {
  if (!isLong(key) || /\d/.test(key) || otherWords.has(key)) return undefined
  const similar = [key.length - 1, key.length, key.length + 1].flatMap((length) =>
    (similarNames.get(length) ?? []).filter((known) => isOneEditAway(key, known.key)),
  )
  // A name without a part is the safer reading, since its column is never joined with another.
  const known = similar.find(({ meaning }) => meaning.part === undefined) ?? similar[0]
  const isAmbiguous = similar.some(
    ({ meaning: { target, part } }) =>
      target !== known?.meaning.target || (known.meaning.part !== undefined && part !== known.meaning.part),
  )
  return known && !isAmbiguous ? { known, isExact: false } : undefined
}

function isLong(key: string): boolean {
  return key.length >= minSimilarLength && key.replaceAll(' ', '').length >= minSimilarLength
}

/** The keys of other columns that differ by one letter from a known name. */
const otherWords: ReadonlySet<string> = new Set(['actor', 'clave', 'hombre', 'numero motor'])

/** The names of columns that are no fields, and of the column of full names. */
const namesOfOthers: readonly (readonly [Target, readonly ColumnName[]])[] = [
  ['id_driver', ['codigo credencial', 'id piloto']],
  ['attachment', ['fotografia', 'archivo foto']],
  ['moto_evento', ['motocicleta', ...part(1, 'marca', 'marca moto'), ...part(2, 'modelo', 'moto modelo')]],
  ['cc_evento', ['cc', 'cilindraje', 'cilindrada moto', 'cilindrada cc']],
  [
    fullName,
    [
      'apellidos? nombres?',
      'nombres? apellidos?',
      'apellidos? nombres? completos?',
      'nombres? apellidos? completos?',
      'apellidos? nombres? piloto',
      'nombres? apellidos? piloto',
      'nombre completo',
      'nombre completo piloto',
      'full name',
      ...weak(
        'nombre piloto',
        'nombres completos',
        'pilotos?',
        'corredor',
        'competidor',
        'deportista',
        'participante',
        'nombre corredor',
        'nombre competidor',
        'nombre deportista',
        'nombre participante',
      ),
    ],
  ],
]

/** The abbreviations that are clear on their own. */
const singleWords = new Map(
  Object.entries({
    nro: 'numero',
    num: 'numero',
    doc: 'documento',
    ced: 'cedula',
    ce: 'carnet extranjeria',
    pas: 'pasaporte',
    pasap: 'pasaporte',
    sang: 'sangre',
    cel: 'celular',
    fono: 'telefono',
    tel: 'telefono',
    telf: 'telefono',
    tlf: 'telefono',
    tfno: 'telefono',
    wsp: 'whatsapp',
    mail: 'email',
    categ: 'categoria',
    modal: 'modalidad',
  }),
)

/** The abbreviations that are clear beside another word. */
const abbreviations = new Map(
  Object.entries({
    n: 'numero',
    no: 'numero',
    lic: 'licencia',
    f: 'fecha',
    fec: 'fecha',
    nac: 'nacimiento',
    nacim: 'nacimiento',
    ap: 'apellido',
    ape: 'apellido',
    apell: 'apellido',
    pat: 'paterno',
    mat: 'materno',
    nom: 'nombre',
    t: 'tipo',
    g: 'grupo',
    gr: 'grupo',
    gpo: 'grupo',
    sanguin: 'sanguineo',
    ident: 'identidad',
    emerg: 'emergencia',
    '1': 'primer',
    '1er': 'primer',
    '1ro': 'primer',
    '2': 'segundo',
    '2do': 'segundo',
    '2o': 'segundo',
  }),
)

/** Returns a name in the singular and in the plural wherever it contains `s?`. */
function variants(name: string): string[] {
  const [start = '', ...rest] = name.split('s?')
  return rest.reduce((all, next) => all.flatMap((text) => [text + next, `${text}s${next}`]), [start])
}

const knownNames = new Map<string, KnownName>(
  [
    ...[reasonColumn, raceColumn.name, raceColumn.label].map((name) => known(name, { target: reasonColumn })),
    ...columns.flatMap((target: Column) =>
      [target, columnLabel(target)].map((name) => known(name, { target })),
    ),
    ...namesOfOthers.flatMap(([target, names]) => names.flatMap((name) => otherNames(target, name))),
    ...fieldNames.flatMap((target) => fields[target].columnNames.flatMap((name) => otherNames(target, name))),
  ].map((name) => [name.key, name]),
)

function otherNames(target: Target, given: ColumnName): KnownName[] {
  const { name, ...traits } = typeof given === 'string' ? { name: given } : given
  return variants(name).map((one) => known(one, { target, ...traits }))
}

function known(name: string, meaning: KnownName['meaning']): KnownName {
  return { key: nameKey(name), meaning }
}

/** The known names that others may resemble, by their lengths. */
const similarNames = new Map<number, KnownName[]>()
for (const name of knownNames.values()) {
  const { length } = name.key
  if (!isLong(name.key) || name.meaning.target === reasonColumn) continue
  similarNames.set(length, [...(similarNames.get(length) ?? []), name])
}

/**
 * Normalizes a name for the lookup: removes accents, punctuation and short words, joins `D.N.I.` into one word, and
 * writes abbreviations in full: `N°` and `nro.` as `numero`, `Lic.` as `licencia`.
 */
function nameKey(name: string): string {
  const words = fold(name)
    .replace(/\((e?s)\)|\s*\/\s*(e?s)\b/g, '$1$2')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/\bn(?:ro|um|o)?\s?[.°º]|#/g, ' numero ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:de|del|la|el|y|e|o)\b/g, ' ')
    .trim()
    .split(/\s+/)
  const [first = ''] = words
  if (words.length === 1) return singleWords.get(first) ?? first
  return words.map((word) => singleWords.get(word) ?? abbreviations.get(word) ?? word).join(' ')
}
