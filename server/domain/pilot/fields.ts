/** The fields of a pilot, in the order of the form: the only definition of labels, rules, messages and options. */

import { formatDate } from '../text/date.ts'
import { licenceNames, licences } from '../validity/rules.ts'
import {
  birthdayRule,
  bloodTypeKey,
  documentRule,
  emailRule,
  formatDni,
  licenceKey,
  optionRule,
  type Rule,
  telephoneRule,
  textRule,
} from './rules.ts'

interface ModalidadDescription {
  /** Other words that spreadsheets use for it. Case, accents, spaces and hyphens make no difference. */
  spellings?: readonly string[]
}

/** The modalidades. The form, imports, filters and the API follow from their entries. */
const modalidades = {
  MOTOCROSS: { spellings: ['MX'] },
  MINICROSS: {},
  SUPERCROSS: { spellings: ['SX'] },
  VELOCIDAD: {},
  'ENDURO CROSS': {},
  RALLY: {},
  'HARD ENDURO': {},
  'QUAD CROSS': { spellings: ['Quads', 'Cuatrimotos', 'ATV'] },
  UTV: { spellings: ['SxS', 'Side by side'] },
  VELOCROSS: {},
  CROSSKARTS: { spellings: ['Kart cross'] },
  'ARENA CROSS': {},
  'TUNING OFF': {},
} as const satisfies Record<string, ModalidadDescription>

/** The names of the modalidades, in the order of the select. */
export const modalidadNames = namesIn(modalidades)

const bloodTypes = ['A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-'] as const

/** The sections of the form, with their titles. */
export const sections = {
  personal: 'Datos personales',
  inscripcion: 'Datos de inscripcion',
  historial: 'Historial deportivo',
} as const

export interface Field {
  label: string
  section: keyof typeof sections
  /** The control in which the field is edited. */
  control: 'text' | 'email' | 'number' | 'telephone' | 'date' | 'select' | 'multiline'
  options?: readonly string[]
  rule: Rule<unknown>
  /**
   * The value of a pilot that was stored before the field existed. A field without it is required in stored data: a
   * pilot that lacks it is damaged.
   */
  defaultInOlderData?: string | number
}

export const fields = {
  name: { label: 'Nombres', section: 'personal', control: 'text', rule: textRule() },
  lastname: { label: 'Apellidos', section: 'personal', control: 'text', rule: textRule() },
  email: {
    label: 'Correo Electronico',
    section: 'personal',
    control: 'email',
    rule: emailRule('correo electronico invalido'),
  },
  celular: {
    label: 'Celular',
    section: 'personal',
    control: 'telephone',
    rule: telephoneRule('Porfavor ingrese un numero de celular valido'),
  },
  dni: {
    label: 'Documento de identidad (DNI)',
    section: 'personal',
    control: 'number',
    rule: documentRule('Porfavor ingrese un documento de identidad valido'),
  },
  fechanac: { label: 'Fecha de Nacimiento', section: 'personal', control: 'date', rule: birthdayRule() },
  nlicencia: { label: 'Numero de Licencia', section: 'inscripcion', control: 'text', rule: textRule() },
  npiloto: { label: 'Numero de Piloto', section: 'inscripcion', control: 'text', rule: textRule(20) },
  licencia: {
    label: 'Licencia',
    section: 'inscripcion',
    control: 'select',
    options: licenceNames,
    rule: optionRule(licenceNames, { keyOf: licenceKey, spellings: spellingsIn(licences) }),
  },
  modalidad: {
    label: 'modalidad',
    section: 'inscripcion',
    control: 'select',
    options: modalidadNames,
    rule: optionRule(modalidadNames, { spellings: spellingsIn(modalidades) }),
  },
  club: { label: 'Club', section: 'inscripcion', control: 'text', rule: textRule() },
  tiposangre: {
    label: 'tipo de sangre',
    section: 'inscripcion',
    control: 'select',
    options: bloodTypes,
    rule: optionRule(bloodTypes, { keyOf: bloodTypeKey, missing: 'Ingrese su Tipo de Sangre' }),
  },
  participacion: {
    label: 'Historial deportivo',
    section: 'historial',
    control: 'multiline',
    rule: textRule(5000),
  },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof fields

/** The names of the fields, in the order of the form. */
export const fieldNames = namesIn(fields)

function namesIn<Name extends string>(entries: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(entries) as Name[]
}

function spellingsIn(
  entries: Readonly<Record<string, { spellings?: readonly string[]; [other: string]: unknown }>>,
) {
  return Object.entries(entries).flatMap(([option, { spellings = [] }]) =>
    spellings.map((spelling) => [spelling, option] as const),
  )
}

export function isFieldName(name: unknown): name is FieldName {
  return (fieldNames as readonly unknown[]).includes(name)
}

export function hasOptions(name: FieldName): boolean {
  return optionsOf(name).length > 0
}

/** Returns the options of a field, or an empty list if it takes any text. */
export function optionsOf(name: FieldName): readonly string[] {
  const { options = [] }: Field = fields[name]
  return options
}

/** Returns the fields of one section of the form. */
export function fieldsOf(section: Field['section']): FieldName[] {
  return fieldNames.filter((name) => fields[name].section === section)
}

/** Returns a stored value as a text. An empty value, of a field that was never filled in, stays empty. */
export function fieldText(name: FieldName, value: string | number): string {
  if (value === '') return ''
  if (name === 'dni') return formatDni(Number(value))
  return name === 'fechanac' ? formatDate(String(value)) : String(value)
}
