/** The field *Moto*: it reads what a person types, shows what was understood, and lets each part be corrected. */
import {
  describeMotorcycle,
  engineProblem,
  type Motorcycle,
  maxEngine,
  maxMotorcycleText,
  storedMotorcycle,
} from '#domain/events/motorcycle/motorcycle'
import { motorcycleText, readMotorcycle } from '#domain/events/motorcycle/motorcycle-text'
import { strokeNames } from '#domain/stored/limits'
import { keyboards, SelectField, TextField } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import styles from './entries.module.css'

/** A motorcycle as it is typed: the text, and each part. */
export type TypedMotorcycle = Readonly<Record<'text' | keyof Motorcycle, string>>

export function typedMotorcycle(motorcycle: Motorcycle = {}): TypedMotorcycle {
  const { brand = '', model = '', cc = '', strokes = '', chassis = '' } = motorcycle
  return { text: motorcycleText(motorcycle), brand, model, cc: String(cc), strokes, chassis }
}

/** Returns what is typed as it is sent: null for nothing. */
export function givenMotorcycle({ text: _text, cc, strokes, ...texts }: TypedMotorcycle): Motorcycle | null {
  const given = {
    ...texts,
    cc: cc.trim() === '' ? undefined : Number(cc),
    strokes: strokeNames.find((name) => name === strokes),
  }
  return storedMotorcycle(given) ?? null
}

export function problemOf({ cc }: TypedMotorcycle): string | undefined {
  const isRight = /^\s*\d*\s*$/.test(cc) && (cc.trim() === '' || (Number(cc) > 0 && Number(cc) <= maxEngine))
  return isRight ? undefined : engineProblem
}

interface MotorcycleFieldProps {
  label?: string
  hint?: string
  value: TypedMotorcycle
  /** The brand that is stored, which a typed text may begin with. */
  brand?: string
  isBusy: boolean
  onChange: (value: TypedMotorcycle) => void
}

export function MotorcycleField(props: MotorcycleFieldProps) {
  const { label = 'Moto', hint = 'Como KTM 125SX 2T', value, brand, isBusy, onChange } = props
  const problem = problemOf(value)
  const understood = describeMotorcycle(givenMotorcycle(value) ?? {})

  function changePart(name: keyof Motorcycle, text: string) {
    const next = { ...value, [name]: text }
    const isRight = problemOf(next) === undefined
    onChange(isRight ? { ...next, text: motorcycleText(givenMotorcycle(next) ?? {}) } : next)
  }

  function part(name: 'brand' | 'model' | 'cc' | 'chassis', text: string) {
    return (
      <TextField
        name={name}
        label={text}
        readOnly={isBusy}
        maxLength={maxMotorcycleText}
        value={value[name]}
        onChange={(typed) => changePart(name, typed)}
        {...(name === 'cc' && { ...keyboards.number, problem })}
      />
    )
  }

  return (
    <div className={styles.wide}>
      <TextField
        name="motorcycle"
        label={label}
        hint={hint}
        readOnly={isBusy}
        maxLength={maxMotorcycleText}
        value={value.text}
        onChange={(text) => {
          // Another motorcycle has another chassis number: without any text, there is none.
          const chassis = text.trim() === '' ? '' : value.chassis
          onChange({ ...typedMotorcycle({ ...readMotorcycle(text, brand), chassis }), text })
        }}
      />
      <details className={parts.remark}>
        <summary>
          {problem ? (
            <span className={layout.problem}>Corrija la cilindrada</span>
          ) : understood ? (
            <>
              <span className={layout.hint}>Se entendió:</span> {understood}
            </>
          ) : (
            'Marca, modelo, cilindrada, tiempos y chasis'
          )}
        </summary>
        <div className={styles.parts}>
          {part('brand', 'Marca')}
          {part('model', 'Modelo')}
          {part('cc', 'Cilindrada (cc)')}
          <SelectField
            name="strokes"
            label="Tiempos"
            options={[['', 'No se sabe'], ...strokeNames.map((name) => [name, name] as const)]}
            isDisabled={isBusy}
            value={value.strokes}
            onChange={(strokes) => changePart('strokes', strokes)}
          />
          {part('chassis', 'Chasis')}
        </div>
      </details>
    </div>
  )
}
