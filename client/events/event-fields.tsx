/**
 * The fields of an event: its name, place and days, the modalidades that ride, the checks, and the demand of the
 * gates.
 */
import { type ReactNode, useId } from 'react'
import { type CheckName, checkNames, checks } from '#domain/events/entry'
import {
  type EventData,
  type GateDemand,
  gateDemands,
  maxEventName,
  maxEventPlace,
} from '#domain/events/event'
import { classNames } from '#domain/pilots/classes/classes'
import { countryCodes, countryOf, onlyCountryCalled } from '#domain/pilots/countries'
import { formatDate, readDay } from '#domain/text/date'
import { useWaiver } from '../api/event-list.ts'
import { useFieldTable } from '../api/field-table.ts'
import { useSession } from '../api/session.ts'
import { dayProblem } from '../collections/item-part.tsx'
import field from '../ui/field.module.css'
import { Checkbox, DayField, RadioGroup, SelectField, TextField } from '../ui/field.tsx'
import { Button, type Form, type Problems } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'

/**
 * The data of an event as a person types it: the days are DD/MM/YYYY, or any text. Categories and reserved numbers have
 * sections of their own.
 */
export type TypedEvent = Omit<EventData, 'categories' | 'reserved'>

/** Returns the data of an event as the fields show it. */
export function typedEventOf({ first, last, ...data }: TypedEvent): TypedEvent {
  const { plainCards = false, sharedNumbers = false } = data
  return { ...data, first: formatDate(first), last: formatDate(last), plainCards, sharedNumbers }
}

/** Returns the problems of the days, which may be empty. */
export function problemsOfDays({ first, last }: TypedEvent): Problems {
  return { first: dayProblem(first), last: dayProblem(last) }
}

/** Reads what a person has typed, without problems. */
export function readEvent(typed: TypedEvent): TypedEvent {
  const { name, place, country, modalidades, checks, demand, plainCards, sharedNumbers } = typed
  const [first, last] = [readDay(typed.first) ?? '', readDay(typed.last) ?? '']
  return { name, place, country, first, last, modalidades, checks, demand, plainCards, sharedNumbers }
}

interface EventFieldsProps {
  form: Pick<Form<TypedEvent>, 'values' | 'field'>
  /** The stored checks. The mark of the guardian is offered only where the event has it, since the waiver replaces it. */
  checks: readonly CheckName[]
}

export function EventFields({ form, checks: stored }: EventFieldsProps) {
  const { values, field } = form
  const shared = field('sharedNumbers')
  const { value: waivers } = useWaiver()
  const { definitions } = useFieldTable()
  // A modalidad that is retired meanwhile stays that of the event until somebody takes it away.
  const modalidades = new Set([...classNames('modalidad', definitions), ...values.modalidades])
  return (
    <>
      <TextField {...field('name')} label="Nombre" maxLength={maxEventName} isRequired />
      <TextField {...field('place')} label="Lugar" maxLength={maxEventPlace} />
      <CountryField form={form} />
      <div className={layout.columns}>
        <DayField {...field('first')} label="Primer día" />
        <DayField {...field('last')} label="Último día" />
      </div>
      <Choices
        {...field('modalidades')}
        legend="Modalidades que corren"
        options={Array.from(modalidades, (one) => [one, one])}
      />
      <Choices
        {...field('checks')}
        legend="Requisitos de cada inscripción"
        options={checkNames
          .filter((check) => check !== 'guardian' || stored.includes(check))
          .map((check) => [check, checkText(check)])}
      >
        <p className={layout.hint}>
          La mesa marca los requisitos. El deslinde lo firma el piloto: su texto se escribe en Ajustes ›
          Deslinde.
        </p>
        {waivers?.length === 0 && values.checks.includes('waiver') && (
          <Warning>
            El deslinde todavía no tiene texto: mientras tanto, nadie lo firma ni le falta a nadie.
          </Warning>
        )}
      </Choices>
      <RadioGroup
        legend="Lo que piden las puertas, además de una credencial vigente"
        options={gateDemands.map((demand) => [demand, demandTexts[demand]])}
        value={values.demand}
        onChange={field('demand').onChange}
      />
      <Checkbox
        name="plainCards"
        checked={!values.plainCards}
        onChange={(isShown) => field('plainCards').onChange(!isShown)}
      >
        {cardsText}
      </Checkbox>
      <Checkbox name="sharedNumbers" checked={values.sharedNumbers === true} onChange={shared.onChange}>
        {numbersText}
      </Checkbox>
      {shared.problem && (
        <p className={layout.problem} role="alert">
          {shared.problem}
        </p>
      )}
    </>
  )
}

/** The country, for which the one of the option `--country-code` is offered. */
function CountryField({ form: { field } }: Pick<EventFieldsProps, 'form'>) {
  const { country: stored, country_code: code } = useSession()
  const country = field('country')
  const offered =
    country.value === '' && stored === null && code !== null ? onlyCountryCalled(code) : undefined
  return (
    <SelectField
      {...country}
      label="País"
      hint="Dice qué código llevan los celulares para WhatsApp y cuántas cifras tiene un documento nacional."
      options={[['', 'Sin elegir'], ...countryCodes.map((one) => [one, countryOf(one).name] as const)]}
    >
      {offered && (
        <Button onClick={() => country.onChange(offered)}>
          Elegir {countryOf(offered).name}, por el código {code}
        </Button>
      )}
    </SelectField>
  )
}

export const demandTexts: Record<GateDemand, string> = {
  nothing: 'Nada más',
  entry: 'Que esté inscrito',
  checks: 'Que esté inscrito y tenga los requisitos',
}

export const numbersText = 'Dos categorías de una modalidad pueden usar los mismos números'
export const cardsText = 'Las credenciales y tarjetas llevan la categoría del piloto, si la tiene'

function checkText(check: CheckName): ReactNode {
  const { done } = checks[check]
  return check === 'guardian' ? `${done} (solo si es menor de 18)` : done
}

interface ChoicesProps<Value> {
  name: string
  legend: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: readonly Value[]
  problem?: string
  onChange: (chosen: Value[]) => void
  /** The texts below the options. */
  children?: ReactNode
}

/** A question with any number of answers. */
function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, legend, options, value: chosen, problem, onChange, children } = props
  const id = useId()
  return (
    <fieldset className={`${field.choices} ${parts.tiles}`} aria-describedby={problem && id}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <Checkbox
          key={value}
          name={name}
          checked={chosen.includes(value)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        >
          {label}
        </Checkbox>
      ))}
      {children}
      <p id={id} className={layout.problem}>
        {problem}
      </p>
    </fieldset>
  )
}
