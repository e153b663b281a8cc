/** Adds the rows of a table that a person pastes from a spreadsheet to a list, all or none, once they were seen. */
import { count, enumerate, figure } from '#domain/text/text'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useFocus, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Warning } from '../ui/notice.tsx'
import ui from '../ui/parts.module.css'
import { TableHead } from '../ui/run.tsx'
import styles from '../ui/settings.module.css'
import { partsIn } from './item-part.tsx'
import { maxRows, type PastedTable, problemsIn, readTable, type TableDescription } from './pasted-table.ts'

interface TableDialogProps<Typed, Item> extends TableDescription<Typed, Item> {
  title: string
  /** Adds all rows, and closes the dialog. @throws ApiError with problems such as `rows.3.name` */
  addAll: (typed: readonly Typed[]) => Promise<void>
  onClose: () => void
}

export function TableDialog<Typed extends object, Item>(props: TableDialogProps<Typed, Item>) {
  const { title, addAll, onClose, ...description } = props
  const form = useForm<{ text: string; rows?: PastedTable<Typed, Item> }>({
    stored: { text: '', rows: undefined },
    check: ({ text }) => ({ text: text.trim() ? '' : 'Pegue las filas de su planilla' }),
    async send({ text, rows: seen }) {
      const isGood = seen && problemsIn(seen).length === 0
      if (isGood) await addAll(seen.rows.map(({ typed }) => typed))
      return { text, rows: isGood ? seen : readTable(text, description) }
    },
  })
  useFocus(form, 'text')
  const { text, rows: table } = form.values
  const isGood = table && problemsIn(table).length === 0
  return (
    <FormDialog
      {...{ title, form, onClose }}
      action={isGood ? `Agregar ${figure(table.rows.length)}` : 'Revisar'}
      isWide={table !== undefined}
    >
      <TextField
        name="text"
        label="Filas de la planilla"
        hint={`Cópielas en la planilla y péguelas aquí. Si la primera tiene los nombres de las columnas, van en cualquier orden; si no, en este: ${enumerate(partsIn(description.parts).map(({ label }) => label))}.`}
        problem={form.problems.text}
        rows={6}
        value={text}
        onChange={(typed) => form.change({ text: typed, rows: undefined })}
      />
      {table && <Preview table={table} problems={problemsIn(table, form.problems)} />}
    </FormDialog>
  )
}

interface PreviewProps<Typed, Item> {
  table: PastedTable<Typed, Item>
  problems: readonly string[]
}

/** The rows as they were understood, and what is wrong with them. */
function Preview<Typed, Item>({ table: { rows, parts, unused }, problems }: PreviewProps<Typed, Item>) {
  const shown = parts.filter(({ name }) => rows.some(({ texts }) => texts[name]))
  return (
    <>
      <p className={ui.headline} role="alert">
        {problems.length > 0
          ? `${count(problems.length, 'problema')}: corrija las filas y revise otra vez`
          : count(rows.length, 'fila se puede agregar', 'filas se pueden agregar')}
      </p>
      {problems.length > 0 && (
        <ul className={layout.problem}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {unused.length > 0 && (
        <Warning>{`${unused.length === 1 ? 'Esta columna no se usa' : 'Estas columnas no se usan'}: ${enumerate(unused)}.`}</Warning>
      )}
      <table className={`${ui.table} ${styles.pasted}`}>
        <TableHead texts={['Fila', ...shown.map(({ label }) => label)]} />
        <tbody>
          {rows.slice(0, maxRows).map(({ row, texts, problems: wrong }) => (
            <tr key={row}>
              <th scope="row" data-label="Fila">
                {row}
              </th>
              {shown.map(({ name, label }) => (
                <td key={name} data-label={label} className={wrong[name] && layout.problem}>
                  {texts[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
