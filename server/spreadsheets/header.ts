/** Recognizes the header of a spreadsheet: maps each of its names to a column of PilotOS. */
import { MalformedError } from '#domain/errors'
import { type Column, columnLabel, columns, reasonColumn } from '#domain/import/columns'
import { fieldNames } from '#domain/pilot/fields'
import { enumerate, fold } from '#domain/text/text'

/** The column at each index of a header; undefined if no column of PilotOS has that name. */
export type Header = readonly (Column | typeof reasonColumn | undefined)[]

/** Returns the column that a name means: its name in `data_driver`, its label in the form, or a common other name. */
export function columnOf(name: string): Header[number] {
  return name.length > maxNameLength ? undefined : columnsByName.get(nameKey(name))
}

/** The longest name that is looked up. Real names of columns are shorter, even with additional words. */
const maxNameLength = 200

/**
 * Reads the names of a header.
 * @throws MalformedError if the names match no column of PilotOS, or match one column twice
 */
export function readHeader(names: readonly string[]): Header {
  const header = names.map(columnOf)
  if (header.every((column) => column === undefined)) {
    throw new MalformedError(
      `El archivo no tiene un encabezado. Su primera fila debe nombrar las columnas: ${enumerate(fieldLabels)}`,
    )
  }
  const doubled = columns.flatMap((column) => {
    if (header.indexOf(column) === header.lastIndexOf(column)) return []
    const same = names.filter((_, index) => header[index] === column).map((name) => `«${name.trim()}»`)
    return `${enumerate(same)} son la misma columna, ${columnLabel(column)}`
  })
  if (doubled.length > 0) throw new MalformedError(`${doubled.join('. ')}. Deje una sola`)
  return header
}

const fieldLabels = fieldNames.map(columnLabel)

/** Other names that spreadsheets use, without accents and with `numero` for each of its abbreviations. */
const otherNames: Record<Column, readonly string[]> = {
  id_driver: ['id', 'codigo', 'codigo credencial', 'id piloto'],
  attachment: ['fotografia', 'archivo foto'],
  name: ['nombre', 'nombre piloto', 'primer nombre', 'first name'],
  lastname: ['apellido', 'apellidos piloto', 'apellido paterno materno', 'last name', 'surname'],
  email: ['correo', 'e mail', 'mail', 'direccion correo', 'correo electronico piloto'],
  celular: ['telefono', 'telefono celular', 'numero celular', 'numero telefono', 'movil', 'whatsapp', 'cel'],
  dni: [
    'documento',
    'documento identidad',
    'numero documento',
    'numero dni',
    'dni numero',
    'cedula',
    'cedula identidad',
  ],
  fechanac: ['nacimiento', 'fecha nac', 'f nacimiento', 'f nac', 'fecha nacimiento piloto', 'birthday'],
  nlicencia: ['licencia numero', 'numero licencia federativa'],
  npiloto: ['piloto numero', 'dorsal', 'numero moto', 'numero competencia'],
  licencia: ['tipo licencia', 'clase licencia'],
  modalidad: ['modelo moto', 'disciplina', 'especialidad'],
  club: ['equipo', 'escuderia', 'club equipo', 'team'],
  tiposangre: [
    'grupo sanguineo',
    'sangre',
    'grupo sangre',
    'tipo sanguineo',
    'grupo factor',
    'grupo sanguineo factor rh',
  ],
  participacion: ['historial', 'historial competiciones', 'participaciones', 'competiciones', 'palmares'],
}

const columnsByName = new Map<string, Header[number]>([
  [reasonColumn, reasonColumn],
  ...columns.flatMap((column) =>
    [column, columnLabel(column), ...otherNames[column]].map((name) => [nameKey(name), column] as const),
  ),
])

/**
 * Normalizes a name for the lookup: removes accents, punctuation and short words, joins `D.N.I.` into one word, and
 * writes `N°` and `nro.` as `numero`.
 */
function nameKey(name: string): string {
  return fold(name)
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/\bn\s*[°º.]+\s*|\b(?:nro|num)\b\.?|#/g, ' numero ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:de|del|la|el|y|e)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
