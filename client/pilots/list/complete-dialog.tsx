/** The incomplete pilots of the list as a table: a row has the fields that a pilot lacks, and is saved alone. */
import { formPath } from '#domain/api/addresses'
import type { ShownPilot } from '#domain/api/wire'
import { documentCountryOf } from '#domain/pilots/documents/national-documents'
import { settled } from '#domain/pilots/documents/typed-document'
import { missingNames } from '#domain/pilots/incomplete'
import type { PilotField } from '#domain/pilots/own/field-table'
import { checkDraft, fullName, isOtherDocument } from '#domain/pilots/pilot'
import type { ListFilter } from '#domain/pilots/search/list-query'
import { count } from '#domain/text/text'
import { callForPilot } from '../../api/call.ts'
import { useFieldTable } from '../../api/field-table.ts'
import { useLoad } from '../../api/load.ts'
import { useSession } from '../../api/session.ts'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { Awaited, Failure } from '../../ui/notice.tsx'
import { ValueControl } from '../../ui/value-control.tsx'
import { isShown, valuesOf } from '../form/pilot-values.ts'
import { loadPage } from './pilot-list.ts'

interface CompleteDialogProps {
  filter: ListFilter
  onSaved: () => void
  onClose: () => void
}

/** The pilots of one table. The next ones come when it is opened again. */
const rows = 100

export function CompleteDialog({ filter, onSaved, onClose }: CompleteDialogProps) {
  const view = { ...filter, sort: 'lastname' as const }
  const load = useLoad((signal) => loadPage(view, { per_page: rows }, signal), JSON.stringify(view))
  return (
    <Dialog isWide isTall title="Completar" cancel="Listo" onClose={onClose}>
      <p className={layout.hint}>
        <kbd>Enter</kbd> guarda la fila y pasa a la siguiente.
      </p>
      <Awaited load={load}>
        {({ pilots, total }) => (
          <>
            {pilots.map((pilot) => (
              <CompleteRow key={pilot.id} columns={columnsOf(pilots)} pilot={pilot} onSaved={onSaved} />
            ))}
            {total > rows && <p>y {count(total - rows, 'piloto')} más: vuelva a abrir «Completar».</p>}
          </>
        )}
      </Awaited>
    </Dialog>
  )
}

function columnsOf(pilots: readonly ShownPilot[]): ReadonlySet<PilotField> {
  return new Set(pilots.flatMap(missingNames))
}

interface CompleteRowProps {
  columns: ReadonlySet<PilotField>
  pilot: ShownPilot
  onSaved: () => void
}

function CompleteRow({ columns, pilot, onSaved }: CompleteRowProps) {
  const table = useFieldTable()
  const own = Object.fromEntries(table.own.map((name) => [name, '']))
  const stored: Record<string, string> = { ...own, ...valuesOf(pilot) }
  const { country } = useSession()
  // A document that the rider has stays as it is stored.
  const settle = (values: Partial<Record<string, string>>) =>
    pilot.dni === undefined ? settled(values, documentCountryOf({ country: country ?? '' })) : values
  const read = (values: Partial<Record<string, string>>) => checkDraft(settle(values), table)
  const problemsOf = (values: Partial<Record<string, string>>) => read(values).problems
  const form = useForm<Record<string, string>>({
    stored,
    check: problemsOf,
    async send(values) {
      const body = new FormData()
      body.set('data_driver', JSON.stringify(read(values).draft))
      body.set('id_driver', pilot.id)
      body.set('version', pilot.version ?? '')
      await callForPilot('POST /api', { body })
      onSaved()
      const { current: row } = form.props.ref
      row?.nextElementSibling?.querySelector<HTMLElement>('input, select, textarea')?.focus()
      return values
    },
  })
  const missing = problemsOf(stored)
  // All rows have the columns of all. Without a DNI, the other document is missing too.
  const isColumn = (name: PilotField) =>
    isOtherDocument(name) ? isShown(name, form.values.dni) : columns.has(name) || form.problems[name]
  return (
    <form {...form.props} className={`${layout.columns} ${layout.well}`} aria-label={fullName(pilot)}>
      <p>
        <Link className={button.bare} to={formPath(pilot.id)}>
          {fullName(pilot)}
        </Link>
        {form.isSaved && <span role="status"> ✓ guardado</span>}
      </p>
      {table.names.filter(isColumn).map((name) =>
        missing[name] || isOtherDocument(name) || form.problems[name] ? (
          <Field key={name} name={name} label={table.of(name).label} problem={form.problems[name]}>
            {(control) => (
              <ValueControl
                {...{ name, table, control, value: form.values[name] ?? '', autoComplete: 'off' }}
                onChange={form.field(name).onChange}
              />
            )}
          </Field>
        ) : (
          <span key={name} />
        ),
      )}
      {form.error && <Failure hasUnsavedData error={form.error} />}
      <p>
        <button type="submit" className={button.button} disabled={form.isBusy}>
          Guardar
        </button>
      </p>
    </form>
  )
}
