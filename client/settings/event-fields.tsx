/** The fields of an event: its name, place and days, the modalidades that ride, the checks, and the demand of the gates. */
import { type ReactNode, useId } from 'react'
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
export function readEvent({ name, place, first, last, modalidades, checks, demand }: TypedEvent): EventData {
  const dayOf = (text: string) => (text.trim() === '' ? '' : readDay(text))
  const days = { first: dayOf(first), last: dayOf(last) }
  const bad = Object.entries(days).filter(([, day]) => day === undefined)
  if (bad.length > 0) {
    const fields = bad.map(([field]) => [field, 'Escriba un día del calendario, o déjelo vacío'])
    throw new ApiError(422, '', { fields: Object.fromEntries(fields) })
  }
  return { name, place, first: days.first ?? '', last: days.last ?? '', modalidades, checks, demand }
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
