/** Spreadsheets as the federations and clubs of Peru send them, with invented names, for tests of the import. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CellObject, Row } from 'write-excel-file/node'
import { fold } from '#domain/text/text'

export interface FederationFile {
  file: string
  /** A description of the difficulties that the file shows. */
  holds: string
  /** The rows that are registered with `args`. */
  riders: number
  /** The arguments of `pilotos import` with which all riders are registered. */
  args: readonly string[]
  /** The riders that are rejected without the `--replace` arguments. */
  rejected?: number
  /** The rows below the header that contain text and are no riders. Blank rows do not count. */
  aside?: number
  /** The full names whose division is marked as uncertain. */
  unsure?: number
  /** Returns the content of the file. Its text is the same in every run; a workbook also contains the time. */
  bytes: () => Buffer | Promise<Buffer>
}

/** Makes all files in a folder, which is created if it is missing. */
export async function makeFederationFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { file, bytes } of federationFiles) await writeFile(join(folder, file), await bytes())
}

/** All files. No two riders have the same DNI, so that one store can import every file. */
export const federationFiles: readonly FederationFile[] = [
  {
    file: 'padron-sur.xlsx',
    holds:
      'a cover before the sheet of the riders, merged titles, a row counter, capitals with a comma, real dates, the blood group apart from its factor, and a total',
    riders: 18,
    args: [],
    aside: 2,
    bytes: southernRegister,
  },
  {
    file: 'club-valle.csv',
    holds:
      'Windows-1252 with semicolons, titles, full names with the surnames last, no licence and no history, and signatures',
    riders: 12,
    args: ['--set', 'licencia=Anual', '--set', 'participacion=Sin historial'],
    aside: 4,
    bytes: valleyClub,
  },
  {
    file: 'liga-norte.csv',
    holds:
      'UTF-8 with a mark and commas, both surnames in columns of their own, some without the second, and dates with dots',
    riders: 14,
    args: [],
    bytes: northernLeague,
  },
  {
    file: 'comision-enduro.txt',
    holds:
      'Unicode text of Excel (UTF-16, tabulators), full names without a comma, surnames first, with particles, three of them uncertain',
    riders: 13,
    args: [],
    unsure: 3,
    bytes: enduroCommission,
  },
  {
    file: 'inscritos-fecha-1.xlsx',
    holds: 'a small sheet of juries with known headers before the riders, and an unknown header',
    riders: 11,
    args: ['--map', 'Cód. Fed.=nlicencia'],
    bytes: () => roundEntries('Primera fecha', riders(400, 11)),
  },
  {
    file: 'inscritos-fecha-2.xlsx',
    holds: 'the same headers as the file of the first round, for which the mapping was remembered',
    riders: 9,
    args: ['--map', 'Cód. Fed.=nlicencia'],
    bytes: () => roundEntries('Segunda fecha', riders(450, 9)),
  },
  {
    file: 'velocross-huaral.csv',
    holds: 'options with a wrong letter, which are rejected until a person accepts the nearest option',
    riders: 15,
    args: [...['--replace', 'modalidad:Velocros=VELOCROSS'], ...['--replace', 'licencia:Regionl=Regional']],
    rejected: 8,
    bytes: velocrossEntries,
  },
  {
    file: 'enduro-independiente.xlsx',
    holds: 'two unknown options, one of them in five rows, which a person replaces for all of their rows',
    riders: 16,
    args: [
      ...['--replace', 'modalidad:Enduro Ind.=ENDURO CROSS'],
      ...['--replace', 'modalidad:Libre=MOTOCROSS'],
    ],
    rejected: 7,
    aside: 1,
    bytes: independentEnduro,
  },
  {
    file: 'sistema-antiguo.csv',
    holds:
      'an export of a program: dates as serials of Excel in text, and documents and telephones as floats',
    riders: 20,
    args: [],
    bytes: oldSystem,
  },
  {
    file: 'fechas-mezcladas.xlsx',
    holds: 'one column with real dates, serials without the format of a date, and dates as text',
    riders: 18,
    args: [],
    bytes: mixedDates,
  },
  {
    file: 'encabezados-con-erratas.xlsx',
    holds: 'headers that differ from the known names by one letter',
    riders: 8,
    args: [],
    bytes: misspeltHeaders,
  },
  {
    file: 'hojas-por-region.xlsx',
    holds: 'three sheets of riders, of which the largest, Arequipa with 14, is not the wanted one',
    riders: 9,
    args: ['--sheet', 'Cusco'],
    bytes: regionalSheets,
  },
  {
    file: 'secciones-por-categoria.csv',
    holds: 'a section for each class with a title, a repeated header and a subtotal, and rows of dashes',
    riders: 24,
    args: [],
    aside: 14,
    bytes: sections,
  },
  {
    file: 'mayusculas.xlsx',
    holds:
      'capitals with particles, blank rows with a format, rows with a number only, and empty cells that take a value',
    riders: 15,
    args: ['--set', 'club=Independiente', '--set', 'participacion=Sin historial'],
    aside: 6,
    bytes: capitals,
  },
  {
    file: 'documentos-y-celulares.csv',
    holds: 'documents and telephones in all notations, and a second column with the type of the document',
    riders: 16,
    args: ['--map', 'Documento='],
    bytes: documents,
  },
  {
    file: 'formulario-web.csv',
    holds:
      'the answers of a web form: headers with line breaks, asterisks and remarks, and a time that no field takes',
    riders: 10,
    args: [],
    bytes: webForm,
  },
  {
    file: 'por-corregir.xlsx',
    holds: 'three bad cells that a person types over, each in another row and column',
    riders: 10,
    args: [
      ...['--replace', 'email:sin correo=secretaria@ejemplo.org'],
      ...['--replace', 'fechanac:31/02/1999=28/02/1999'],
      ...['--replace', 'celular:98765432X=987654321'],
    ],
    rejected: 3,
    bytes: badCells,
  },
]

/** Five files, of each format and encoding, for tests above the reader, which is tested with all of them. */
export const typicalFiles = federationFiles.filter(({ file }) =>
  /^(padron|club|comision|velocross|enduro)-/.test(file),
)

function southernRegister(): Promise<Buffer> {
  const rows = tableOf(riders(0, 18), [
    ['N°', (_, index) => index + 1],
    ['Apellidos y Nombres', (rider) => `${surnames(rider)}, ${rider.name}`.toUpperCase()],
    ['DNI/CE', ({ dni }) => dni],
    ['Fec. nacimiento', ({ born }) => day(born)],
    ['Cel.', ({ celular }) => celular],
    ['Mail', ({ email }) => email],
    ['N° Lic.', ({ licence }) => licence],
    ['Dorsal', ({ number }) => number],
    ['Tipo de licencia', ({ licencia }) => licencia],
    ['Categoría', ({ modalidad }) => modalidad],
    ['Equipo', ({ club }) => club],
    ['Grupo', ({ blood }) => blood.slice(0, -1)],
    ['RH', ({ blood }) => blood.slice(-1)],
    ['Palmarés', ({ history }) => history],
  ])
  const cover = [
    [title('ASOCIACIÓN DE MOTOCICLISMO DEL SUR', 6)],
    [],
    [title('Padrón de deportistas, temporada 2026', 6)],
    ['Presentado a la federación el', day('2026-02-16')],
  ]
  return book({
    Carátula: cover,
    'Padrón 2026': [
      [title('ASOCIACIÓN DE MOTOCICLISMO DEL SUR', 14)],
      [title('PADRÓN DE DEPORTISTAS - TEMPORADA 2026', 14)],
      [],
      ...rows,
      formattedBlank(14),
      [null, 'TOTAL DE PILOTOS', 18],
      [null, 'Elaborado por: Secretaría Técnica'],
    ],
  })
}

function valleyClub(): Buffer {
  const rows = tableOf(riders(100, 12), [
    ['Nº', (_, index) => index + 1],
    ['Nombre completo', (rider) => `${rider.name} ${surnames(rider)}`],
    ['Documento', ({ dni }) => `DNI ${eightDigits(dni)}`],
    ['Nacimiento', ({ born }, index) => (index % 2 ? shortMonth(born) : shortYear(born))],
    ['Celular', ({ celular }) => celular],
    ['E-mail', ({ email }) => email],
    ['N° Lic.', ({ licence }) => licence],
    ['Núm.', ({ number }) => number],
    ['Modalidad', ({ modalidad }, index) => spelled(modalidad, index)],
    ['Equipo', ({ club }) => club],
    ['G.S.', ({ blood }, index) => spelledBlood(blood, index)],
  ])
  const lines = [
    ['CLUB DE MOTOS DEL VALLE – Relación de pilotos 2026', ...blanks(10)],
    ['Av. Los Álamos 415, Lunahuaná', ...blanks(10)],
    blanks(11),
    ...rows,
    blanks(11),
    ['', 'Elaborado por: Ing. Rosario Paucar', ...blanks(9)],
    ['', '____________________', ...blanks(5), '____________________', ...blanks(3)],
    ['', 'V° B° Presidente', ...blanks(5), 'Firma del delegado', ...blanks(3)],
    ['Huella y sello del club'],
  ]
  return windows1252(csv(lines, ';'))
}

function northernLeague(): Buffer {
  const rows = tableOf(riders(200, 14), [
    ['Apellido Paterno', ({ paternal }) => paternal],
    ['Apellido Materno', ({ maternal }, index) => (index % 6 === 4 ? '' : maternal)],
    ['Nombres', ({ name }) => name],
    ['Doc.', ({ dni }) => eightDigits(dni)],
    ['F. Nac.', ({ born }) => born.replaceAll('-', '.')],
    ['Fono', ({ celular }) => celular],
    ['E-mail', ({ email }) => email],
    ['Lic. N°', ({ licence }) => licence],
    ['Nº', ({ number }) => number],
    ['Tipo Lic.', ({ licencia }) => `${licencia} 2026`],
    ['Categoría', ({ modalidad }) => modalidad],
    ['Escudería', ({ club }) => club],
    ['Tipo sangre', ({ blood }, index) => spelledBlood(blood, index)],
    ['Historial', ({ history }) => history],
  ])
  return Buffer.from(`\ufeff${csv(rows, ',')}`)
}

function enduroCommission(): Buffer {
  const sure = [
    'de la Cruz Quispe Ana María',
    'del Águila Flores José Luis',
    'da Silva Rojas Carlos Alberto',
    'Von Humboldt Mendoza Luis Miguel',
  ]
  const unsure = [
    'Pumacahua Yauricasa Tulio',
    'Quispe Mamani Ana María del Carmen',
    'Luis Alberto Torres Rojas',
  ]
  const named = [...sure, ...unsure]
  const rows = tableOf(riders(300, 13), [
    ['Apellidos y Nombres', (rider, index) => named[index] ?? `${surnames(rider)} ${rider.name}`],
    ['DNI', ({ dni }) => eightDigits(dni)],
    ['Fec. Nac.', ({ born }) => slashes(born)],
    ['Cel.', ({ celular }) => celular],
    ['Email', ({ email }) => email],
    ['Nro. Lic.', ({ licence }) => licence],
    ['Número', ({ number }) => number],
    ['Licencia', ({ licencia }) => licencia.toUpperCase()],
    ['Modalidad', ({ modalidad }) => modalidad],
    ['Club', ({ club }) => club],
    ['GS', ({ blood }) => blood],
    ['Historial deportivo', ({ history }) => history],
  ])
  return Buffer.from(`\ufeff${csv(rows, '\t')}`, 'utf16le')
}

function roundEntries(round: string, entries: readonly Rider[]): Promise<Buffer> {
  const juries = tableOf(riders(490, 4), [
    ['Nombres y Apellidos', (rider) => `${rider.name} ${surnames(rider)}`],
    ['Cargo', (_, index) => at(['Director de carrera', 'Comisario', 'Cronometraje', 'Médico'], index)],
    ['Celular', ({ celular }) => celular],
  ])
  const rows = tableOf(entries, [
    ['Cód. Fed.', ({ licence }) => licence],
    ['Número de piloto', ({ number }) => number],
    ['Apellidos', surnames],
    ['Nombres', ({ name }) => name],
    ['DNI', ({ dni }) => eightDigits(dni)],
    ['Fecha de nacimiento', ({ born }) => day(born)],
    ['Teléfono', ({ celular }) => celular],
    ['Correo', ({ email }) => email],
    ['Licencia', ({ licencia }) => licencia],
    ['Modalidad', ({ modalidad }) => modalidad],
    ['Club', ({ club }) => club],
    ['Tipo de sangre', ({ blood }) => blood],
    ['Historial', ({ history }) => history],
  ])
  return book({ Jurados: juries, Pilotos: [[title(`CAMPEONATO NACIONAL - ${round}`, 13)], ...rows] })
}

function velocrossEntries(): Buffer {
  const rows = tableOf(riders(500, 15), [
    ['Nombres', ({ name }) => name],
    ['Apellidos', surnames],
    ['Documento', ({ dni }) => eightDigits(dni)],
    ['Fecha Nac.', ({ born }) => slashes(born)],
    ['Celular', ({ celular }) => celular],
    ['Correo', ({ email }) => email],
    ['Licencia N°', ({ licence }) => licence],
    ['Dorsal', ({ number }) => number],
    ['Tipo Licencia', (_, index) => (index < 2 ? 'Regionl' : 'Regional')],
    ['Categoría', (_, index) => (index < 9 ? 'VELOCROSS' : 'Velocros')],
    ['Club', () => 'Moto Club Huaral'],
    ['Grupo sanguíneo', ({ blood }) => blood],
    ['Palmarés', ({ history }) => history],
  ])
  return Buffer.from(`\ufeff${csv(rows, ';')}`)
}

function independentEnduro(): Promise<Buffer> {
  const rows = tableOf(riders(600, 16), [
    ['Piloto', (rider) => `${surnames(rider)}, ${rider.name}`],
    ['DNI', ({ dni }) => dni],
    ['Nacimiento', ({ born }) => day(born)],
    ['Móvil', ({ celular }) => celular],
    ['Email', ({ email }) => email],
    ['No. Lic', ({ licence }) => licence],
    ['N° moto', ({ number }) => number],
    ['T. Licencia', ({ licencia }) => `Lic. ${licencia}`],
    ['Modalidad', ({ modalidad }, index) => unknownModalidad(index) ?? modalidad],
    ['Equipo', () => 'Independientes de Junín'],
    ['Factor RH', ({ blood }) => blood],
    ['Experiencia', ({ history }) => history],
  ])
  return book({ Inscritos: [...rows, formattedBlank(12), ['Total inscritos: 16']] })
}

function unknownModalidad(index: number): string | undefined {
  if (index % 3 === 1) return 'Enduro Ind.'
  return index % 8 === 3 ? 'Libre' : undefined
}

function oldSystem(): Buffer {
  const rows = tableOf(riders(700, 20), [
    ['nombre', ({ name }) => name],
    ['apellido', surnames],
    ['mail', ({ email }) => email],
    ['cel', ({ celular }) => `${celular}.0`],
    ['dni', ({ dni }) => `${dni}.0`],
    ['nacimiento', ({ born }, index) => `${serial(born)}${index % 2 ? '.0' : ''}`],
    ['numero licencia', ({ licence }) => licence],
    ['dorsal', ({ number }) => number],
    ['licencia', ({ licencia }) => licencia.toLowerCase()],
    ['disciplina', ({ modalidad }) => modalidad],
    ['equipo', ({ club }) => club],
    ['sangre', ({ blood }) => blood],
    ['historial', ({ history }) => history],
  ])
  return Buffer.from(csv(rows, ','))
}

function mixedDates(): Promise<Buffer> {
  const forms = [day, serial, slashes, shortMonth, shortYear, (born: string) => born.replaceAll('-', '.')]
  const rows = tableOf(riders(800, 18), [
    ['Ítem', (_, index) => index + 1],
    ['Ap. Paterno', ({ paternal }) => paternal],
    ['Ap. Materno', ({ maternal }) => maternal],
    ['Nombre(s)', ({ name }) => name],
    ['Nro. Doc.', ({ dni }) => dni],
    ['F. de nacimiento', ({ born }, index) => at(forms, index)(born)],
    ['Telf.', ({ celular }) => celular],
    ['Correo electrónico', ({ email }) => email],
    ['N° Licencia', ({ licence }) => licence],
    ['N° de piloto', ({ number }) => number],
    ['Tipo de licencia', ({ licencia }) => licencia],
    ['Modalidad', ({ modalidad }, index) => spelled(modalidad, index)],
    ['Escudería', ({ club }) => club],
    ['G.S.', ({ blood }, index) => spelledBlood(blood, index)],
    ['Historial deportivo', ({ history }) => history],
  ])
  return book({ Hoja1: rows })
}

function misspeltHeaders(): Promise<Buffer> {
  const rows = tableOf(riders(900, 8), [
    ['Nombrs', ({ name }) => name],
    ['Apelidos', surnames],
    ['Docuemnto', ({ dni }) => dni],
    ['Nacimeinto', ({ born }) => day(born)],
    ['Celualr', ({ celular }) => celular],
    ['Corero', ({ email }) => email],
    ['N° Licencai', ({ licence }) => licence],
    ['Dorsall', ({ number }) => number],
    ['Lisencia', ({ licencia }) => licencia],
    ['Modaldad', ({ modalidad }) => modalidad],
    ['Escudreía', ({ club }) => club],
    ['Tipo de sangrre', ({ blood }) => blood],
    ['Historal', ({ history }) => history],
  ])
  return book({ Hoja1: rows })
}

function regionalSheets(): Promise<Buffer> {
  const sheet = (region: string, entries: readonly Rider[]) => [
    [title(`PILOTOS DE ${region.toUpperCase()}`, 13)],
    ...tableOf(entries, plainColumns),
  ]
  return book({
    Lima: sheet('Lima', riders(1000, 8)),
    Arequipa: sheet('Arequipa', riders(1020, 14)),
    Cusco: sheet('Cusco', riders(1040, 9)),
  })
}

function sections(): Buffer {
  const classes = ['MOTOCROSS', 'ENDURO CROSS', 'QUAD CROSS']
  const lines = classes.flatMap((modalidad, index) => {
    const entries = riders(1100 + 20 * index, 8).map((rider) => ({ ...rider, modalidad }))
    const [header = [], ...rows] = tableOf(entries, plainColumns)
    return [
      ...(index === 0 ? [header] : [[`CATEGORÍA ${modalidad}`, ...blanks(12)], header]),
      ...rows,
      header.map(() => '------'),
      ['SUBTOTAL', String(rows.length), ...blanks(11)],
      blanks(13),
    ]
  })
  const end = [
    ['TOTAL GENERAL', '24', ...blanks(11)],
    ['=============', ...blanks(12)],
    ['Revisado por: Comisión Técnica', ...blanks(12)],
    ['Huancayo, 16 de febrero de 2026'],
  ]
  return windows1252(csv([...lines, ...end], ';'))
}

function capitals(): Promise<Buffer> {
  const lastnames = ['DE LA CRUZ QUISPE', 'DEL ÁGUILA MUÑOZ', 'DA SILVA ROJAS', 'VON HUMBOLDT ÑAUPARI']
  const rows = tableOf(riders(1200, 15), [
    ['N°', (_, index) => index + 1],
    ['Apellidos', (rider, index) => lastnames[index] ?? surnames(rider).toUpperCase()],
    ['Nombres', ({ name }) => name.toUpperCase()],
    ['N° Documento', ({ dni }) => dni],
    ['Fecha de nac.', ({ born }) => day(born)],
    ['Nº celular', ({ celular }) => celular],
    ['Correo', ({ email }) => email.toUpperCase()],
    ['Num. Licencia', ({ licence }) => licence],
    ['Dorsal', ({ number }) => number],
    ['Licencia', ({ licencia }) => `${licencia.toUpperCase()} 2026`],
    ['Modalidad', ({ modalidad }) => modalidad],
    ['Club / Equipo', ({ club }, index) => (index % 5 === 3 ? null : club.toUpperCase())],
    ['Grupo', ({ blood }) => blood.slice(0, -1)],
    ['Factor', ({ blood }) => (blood.endsWith('+') ? 'POSITIVO' : 'NEGATIVO')],
    ['Historial', ({ history }, index) => (index % 2 ? null : history.toUpperCase())],
  ])
  return book({
    Nómina: [
      ...rows,
      ...[16, 17, 18].map((number) => [number, ...formattedBlank(14)]),
      formattedBlank(15),
      formattedBlank(15),
      [null, 'TOTAL', 15],
      [null, '____________________', ...Array(6).fill(null), '____________________'],
      [null, 'PRESIDENTE', ...Array(6).fill(null), 'SECRETARIO'],
    ],
  })
}

function documents(): Buffer {
  const thousands = (dni: number) => eightDigits(dni).replace(/\B(?=(\d{3})+$)/g, '.')
  const documentForms = [
    (dni: number) => `DNI ${eightDigits(dni)}`,
    thousands,
    (dni: number) => `D.N.I. ${eightDigits(dni)}`,
    (dni: number) => `DNI N° ${eightDigits(dni)}`,
    (dni: number) => thousands(dni).replaceAll('.', ' '),
    (dni: number) => `CE ${String(dni).padStart(9, '0')}`,
  ]
  const telephoneForms = [
    (number: number) => `+51 ${number}`,
    (number: number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, ' '),
    (number: number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, '-'),
    (number: number) => `(51) ${number}`,
  ]
  const rows = tableOf(riders(1300, 16), [
    ['Documento', (_, index) => (index % 6 === 5 ? 'CE' : 'DNI')],
    ['DNI', ({ dni }, index) => at(documentForms, index)(dni)],
    ['Primer nombre', ({ name }) => name.split(' ')[0] ?? ''],
    ['Segundo nombre', ({ name }) => name.split(' ')[1] ?? ''],
    ['1er Apellido', ({ paternal }) => paternal],
    ['2do Apellido', ({ maternal }) => maternal],
    ['Fec. Nacimiento', ({ born }) => slashes(born)],
    ['Tlf.', ({ celular }, index) => at(telephoneForms, index)(celular)],
    ['Correo', ({ email }) => email],
    ['N° Lic.', ({ licence }) => licence],
    ['Dorsal', ({ number }) => number],
    ['Licencia', ({ licencia }) => licencia],
    ['Modalidad', ({ modalidad }) => modalidad],
    ['Team', ({ club }) => club],
    ['Grupo y factor', ({ blood }, index) => spelledBlood(blood, index)],
    ['Historial', ({ history }) => history],
  ])
  return Buffer.from(csv(rows, ';'))
}

function webForm(): Buffer {
  const rows = tableOf(riders(1400, 10), [
    ['Marca temporal', (_, index) => `${10 + index}/02/2026 18:${10 + index}:05`],
    ['Nombres y Apellidos*', (rider) => `${rider.name} ${surnames(rider)}`],
    ['DNI*', ({ dni }) => eightDigits(dni)],
    ['Fecha de nacimiento\n(dd/mm/aaaa)', ({ born }) => slashes(born)],
    ['WhatsApp*', ({ celular }) => celular],
    ['Correo electrónico:', ({ email }) => email],
    ['Licencia\nNº', ({ licence }) => licence],
    ['Número de piloto', ({ number }) => number],
    ['Tipo de licencia', ({ licencia }) => `Licencia ${licencia}`],
    ['Modalidad', ({ modalidad }, index) => spelled(modalidad, index)],
    ['Club (opcional)', ({ club }) => club],
    ['Tipo de sangre (RH)', ({ blood }, index) => spelledBlood(blood, index)],
    ['Historial deportivo', ({ history }) => history.replace('; ', '\n')],
  ])
  return Buffer.from(csv(rows, ','))
}

function badCells(): Promise<Buffer> {
  const bad: Record<string, Record<number, string>> = {
    Correo: { 2: 'sin correo' },
    'Fecha de nacimiento': { 4: '31/02/1999' },
    Celular: { 7: '98765432X' },
  }
  const columns = plainColumns.map(
    ([header, cellOf]): FileColumn => [
      header,
      (rider, index) => bad[header]?.[index] ?? cellOf(rider, index),
    ],
  )
  return book({ Pilotos: tableOf(riders(1500, 10), columns) })
}

/** The columns of a file without difficulties in its header. */
const plainColumns: readonly FileColumn[] = [
  ['Nombres', ({ name }) => name],
  ['Apellidos', surnames],
  ['DNI', ({ dni }) => eightDigits(dni)],
  ['Fecha de nacimiento', ({ born }) => slashes(born)],
  ['Celular', ({ celular }) => celular],
  ['Correo', ({ email }) => email],
  ['N° Licencia', ({ licence }) => licence],
  ['Dorsal', ({ number }) => number],
  ['Licencia', ({ licencia }) => licencia],
  ['Modalidad', ({ modalidad }) => modalidad],
  ['Club', ({ club }) => club],
  ['Tipo de sangre', ({ blood }) => blood],
  ['Historial', ({ history }) => history],
]

export interface Rider {
  name: string
  paternal: string
  maternal: string
  dni: number
  celular: number
  email: string
  /** The birthday as `YYYY-MM-DD`. */
  born: string
  licence: string
  number: number
  licencia: string
  modalidad: string
  club: string
  blood: string
  history: string
}

const givenNames = [
  'María Elena',
  'José Luis',
  'Ana Lucía',
  'Carlos Alberto',
  'Juan Carlos',
  'Carmen Patricia',
  'Luis Miguel',
  'Jorge Eduardo',
  'Claudia Andrea',
  'Víctor Manuel',
  'Pedro Daniel',
]
const familyNames =
  'Quispe Mamani Flores Rojas Huamán Ramírez Chávez Vargas Condori Torres Mendoza Gutiérrez Espinoza Vásquez Fernández Díaz Paredes Salazar Villanueva Zegarra Muñoz Cárdenas Ñaupari Rodríguez Sánchez López García Gonzales Núñez'.split(
    ' ',
  )
const clubs = [
  'Moto Club Los Cóndores',
  'Enduro Mantaro Racing',
  'Club Deportivo Motor Misti',
  'Asociación Rueda Libre',
  'Escuela de Motos Ñandú',
]
const modalidades = ['MOTOCROSS', 'ENDURO CROSS', 'HARD ENDURO', 'QUAD CROSS', 'VELOCROSS', 'ARENA CROSS']
const bloods = ['O+', 'A+', 'O-', 'B+', 'AB+', 'A-']
const histories = [
  '2023: campeón regional; 2024: tercer puesto nacional',
  'Sin historial',
  '2025: subcampeón de la copa "Valle Sagrado"',
  'Debuta en 2026',
]

/** Returns `count` riders. Two riders with different numbers, counted from `first`, have nothing unique in common. */
export function riders(first: number, count: number): Rider[] {
  return Array.from({ length: count }, (_, index) => aRider(first + index))
}

function aRider(index: number): Rider {
  const name = at(givenNames, index * 5)
  const [paternal, maternal] = [at(familyNames, index * 11), at(familyNames, index * 11 + 13)]
  return {
    name,
    paternal,
    maternal,
    dni: (index % 9 === 4 ? 6_200_000 : 40_100_000) + index * 1213,
    celular: 912_000_000 + index * 40_503,
    email: `${fold(name).replace(' ', '.')}.${fold(paternal)}${index}@ejemplo.org`,
    born: `${1968 + ((index * 7) % 38)}-${twoDigits(1 + ((index * 5) % 12))}-${twoDigits(1 + ((index * 11) % 28))}`,
    licence: `FM-2026-${String(index + 1).padStart(4, '0')}`,
    number: 1 + ((index * 37) % 997),
    licencia: index % 4 === 3 ? 'Regional' : 'Anual',
    modalidad: at(modalidades, index),
    club: at(clubs, index),
    blood: at(bloods, index),
    history: at(histories, index),
  }
}

export type Cell = string | number | Date | CellObject | null

/** A header, and the cell of a rider below it. `index` counts the riders of the table from 0. */
export type FileColumn = readonly [header: string, cellOf: (rider: Rider, index: number) => Cell]

/** Returns the header and a row for each rider. */
function tableOf(entries: readonly Rider[], columns: readonly FileColumn[]): Cell[][] {
  const rows = entries.map((rider, index) => columns.map(([, cellOf]) => cellOf(rider, index)))
  return [columns.map(([header]) => header), ...rows]
}

export function surnames({ paternal, maternal }: Rider): string {
  return `${paternal} ${maternal}`
}

export function eightDigits(dni: number): string {
  return String(dni).padStart(8, '0')
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Returns a day as `05/03/1994`. */
export function slashes(born: string): string {
  return born.split('-').reverse().join('/')
}

/** Returns a day as `05/03/94`. */
function shortYear(born: string): string {
  return slashes(born).replace(/\/\d\d(?=\d\d$)/, '/')
}

/** Returns a day as `5-mar-94`. */
function shortMonth(born: string): string {
  const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'set', 'oct', 'nov', 'dic']
  const [year = '', month, date] = born.split('-')
  return `${Number(date)}-${at(months, Number(month) - 1)}-${year.slice(2)}`
}

/** Returns the number that Excel stores for a day after February 1900. */
export function serial(born: string): number {
  return (day(born).getTime() - Date.UTC(1899, 11, 30)) / 86_400_000
}

export function day(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

/** Spells an option in one of the ways that people use. */
function spelled(modalidad: string, index: number): string {
  const spellings: Record<string, readonly string[]> = {
    MOTOCROSS: ['Moto cross', 'Moto-Cross', 'motocross'],
    'ENDURO CROSS': ['ENDUROCROSS', 'Enduro-Cross', 'Endurocross'],
    'HARD ENDURO': ['Hard-Enduro', 'HARDENDURO', 'hard enduro'],
    'QUAD CROSS': ['Quadcross', 'Quad-Cross', 'QUAD CROSS'],
  }
  return at(spellings[modalidad] ?? [modalidad], Math.floor(index / 6))
}

/** Spells a blood type in one of the ways that people use. */
function spelledBlood(blood: string, index: number): string {
  const [group, sign] = [blood.slice(0, -1), blood.slice(-1)]
  const word = sign === '+' ? 'positivo' : 'negativo'
  const spellings = [
    `${group} ${word}`,
    `${group}RH${sign}`,
    `${group.replace('O', '0')}${sign}`,
    `${group} ${word.slice(0, 3).toUpperCase()}`,
    blood,
  ]
  return at(spellings, index)
}

/** Returns the item at an index, which starts again after the last item. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The list has no items')
  return item
}

function blanks(count: number): string[] {
  return Array(count).fill('')
}

/** Returns a text over `columnSpan` merged cells. */
function title(text: string, columnSpan: number): CellObject {
  return { value: text, type: String, columnSpan, fontWeight: 'bold', align: 'center' }
}

/** Returns cells that have a background and no value. */
function formattedBlank(count: number): CellObject[] {
  return Array.from({ length: count }, () => ({ backgroundColor: '#eeeeee' }))
}

/** Returns the bytes of a workbook with these sheets. */
export async function book(sheets: Record<string, readonly (readonly Cell[])[]>): Promise<Buffer> {
  // Loaded on demand, since unit tests use the other files without the library.
  const { default: write } = await import('write-excel-file/node')
  return write(
    Object.entries(sheets).map(([sheet, rows]) => ({
      sheet,
      data: rows.map((row): Row => row.map(bookCell)),
    })),
  ).toBuffer()
}

function bookCell(cell: Cell): CellObject | null {
  if (typeof cell === 'string') return { value: cell, type: String }
  if (typeof cell === 'number') return { value: cell, type: Number }
  return cell instanceof Date ? { value: cell, type: Date, format: 'dd/mm/yyyy' } : cell
}

/** Returns the text of a CSV as Excel writes it: with CRLF, and with quotes only where they are needed. */
export function csv(rows: readonly (readonly Cell[])[], separator: string): string {
  const written = (cell: Cell) => {
    const text = String(cell ?? '')
    return text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => `${row.map(written).join(separator)}\r\n`).join('')
}

/** Encodes a text as Windows-1252, which differs from Latin-1 in the dash. */
function windows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('–', '\u0096'), 'latin1')
}
