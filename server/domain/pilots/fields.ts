/**
 * The fields of a pilot, in the order of the form. An entry is the only definition of its field: the form, the API, both
 * stores, imports, exports, searches and printed credentials follow from it.
 */

import { formatDate } from '../text/date.ts'
import { classNames, classRule } from './classes/classes.ts'
import type { CountryCode } from './countries.ts'
import { type Field, type Labels, part, type RepeatWarning, weak } from './field.ts'
import { isOwnName, type OwnKind, type OwnName, ownKindOf } from './own/own-name.ts'
import {
  birthdayRule,
  bloodTypeKey,
  codeRule,
  dayRule,
  documentRule,
  emailRule,
  formatDni,
  linesRule,
  optionRule,
  telephoneRule,
  textRule,
} from './rules.ts'

/** The kinds of documents that a rider without a DNI has. */
const documentKinds = [
  'Pasaporte',
  'Carné de extranjería',
  'RUT',
  'CPF',
  'CURP',
  'Cédula nacional',
  'Otro',
] as const

/** The countries whose documents are known: their codes of ISO 3166-1. See `national-documents.ts`. */
export const documentCountries = 'AR BO BR CL CO CR CU DO EC ES GT HN MX NI PA PE PY SV UY VE'.split(
  ' ',
) as readonly DocumentCountry[]
export type DocumentCountry = Exclude<CountryCode, 'PR' | 'US'>

const bloodTypes = ['A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-'] as const

export const fields = {
  name: {
    label: 'Nombres',
    section: 'personal',
    control: 'text',
    rule: textRule(),
    searched: 'names',
    audience: 'everyone',
    example: 'María Fernanda',
    columnNames: [
      'nombres piloto',
      ...part(1, 'nombre', 'primer nombre', 'nombre 1', 'first name'),
      ...part(2, 'segundos? nombres?', 'nombre 2'),
    ],
    shown: { gate: '' },
  },
  lastname: {
    label: 'Apellidos',
    section: 'personal',
    control: 'text',
    rule: textRule(),
    searched: 'names',
    audience: 'everyone',
    example: 'Quispe Núñez',
    columnNames: [
      'apellidos piloto',
      'apellidos completos',
      'apellidos? paterno materno',
      'last name',
      'surname',
      ...part(1, 'apellido', 'apellido paterno', 'primer apellido', 'apellido 1', 'paterno'),
      ...part(2, 'apellido materno', 'segundo apellido', 'apellido 2', 'materno'),
    ],
    shown: { sort: 'Apellidos', gate: '' },
  },
  email: {
    label: 'Correo Electronico',
    section: 'personal',
    control: 'email',
    rule: emailRule('correo electronico invalido'),
    none: 'No tiene',
    repeated: 'club',
    searched: 'email',
    audience: 'complete',
    dataGroup: 'contact',
    example: 'maria@ejemplo.org',
    columnNames: [
      'correo',
      'e mail',
      'direccion correo',
      'direccion correo electronico',
      'correo electronico piloto',
      'correo 1',
      'email 1',
    ],
    width: 30,
    shown: { credential: 'Correo', list: 'Correo Electronico', sort: 'Correo' },
  },
  celular: {
    label: 'Celular',
    section: 'personal',
    control: 'telephone',
    rule: telephoneRule('Porfavor ingrese un numero de celular valido'),
    none: 'No tiene',
    repeated: 'club',
    audience: 'complete',
    dataGroup: 'contact',
    example: 987654321,
    columnNames: [
      'numero celular',
      'telefono celular',
      'numero movil',
      'telefono movil',
      'celular 1',
      'movil',
      'phone',
      'phone number',
      'mobile',
      ...weak('telefono', 'telefono 1', 'numero telefono', 'whatsapp', 'numero whatsapp'),
    ],
  },
  dni: {
    label: 'Documento de identidad (DNI)',
    section: 'personal',
    control: 'number',
    rule: documentRule('Porfavor ingrese un documento de identidad valido'),
    none: 'No tiene',
    searched: 'code',
    audience: 'complete',
    example: 12345678,
    columnNames: [
      // Beside a column of DNIs, these are the documents of riders without one.
      ...weak('documento', 'numero documento'),
      'documento identidad',
      'numero documento identidad',
      'numero dni',
      'dni numero',
      'dni ce',
      'numero dni ce',
      'dni carnet extranjeria',
      'cedula',
      'numero cedula',
      'cedula identidad',
      'ci',
      'numero ci',
      'nif',
      'numero nif',
      'nie',
      'identificacion',
      'numero identificacion',
      'id number',
      'identity document',
    ],
    shown: { credential: 'DNI', sort: 'DNI', terminal: 'DNI' },
  },
  // A rider without a DNI has these two fields, and a rider with one does not: see `document.ts`.
  tipodoc: {
    label: 'Tipo de documento',
    section: 'personal',
    control: 'select',
    options: documentKinds,
    rule: optionRule(documentKinds, {
      missing: 'Elija el tipo de documento',
      spellings: [
        ['Passport', 'Pasaporte'],
        ['Pas', 'Pasaporte'],
        ['Pasap', 'Pasaporte'],
        ['NIF', 'Otro'],
        ['NIE', 'Otro'],
        ['RUN', 'RUT'],
        ['CE', 'Carné de extranjería'],
        ['Carnet de extranjería', 'Carné de extranjería'],
        ['Carnet extranjería', 'Carné de extranjería'],
      ],
    }),
    isOptional: true,
    searched: 'words',
    audience: 'complete',
    example: 'Pasaporte',
    columnNames: ['tipo documento identidad', 'clase documento', 'document type'],
  },
  documento: {
    label: 'Número de documento',
    section: 'personal',
    control: 'text',
    rule: codeRule(30, 'Ingrese el número de documento'),
    isOptional: true,
    searched: 'code',
    audience: 'complete',
    example: 'AB123456',
    columnNames: [
      'otro documento',
      'documento extranjero',
      'documento extranjeria',
      'pasaporte',
      'numero pasaporte',
      'passport',
      'passport number',
      'carnet extranjeria',
      'numero carnet extranjeria',
      'rut',
      'numero rut',
      'run',
      'cpf',
      'numero cpf',
      'curp',
    ],
  },
  // The country in whose way the document is written: see `documentNumber`. The form has no control of its own for it.
  paisdoc: {
    label: 'País del documento',
    section: 'personal',
    control: 'select',
    options: documentCountries,
    rule: optionRule(documentCountries, { missing: 'Elija el país del documento' }),
    isOptional: true,
    audience: 'complete',
    example: 'PE',
    columnNames: ['pais documento', 'pais emisor', 'pais documento identidad', 'document country'],
  },
  fechanac: {
    label: 'Fecha de Nacimiento',
    section: 'personal',
    control: 'date',
    rule: birthdayRule(),
    audience: 'complete',
    example: '1998-05-14',
    columnNames: ['nacimiento', 'fecha nacimiento piloto', 'birthday', 'birth date', 'date of birth'],
    shown: { credential: 'Fecha de Nacimiento' },
  },
  nlicencia: {
    label: 'Numero de Licencia',
    section: 'inscripcion',
    control: 'text',
    rule: textRule(),
    none: 'No tiene',
    searched: 'code',
    audience: 'everyone',
    example: 'MUESTRA-01',
    columnNames: ['licencia numero', 'numero licencia federativa', 'license number', 'licence number'],
    repeated: { warning: 'La licencia', within: 'modalidad' },
    shown: {
      credential: 'Licencia N°',
      card: 'LICENCIA N°',
      list: 'Numero de Licencia',
      sort: 'Licencia',
      terminal: 'LICENCIA',
    },
  },
  npiloto: {
    label: 'Numero de Piloto',
    section: 'inscripcion',
    control: 'text',
    rule: textRule(20),
    none: 'Sin número',
    readsNone: true,
    searched: 'number',
    audience: 'everyone',
    example: '27',
    columnNames: [
      'piloto numero',
      'dorsal',
      'numero dorsal',
      'numero moto',
      'numero competencia',
      ...weak('numero'),
    ],
    repeated: { warning: 'El número', within: 'modalidad' },
    width: 12,
    shown: { credential: 'Piloto N°', sort: 'Número', terminal: 'N°', gate: 'Número' },
  },
  licencia: {
    label: 'Licencia',
    section: 'inscripcion',
    control: 'select',
    options: classNames('licencia'),
    rule: classRule('licencia'),
    audience: 'everyone',
    example: 'Anual',
    columnNames: ['tipo licencia', 'licencia tipo', 'clase licencia'],
    usual: 'Anual',
    isCommon: true,
    shown: { credential: 'Licencia' },
  },
  modalidad: {
    label: 'modalidad',
    section: 'inscripcion',
    control: 'select',
    options: classNames('modalidad'),
    rule: classRule('modalidad'),
    searched: 'words',
    audience: 'everyone',
    example: 'MOTOCROSS',
    // The list calls its column of the modalidad "Modelo de Moto"; elsewhere it may be the model of a motorcycle.
    columnNames: ['disciplina', 'especialidad', ...weak('modelo moto', 'categoria', 'clase')],
    isCommon: true,
    shown: {
      credential: 'Modalidad',
      card: 'MODALIDAD',
      list: 'Modelo de Moto',
      sort: 'Modelo de moto',
      terminal: 'MODALIDAD',
      gate: '',
    },
  },
  club: {
    label: 'Club',
    section: 'inscripcion',
    control: 'text',
    rule: textRule(),
    none: 'Independiente',
    repeated: 'everyone',
    searched: 'words',
    audience: 'everyone',
    example: 'Club de muestra',
    columnNames: ['club equipo', 'equipo club', 'nombre club', ...weak('equipo', 'escuderia', 'team')],
    width: 26,
    isCommon: true,
    shown: { card: 'CLUB', list: 'Club', terminal: 'CLUB' },
  },
  tiposangre: {
    label: 'tipo de sangre',
    section: 'inscripcion',
    control: 'select',
    options: bloodTypes,
    rule: optionRule(bloodTypes, { keyOf: bloodTypeKey, missing: 'Ingrese su Tipo de Sangre' }),
    none: 'No sabe',
    audience: 'gates',
    dataGroup: 'health',
    example: 'O+',
    columnNames: [
      'grupo factor',
      'grupo rh',
      'grupo factor rh',
      'tipo factor',
      'tipo factor rh',
      'grupo sanguineo rh',
      'grupo sanguineo factor',
      'grupo sanguineo factor rh',
      'tipo sangre rh',
      'tipo sangre factor rh',
      ...part(1, 'tipo sangre', 'grupo sangre', 'tipo sanguineo', 'grupo sanguineo', 'sangre', 'gs'),
      ...part(1, 'blood type', 'blood group'),
      { name: 'grupo', part: 1, isWeak: true },
      ...part(2, 'rh', 'factor', 'factor rh', 'factor sanguineo'),
    ],
    shown: { credential: 'Tipo de sangre', gate: 'Sangre' },
  },
  participacion: {
    label: 'Historial deportivo',
    section: 'historial',
    control: 'multiline',
    rule: linesRule(5000),
    audience: 'complete',
    example: '2021: campeona regional',
    columnNames: [
      'historial',
      'historial competiciones',
      'participaciones',
      'competiciones',
      'palmares',
      ...weak('experiencia'),
    ],
    usual: 'Sin historial',
    isCommon: true,
    width: 50,
  },
  emergencia_nombre: {
    label: 'Contacto de emergencia',
    section: 'emergencia',
    control: 'text',
    rule: textRule(),
    isOptional: true,
    audience: 'emergency',
    dataGroup: 'contact',
    example: 'Rosa Núñez',
    columnNames: [
      'contacto emergencia',
      'nombre contacto emergencia',
      'nombres? emergencia',
      'en caso emergencia',
      'emergency contact',
    ],
  },
  emergencia_celular: {
    label: 'Celular de emergencia',
    section: 'emergencia',
    control: 'text',
    rule: textRule(60),
    isOptional: true,
    audience: 'emergency',
    dataGroup: 'contact',
    example: '912 345 678',
    columnNames: [
      'telefono emergencia',
      'numero emergencia',
      'celular contacto emergencia',
      'telefono contacto emergencia',
      'numero contacto emergencia',
      'emergency phone',
    ],
  },
  emergencia_parentesco: {
    label: 'Parentesco',
    section: 'emergencia',
    control: 'text',
    rule: textRule(60),
    isOptional: true,
    audience: 'emergency',
    dataGroup: 'contact',
    example: 'Madre',
    columnNames: ['parentesco contacto emergencia', 'relacion contacto emergencia', 'relationship'],
  },
  alergias: {
    label: 'Alergias y medicación',
    section: 'emergencia',
    control: 'multiline',
    rule: linesRule(300),
    isOptional: true,
    audience: 'desk',
    dataGroup: 'health',
    example: 'Penicilina',
    columnNames: ['alergia', 'alergias medicacion', 'medicacion', 'medicamentos', 'allergies'],
  },
  seguro: {
    label: 'Seguro',
    section: 'emergencia',
    control: 'text',
    rule: textRule(),
    isOptional: true,
    searched: 'words',
    audience: 'desk',
    dataGroup: 'health',
    example: 'Pacífico',
    columnNames: ['aseguradora', 'compania seguro', 'compania seguros', 'seguro accidentes', 'insurance'],
    isCommon: true,
  },
  poliza: {
    label: 'Póliza',
    section: 'emergencia',
    control: 'text',
    rule: textRule(60),
    isOptional: true,
    searched: 'code',
    audience: 'desk',
    dataGroup: 'health',
    example: 'P-2026-0042',
    columnNames: ['numero poliza', 'poliza numero', 'poliza seguro', 'numero poliza seguro', 'policy number'],
    isCommon: true,
  },
  poliza_hasta: {
    label: 'Póliza vigente hasta',
    section: 'emergencia',
    control: 'date',
    rule: dayRule(),
    isOptional: true,
    audience: 'desk',
    dataGroup: 'health',
    example: '2026-12-31',
    columnNames: [
      'vencimiento poliza',
      'poliza vencimiento',
      'fecha vencimiento poliza',
      'poliza hasta',
      'vigencia poliza',
      'vencimiento seguro',
      'seguro vencimiento',
      'fecha vencimiento seguro',
      'seguro hasta',
      'vigencia seguro',
      'policy expiry',
    ],
    isCommon: true,
  },
  apoderado: {
    label: 'Apoderado',
    section: 'emergencia',
    control: 'text',
    rule: textRule(),
    isOptional: true,
    audience: 'desk',
    dataGroup: 'contact',
    example: 'Rosa Núñez',
    columnNames: ['nombres? apoderado', 'padre madre apoderado', 'padre o apoderado', 'tutor', 'guardian'],
  },
  apoderado_dni: {
    label: 'DNI del apoderado',
    section: 'emergencia',
    control: 'text',
    rule: textRule(30),
    isOptional: true,
    audience: 'desk',
    dataGroup: 'contact',
    example: '40123456',
    columnNames: ['documento apoderado', 'numero documento apoderado', 'dni tutor'],
  },
  apoderado_celular: {
    label: 'Celular del apoderado',
    section: 'emergencia',
    control: 'text',
    rule: textRule(60),
    isOptional: true,
    audience: 'desk',
    dataGroup: 'contact',
    example: '912 345 678',
    columnNames: ['telefono apoderado', 'numero celular apoderado', 'telefono tutor', 'celular tutor'],
  },
  transponder: {
    label: 'Transponder',
    section: 'emergencia',
    control: 'text',
    rule: textRule(30),
    isOptional: true,
    searched: 'code',
    audience: 'desk',
    example: '4012345',
    columnNames: ['numero transponder', 'transponder numero', 'chip', 'numero chip'],
    repeated: { warning: 'El transponder' },
  },
  ciudad: {
    label: 'Ciudad',
    section: 'emergencia',
    control: 'text',
    rule: textRule(60),
    isOptional: true,
    searched: 'words',
    audience: 'desk',
    dataGroup: 'contact',
    example: 'Arequipa',
    columnNames: ['ciudad residencia', 'localidad', 'city'],
    isCommon: true,
  },
  pais: {
    label: 'País',
    section: 'emergencia',
    control: 'text',
    rule: textRule(60),
    isOptional: true,
    audience: 'desk',
    dataGroup: 'contact',
    example: 'Perú',
    columnNames: ['pais residencia', 'nacionalidad', 'country'],
    isCommon: true,
  },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof fields

/** The names of the fields whose entries have a property. */
export type FieldsWith<Property> = {
  [Name in FieldName]: (typeof fields)[Name] extends Property ? Name : never
}[FieldName]

/** The names of the fields, in the order of the form. */
export const fieldNames = namesIn(fields)

/** Returns the warning about a value of a field that another rider has, or undefined if it needs none. */
export function repeatWarning(name: FieldName): RepeatWarning | undefined {
  const { repeated }: Field = fields[name]
  return typeof repeated === 'object' ? repeated : undefined
}

/** The fields in which a value of another rider is a warning. */
export const sharedNames = fieldNames.filter(
  (name): name is FieldsWith<{ repeated: RepeatWarning }> => repeatWarning(name) !== undefined,
)
export type SharedName = (typeof sharedNames)[number]

/** The longest shared value that is compared, in characters: longer ones break the rule of their field. */
export const maxShared = 120

/** The fields that a gate sees. */
export const gateNames = [...labelsIn('gate').keys()] as FieldsWith<{ shown: { gate: string } }>[]

/** The fields that a gate sees after a tap that the history notes. */
export const emergencyNames = fieldNames.filter(
  (name): name is FieldsWith<{ audience: 'emergency' }> => fields[name].audience === 'emergency',
)

function namesIn<Name extends string>(entries: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(entries) as Name[]
}

export function isFieldName(name: unknown): name is FieldName {
  return (fieldNames as readonly unknown[]).includes(name)
}

/** Returns true for a field of which each value is one of some options. */
export function hasOptions(name: FieldName | OwnName): boolean {
  return isOwnName(name) ? ['opcion', 'casilla'].includes(ownKindOf(name)) : 'options' in fields[name]
}

/** Returns the fields of one section of the form. */
export function fieldsOf(section: Field['section']): FieldName[] {
  return fieldNames.filter((name) => fields[name].section === section)
}

/** The kind of the values that are stored: whole numbers, days as `YYYY-MM-DD`, or texts. A number of one's own has decimals. */
export function kindOf(name: FieldName | OwnName): 'integer' | 'number' | 'day' | 'text' {
  if (isOwnName(name)) return storedKinds[ownKindOf(name)]
  const { control }: Field = fields[name]
  if (control === 'date') return 'day'
  return control === 'number' || control === 'telephone' ? 'integer' : 'text'
}

const storedKinds = {
  texto: 'text',
  numero: 'number',
  fecha: 'day',
  opcion: 'text',
  casilla: 'text',
} as const satisfies Record<OwnKind, string>

/** Returns the words that stand for no value in a field, or undefined if it has none. */
export function noneOf(name: FieldName | OwnName): string | undefined {
  if (isOwnName(name)) return undefined
  const { none }: Field = fields[name]
  return none
}

/** Returns true for a field that may be left empty. */
export function isOptional(name: FieldName): name is OptionalName {
  const field: Field = fields[name]
  return field.isOptional === true
}

/** The names of the fields that may be left empty. */
export type OptionalName = {
  [Name in FieldName]: (typeof fields)[Name] extends { isOptional: true } ? Name : never
}[FieldName]

export const optionalNames = fieldNames.filter(isOptional)

/** The names of the fields that a registration needs. */
export const requiredNames = fieldNames.filter(
  (name): name is Exclude<FieldName, OptionalName> => !isOptional(name),
)

/** Returns a stored value as a person types it: no value as the words for it. An empty text stays empty. */
export function fieldText(name: FieldName | OwnName, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return noneOf(name) ?? ''
  if (value === '') return ''
  // A history has a DNI of a country in its writing: see `differences`.
  if (name === 'dni') return Number.isNaN(Number(value)) ? String(value) : formatDni(Number(value))
  if (kindOf(name) === 'number') return String(value).replace('.', ',')
  return kindOf(name) === 'day' ? formatDate(String(value)) : String(value)
}

/** Returns the labels of the fields that a place shows, in the order of the form. */
export function labelsIn(place: keyof Labels): ReadonlyMap<FieldName, string> {
  return new Map(
    fieldNames.flatMap((name) => {
      const { shown }: Field = fields[name]
      const label = shown?.[place]
      return label === undefined ? [] : [[name, label] as const]
    }),
  )
}

/** Returns a stored value as it is shown to people, or undefined if there is none. */
export function shownText(
  name: FieldName | OwnName,
  value: string | number | null | undefined,
): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : fieldText(name, value)
}
