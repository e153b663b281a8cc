/** The fields of the offset of the printer, which appear once the remembered offset is loaded. */
import { Field } from '../ui/field.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import styles from './print-dialog.module.css'
import type { PrinterOffset } from './printer-offset.ts'

const labels = ['A la derecha (mm)', 'Hacia abajo (mm)']

interface OffsetFieldsProps {
  offset: PrinterOffset
  problem?: string
}

export function OffsetFields({ offset: { typed, setTyped, error, reload }, problem }: OffsetFieldsProps) {
  if (!typed) return error ? <Failure hasUnsavedData error={error} retry={reload} /> : <Loading />
  return (
    <div className={styles.offset}>
      {labels.map((label, axis) => (
        <Field key={label} name={`offset-${axis}`} label={label} problem={problem}>
          {(control) => (
            <input
              {...control}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              value={typed[axis]}
              onChange={({ target }) =>
                setTyped(typed.map((text, index) => (index === axis ? target.value : text)))
              }
            />
          )}
        </Field>
      ))}
    </div>
  )
}
