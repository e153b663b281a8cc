/** The choices of a start list: its riders, their order and heats, and the form of its files. */
import type { StartListOrder } from '#domain/events/startlist/calls'
import type { ListKind } from '#domain/events/startlist/group'
import fieldStyles from '../../ui/field.module.css'
import { Checkbox, RadioGroup, SelectField, TextField } from '../../ui/field.tsx'
import styles from './start-list.module.css'

const orders: readonly (readonly [StartListOrder['order'], string])[] = [
  ['number', 'Por número'],
  ['entry', 'Por orden de inscripción'],
  ['draw', 'Por sorteo'],
  ['list', 'En el orden de unos números'],
]

const kinds: readonly (readonly [ListKind, string])[] = [
  ['provisional', 'Provisoria'],
  ['final', 'Definitiva'],
]

/** The values that a person chooses, as they are typed. */
export interface Typed extends Pick<StartListOrder, 'kind' | 'order'> {
  /** The key of the group. */
  group: string
  heat: string
  seed: string
  numbers: string
  /** The time of the first start, and how many riders start each so many minutes. */
  from: string
  together: string
  minutes: string
  /** Undefined for as it is usual on that day. */
  cross?: boolean
  grid: boolean
  starter: boolean
}

interface ChoicesProps {
  typed: Typed
  groups: readonly (readonly [key: string, title: string])[]
  /** The places of the category, if it has some. */
  places?: number
  /** True if a list of today crosses out who lacks a check. */
  crosses: boolean
  problems: Readonly<Partial<Record<string, string>>>
  onChange: (some: Partial<Typed>) => void
}

export function Choices({ typed, groups, places, crosses, problems, onChange }: ChoicesProps) {
  const textField = (name: 'heat' | 'seed' | 'numbers' | 'from' | 'together' | 'minutes') => ({
    ...{ name, value: typed[name], problem: problems[name] },
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const countField = (name: 'heat' | 'together' | 'minutes') => ({
    ...textField(name),
    inputMode: 'numeric' as const,
    onChange: (value: string) => onChange({ [name]: value.replace(/\D/g, '') }),
  })
  return (
    <div className={styles.choices}>
      <div>
        <SelectField
          name="group"
          label="Categoría o modalidad"
          className={fieldStyles.select}
          options={groups}
          problem={problems.modalidad}
          value={typed.group}
          onChange={(group) => onChange({ group })}
        />
        <TextField
          {...countField('heat')}
          label="Cuántos caben en una manga"
          hint={
            places === undefined ? 'Vacío, van todos juntos' : `Vacío, los lugares de la categoría: ${places}`
          }
          maxLength={3}
        />
        <TextField
          {...textField('from')}
          type="time"
          label="Hora de la primera salida"
          hint="Vacía, la lista va sin horas"
        />
        {typed.from && (
          <>
            <TextField {...countField('together')} label="Cuántos salen juntos" maxLength={2} />
            <TextField {...countField('minutes')} label="Minutos entre dos salidas" maxLength={2} />
          </>
        )}
      </div>
      <div>
        <RadioGroup
          legend="Orden de salida"
          options={orders}
          value={typed.order}
          onChange={(order) => onChange({ order })}
        />
        {typed.order === 'draw' && (
          <TextField
            {...textField('seed')}
            label="Semilla del sorteo"
            hint="La misma da el mismo orden"
            maxLength={20}
          />
        )}
        {typed.order === 'list' && (
          <TextField
            {...textField('numbers')}
            label="Números en su orden"
            hint="Separados por espacios, comas o líneas"
            rows={4}
            maxLength={20_000}
          />
        )}
      </div>
      <div>
        <RadioGroup
          legend="La lista es"
          options={kinds}
          value={typed.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <Checkbox checked={typed.cross ?? crosses} onChange={(cross) => onChange({ cross })}>
          Tachar a quien le falta un requisito
        </Checkbox>
        <Checkbox checked={typed.grid} onChange={(grid) => onChange({ grid })}>
          En dos columnas, como una parrilla
        </Checkbox>
        <Checkbox checked={typed.starter} onChange={(starter) => onChange({ starter })}>
          Para quien da la salida: número, nombre y categoría
        </Checkbox>
      </div>
    </div>
  )
}
