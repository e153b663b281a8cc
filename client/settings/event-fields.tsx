/** The fields of an event: its name, place and days, the modalidades that ride, the checks, and the demand of the gates. */
import { type ReactNode, useId } from 'react'
import { type CountryCode, countryCodes, countryOf, onlyCountryCalled } from '#domain/countries'
import { type CheckName, checkNames, checks } from '#domain/event/entry'
import {
  type EventData,
  type GateDemand,
  gateDemands,
  maxEventName,
  maxEventPlace,
} from '#domain/event/event'
import { modalidadNames } from '#domain/pilot/fields'
import { formatDate, readDay } from '#domain/text/date'
import { ApiError } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { DayControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'
import { RadioGroup } from '../ui/radio-group.tsx'
import styles from './settings-screen.module.css'

/** The data of an event as a person types it: the days are DD/MM/YYYY, or any text. */
export type TypedEvent = EventData

/** Returns the data of an event as the fields show it. */
export function typedEventOf({ first, last, ...data }: EventData): TypedEvent {
  return { ...data, first: formatDate(first), last: formatDate(last) }
}

/** Reads what a person has typed. @throws ApiError with `fields` if a day is not one */
export function readEvent({ first, last, ...typed }: TypedEvent): EventData {
  const { name, place, country, modalidades, checks, demand } = typed
  const dayOf = (text: string) => (text.trim() === '' ? '' : readDay(text))
  const days = { first: dayOf(first), last: dayOf(last) }
  const bad = Object.entries(days).filter(([, day]) => day === undefined)
  if (bad.length > 0) {
    const fields = bad.map(([field]) => [field, 'Escriba un día del calendario, o déjelo vacío'])
    throw new ApiError(422, '', { fields: Object.fromEntries(fields) })
  }
  const [from, until] = [days.first ?? '', days.last ?? '']
  return { name, place, country, first: from, last: until, modalidades, checks, demand }
}

interface EventFieldsProps {
  typed: TypedEvent
  problems: Record<string, string>
  onType: (changes: Partial<TypedEvent>) => void
}

export function EventFields({ typed, problems, onType }: EventFieldsProps) {
  return (
    <>
      {texts.map(({ name, label, maxLength, isRequired }) => (
        <Field key={name} name={name} label={label} problem={problems[name]} isRequired={isRequired}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              maxLength={maxLength}
              value={typed[name]}
              onChange={({ target }) => onType({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <CountryField typed={typed} problems={problems} onType={onType} />
      <div className={styles.days}>
        {days.map(({ name, label }) => (
          <Field key={name} name={name} label={label} problem={problems[name]}>
            {(control) => (
              <DayControl {...control} value={typed[name]} onChange={(day) => onType({ [name]: day })} />
            )}
          </Field>
        ))}
      </div>
      <Choices
        name="modalidades"
        legend="Modalidades que corren"
        options={modalidadNames.map((one) => [one, one])}
        chosen={typed.modalidades}
        problem={problems.modalidades}
        onChange={(modalidades) => onType({ modalidades })}
      />
      <Choices
        name="checks"
        legend="Requisitos que la mesa marca en cada inscripción"
        options={checkNames.map((check) => [check, checkText(check)])}
        chosen={typed.checks}
        problem={problems.checks}
        onChange={(chosen) => onType({ checks: chosen })}
      />
      <RadioGroup
        legend="Lo que piden las puertas, además de una credencial vigente"
        options={gateDemands.map((demand) => [demand, demandTexts[demand]])}
        value={typed.demand}
        onChange={(demand) => onType({ demand })}
      />
    </>
  )
}

/** The country, for which the one of the option `--country-code` is offered. */
function CountryField({ typed: { country }, problems, onType }: EventFieldsProps) {
  const { country: stored, country_code: code } = useSession()
  const offered = country === '' && stored === null && code !== null ? onlyCountryCalled(code) : undefined
  return (
    <Field
      name="country"
      label="País"
      problem={problems.country}
      hint="Dice qué código llevan los celulares para WhatsApp y cuántas cifras tiene un documento nacional."
    >
      {(control) => (
        <>
          <select
            {...control}
            value={country}
            onChange={({ target }) => onType({ country: target.value as CountryCode | '' })}
          >
            <option value="">Sin elegir</option>
            {countryCodes.map((one) => (
              <option key={one} value={one}>
                {countryOf(one).name}
              </option>
            ))}
          </select>
          {offered && (
            <button type="button" className={button.button} onClick={() => onType({ country: offered })}>
              Elegir {countryOf(offered).name}, por --country-code {code}
            </button>
          )}
        </>
      )}
    </Field>
  )
}

const texts = [
  { name: 'name', label: 'Nombre', maxLength: maxEventName, isRequired: true },
  { name: 'place', label: 'Lugar', maxLength: maxEventPlace, isRequired: false },
] as const

const days = [
  { name: 'first', label: 'Primer día' },
  { name: 'last', label: 'Último día' },
] as const

const demandTexts: Record<GateDemand, string> = {
  nothing: 'Nada más',
  entry: 'Que esté inscrito',
  checks: 'Que esté inscrito y tenga los requisitos',
}

function checkText(check: CheckName): ReactNode {
  const { done } = checks[check]
  return check === 'guardian' ? `${done} (solo si es menor de 18)` : done
}

interface ChoicesProps<Value> {
  name: string
  legend: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  chosen: readonly Value[]
  problem?: string
  onChange: (chosen: Value[]) => void
}

/** A question with any number of answers. */
function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, legend, options, chosen, problem, onChange } = props
  const id = useId()
  return (
    <fieldset className={`${layout.choices} ${styles.choices}`} aria-describedby={problem && id}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {label}
        </label>
      ))}
      <p id={id} className={layout.problem}>
        {problem}
      </p>
    </fieldset>
  )
}
