/** The questions that a file leaves open: values for fields without a column, orders of dates, and hidden rows. */
import { useId, useRef } from 'react'
import { ordersIn } from '#domain/import/cells/column-dates'
import {
  type ByField,
  type CorrectableColumn,
  categoryColumn,
  columnLabel,
  isDayColumn,
} from '#domain/import/columns'
import { hiddenRowsText } from '#domain/import/findings'
import { defaultsIn, encodingLabels, fullName, type ImportMapping } from '#domain/import/mapping'
import {
  chooseDates,
  chooseEncoding,
  chooseHiddenRows,
  chooseModalidad,
  chooseTarget,
  deferField,
  type MappingChange,
  setDefault,
} from '#domain/import/mapping-changes'
import type { ImportPreview } from '#domain/import/schemas'
import type { FieldTable, PilotField } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { canBeMissing } from '#domain/pilots/pilot'
import { type DateOrder, withNamedMonth } from '#domain/text/date'
import { count } from '#domain/text/text'
import { useFieldTable } from '../api/field-table.ts'
import fieldStyles from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import parts from '../ui/parts.module.css'
import { fieldOfColumn } from './column-table.tsx'
import { FieldControl, QuestionControl } from './field-control.tsx'
import styles from './import.module.css'
import type { ImportRun } from './import-run.ts'

interface MissingFieldsProps {
  preview: ImportPreview
  mapping: ImportMapping
  /** True if fields without a column keep the values of existing pilots. */
  isUpdate: boolean
  /** The fields whose values for all rows are in the list of problems. */
  others: ReadonlySet<string | undefined>
  onEdit: ImportRun['edit']
}

export function MissingFields({ preview, mapping, isUpdate, others, onEdit }: MissingFieldsProps) {
  const defaults: ByField<string> = { ...preview.defaults, ...defaultsIn(mapping) }
  const { fields: later = [] } = mapping.deferred ?? {}
  const missing = isUpdate ? [] : preview.missing
  const table = useFieldTable()
  // The categories of a sheet may be those of one modalidad.
  const ofSheet = hasColumn(categoryColumn, preview) && !hasColumn('modalidad', preview) && 'modalidad'
  const shown = table.names.filter(
    (name) => name === ofSheet || (!others.has(name) && (name in defaults || missing.includes(name))),
  )
  if (shown.length === 0) return null
  return (
    <section className={styles.missing}>
      <h3>Para todas las filas</h3>
      {isUpdate && <p>Solo para los pilotos nuevos: los que ya existen conservan lo suyo.</p>}
      {missing.length > 0 && <p>Si el archivo tiene la columna, elíjala en la tabla.</p>}
      <ul className={parts.tight}>
        {shown.map((name) => (
          <li key={name}>
            {later.includes(name) ? (
              <p>
                <b>{columnLabel(name, table)}</b>: se completa después, en la mesa
              </p>
            ) : personal.has(name) ? (
              <p>
                <b>{columnLabel(name, table)}</b>: elija su columna en la tabla
              </p>
            ) : (
              <DefaultValue
                field={name}
                label={labelOf(name, preview, table)}
                value={defaults[name] ?? ''}
                toChange={name === ofSheet ? chooseModalidad : undefined}
                isRemembered={name in (preview.defaults ?? {}) && preview.isRemembered}
                usual={preview.usual[name]}
                column={preview.columns.find(({ suggestion }) => suggestion === name)?.name}
                onEdit={onEdit}
              />
            )}
            {missing.includes(name) && (isOwnName(name) || canBeMissing(name)) && !defaults[name] && (
              <Button
                aria-label={`${later.includes(name) ? 'No completar después' : 'Completar después'}: ${columnLabel(name, table)}`}
                onClick={({ detail }) =>
                  detail < 2 && onEdit(deferField(name, 'fields', !later.includes(name)))
                }
              >
                {later.includes(name) ? 'No completar después' : 'Completar después'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The fields that differ from pilot to pilot, so that no value can hold for all rows. */
const personal: ReadonlySet<PilotField> = new Set(['name', 'lastname', 'dni', 'fechanac'])

function labelOf(name: PilotField, preview: ImportPreview, table: FieldTable): string {
  if (name === 'tipodoc') return documentKindLabel
  if (name === 'modalidad' && hasColumn(categoryColumn, preview)) return 'Modalidad de toda la hoja'
  return hasColumn(name, preview) ? `${columnLabel(name, table)}, donde falta` : columnLabel(name, table)
}

/** The label of the kind of the documents that are no DNIs. */
export const documentKindLabel = 'Tipo de documento, donde no es un DNI'

function hasColumn(name: CorrectableColumn, { columns }: ImportPreview): boolean {
  return columns.some(
    ({ target }) => target === name || (target === fullName && personal.has(name as PilotField)),
  )
}

interface DefaultValueProps {
  field: PilotField
  label: string
  value: string
  /** True if the value was chosen for an earlier file: then only an empty value overrides it. */
  isRemembered: boolean
  /** The value that a button offers. */
  usual?: string
  /** The column that may be the field. */
  column?: string
  /** Returns the change by a value, if it is not the one for all rows that have none. */
  toChange?: (value: string | undefined) => MappingChange
  onEdit: ImportRun['edit']
}

/** The value of one field for all rows that have none. */
export function DefaultValue(props: DefaultValueProps) {
  const { field, label, value, isRemembered, usual, column, onEdit } = props
  const { toChange = (text) => setDefault(field, text) } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const apply = (text: string) => onEdit(toChange(text.trim() || isRemembered ? text : undefined))
  return (
    <div ref={row} className={styles.value}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <FieldControl id={id} field={field} value={value} appliesWhileTyping onApply={apply} />
      {column !== undefined && value === '' && (
        <Button
          onClick={() => {
            onEdit(chooseTarget(column, field))
            // The question disappears once it is answered; the field of the column stays.
            const label = CSS.escape(fieldOfColumn(column))
            row.current?.closest('dialog')?.querySelector<HTMLElement>(`[aria-label=${label}]`)?.focus()
          }}
        >
          Usar la columna «{column}»
        </Button>
      )}
      {usual && value === '' && (
        <Button
          onClick={() => {
            apply(usual)
            // The button disappears with the empty value.
            row.current?.querySelector<HTMLElement>('input, select')?.focus()
          }}
        >
          Poner «{usual}»
        </Button>
      )}
    </div>
  )
}

const orderLabels: Record<DateOrder, string> = {
  'dia-mes': 'Primero el día',
  'mes-dia': 'Primero el mes',
  'anio-mes': 'Primero el año, después el mes',
  'anio-dia': 'Primero el año, después el día',
}

interface QuestionsProps {
  preview: ImportPreview
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

/** The uncertain encoding, the columns of dates of uncertain order, and the hidden rows of the workbook, each with a choice. */
export function Questions({ preview, mapping, onEdit }: QuestionsProps) {
  const { columns, hiddenRows, encoding, otherEncoding } = preview
  return (
    <>
      {encoding && otherEncoding && (
        <section className={styles.missing}>
          <QuestionControl
            legend="Codificación del archivo"
            options={[encoding, otherEncoding].map((one) => [one, encodingLabels[one]])}
            value={mapping.encoding}
            onChange={(one) => onEdit(chooseEncoding(one))}
            doubt="Las celdas que cambian con ella no se importan hasta que la elija"
          />
        </section>
      )}
      {columns.map(
        ({ name, target, dates, doubt }) =>
          dates &&
          isDayColumn(target) && (
            <section key={name} className={styles.missing}>
              <QuestionControl
                legend={`Fechas de «${name}»`}
                options={ordersIn(dates).map((one) => [
                  one,
                  orderLabels[one] + readingOf(dates.example, one),
                ])}
                value={mapping.dates?.[target] ?? dates.order}
                onChange={(order) => onEdit(chooseDates(target, order))}
                doubt={mapping.dates?.[target] ? undefined : doubt}
              />
            </section>
          ),
      )}
      {hiddenRows && (
        <section className={styles.missing}>
          <QuestionControl
            legend={hiddenRowsText(hiddenRows)}
            options={[
              [true, 'Importarlas también'],
              [false, 'Dejarlas fuera'],
            ]}
            value={mapping.hiddenRows}
            onChange={(isImported) => onEdit(chooseHiddenRows(isImported))}
            doubt={
              mapping.hiddenRows === undefined
                ? 'Las oculta un filtro o una persona: no se importan hasta que lo elija'
                : undefined
            }
          />
        </section>
      )}
    </>
  )
}

/** The box that has names in capitals rewritten, with examples of the file. */
export function Capitals({ preview: { fixesCapitals, capitals }, mapping, onEdit }: QuestionsProps) {
  if (fixesCapitals === undefined || !capitals) return null
  const [first, ...others] = capitals.examples.map(({ text, fixed }) => `${text} → ${fixed}`)
  return (
    <>
      <Checkbox
        checked={mapping.fixesCapitals ?? fixesCapitals}
        onChange={(isChecked) => onEdit((last) => ({ ...last, fixesCapitals: isChecked }))}
      >
        Escribir MARÍA como María en {count(capitals.rows, 'nombre')}
      </Checkbox>
      <details className={styles.examples}>
        <summary>{first}</summary>
        <ul>
          {others.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
        <p>Una tilde que falta en el archivo se pone solo si la misma persona ya está escrita con ella.</p>
      </details>
    </>
  )
}

/** Returns the end of a label, such as `: 05/03/1994 es el 5-mar-1994`. */
function readingOf(example: string | undefined, order: DateOrder): string {
  const text = example && withNamedMonth(example, order)
  return text ? `: ${example} es el ${text}` : ''
}
