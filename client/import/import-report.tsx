/** The report of an import or of its dry run: the counts, the remarks, and the problems by group. */

import { type ReactNode, useState } from 'react'
import { columnLabel } from '#domain/import/columns'
import { groupTitle } from '#domain/import/damage'
import { isChoice } from '#domain/import/groups'
import {
  blankWordsTitle,
  blankWordText,
  erasedRowsText,
  otherSuspensionsText,
  sameNumberText,
} from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { type ImportPreview, otherSheets } from '#domain/import/preview'
import { type UndoneImport, undoneText } from '#domain/import/undo'
import { count, enumerate, figure, shortened } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/file-schemas'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { saveFile } from '../ui/download.tsx'
import layout from '../ui/layout.module.css'
import { UndoImport } from '../ui/undo-import.tsx'
import { FieldControl } from './field-control.tsx'
import styles from './import.module.css'
import type { ImportRun } from './import-run.ts'
import { replaceTexts, typeCell } from './mapping-changes.ts'
import { fewCells, NamedValues, PlainRow, ProblemList } from './problem-list.tsx'
import { RiderRemarks } from './rider-remarks.tsx'
import type { MeantText, UnsureName } from './shown-problems.ts'

interface ReportProps {
  run: ImportRun
  answer: ImportAnswer
}

/** Shows the effects that an import would have, with controls to correct the file. */
export function DryRunReport({ run, answer }: ReportProps) {
  const correction = { answer, mapping: run.order.mapping, onEdit: run.edit }
  const { groups, unsure, meantTexts } = run.problems
  return (
    <>
      <Counts answer={answer} changed="cambian" />
      <OtherSheets sheets={otherSheets(answer, run.imported)} />
      <AsideRows {...answer} />
      <OtherSuspensions
        {...answer}
        isReplaced={run.order.replaceSuspensions}
        onReplace={(replaceSuspensions) => run.choose({ replaceSuspensions })}
      />
      <ErasedRows
        {...answer}
        isRegistered={run.order.erased}
        onRegister={(erased) => run.choose({ erased })}
      />
      <RiderRemarks {...answer} onRestored={run.retry} />
      <UnsureNames names={unsure} {...correction} />
      <MeantTexts texts={meantTexts} {...correction} />
      <BlankWords {...answer} />
      <SameNumbers {...answer} />
      {groups.length > 0 && (
        <Problems run={run} answer={answer}>
          <ProblemList groups={groups} {...correction} />
        </Problems>
      )}
    </>
  )
}

/** Shows the effects of an import. */
export function ImportResult({ run, answer }: ReportProps) {
  const { report, remarks, groups, backup, change } = answer
  const { role } = useSession()
  const [undone, setUndone] = useState<UndoneImport>()
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className={styles.result} role="status">
        {undone ? undoneText(undone) : importedText(report.registered + report.updated)}
      </p>
      {!undone && <Counts answer={answer} changed="cambiados" />}
      {!undone && change !== undefined && role === 'admin' && (
        <UndoImport key={change} action="Deshacer importación" change={change} onUndone={setUndone} />
      )}
      {backup && (
        <p>
          Antes se guardó una copia en <b>{backup}</b>
        </p>
      )}
      <OtherSheets sheets={otherSheets(answer, run.imported)} onTake={run.takeSheet} />
      <AsideRows {...answer} />
      <OtherSuspensions {...answer} isReplaced={run.order.replaceSuspensions} />
      <ErasedRows {...answer} isRegistered={run.order.erased} />
      <RiderRemarks {...answer} />
      {remarks.unsureRows > 0 && <p className={styles.remark}>{titleOf(remarks.unsureRows)}</p>}
      <BlankWords {...answer} />
      <SameNumbers {...answer} />
      {remarks.meantTexts.map((text) => (
        <p key={`${text.field} ${text.text}`}>{rowsWith(text)}</p>
      ))}
      {groups.length > 0 && (
        <Problems run={run} answer={answer}>
          <ul className={styles.groups}>
            {groups.map(({ problem, damage, size, field, values, cells }) => (
              <li key={`${field} ${problem}`}>
                <details open={cells.length <= fewCells}>
                  <summary className={styles.title}>
                    {groupTitle({ problem, damage }, size)}
                    <NamedValues title={problem} values={values} />
                  </summary>
                  <ul className={styles.rows}>
                    {cells.map((cell) => (
                      <li key={cell.place}>
                        <PlainRow
                          cell={cell}
                          isMessageHidden={problem.endsWith(cell.message) || isChoice(field)}
                        />
                      </li>
                    ))}
                  </ul>
                  {size > cells.length && (
                    <p>y {figure(size - cells.length)} más, en el archivo de rechazados</p>
                  )}
                </details>
              </li>
            ))}
          </ul>
        </Problems>
      )}
    </>
  )
}

function importedText(pilots: number): string {
  return pilots > 0 ? `Se importaron ${count(pilots, 'piloto')}` : 'No se importó ningún piloto'
}

function Counts({ answer: { report }, changed }: { answer: ImportAnswer; changed: string }) {
  const counts = [
    ['nuevos', report.registered],
    [changed, report.updated],
    ['sin cambios', report.unchanged],
    ['rechazados', report.rejectedRows],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([label, number]) => (
        <div key={label} data-bad={(label === 'rechazados' && number > 0) || undefined}>
          <dt>{label}</dt>
          <dd>{figure(number)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Problems({ run, answer: { rejects }, children }: ReportProps & { children: ReactNode }) {
  const { name = '' } = run
  return (
    <section className={styles.problems}>
      <div>
        <h3>Por corregir</h3>
        {rejects && (
          <button type="button" className={button.button} onClick={() => saveRejects(name, rejects)}>
            Descargar rechazados
          </button>
        )}
      </div>
      {children}
    </section>
  )
}

/** Downloads the rejected rows for correction and re-import: `planilla.xlsx` gives `planilla-rechazados.csv`. */
function saveRejects(name: string, rejects: string): void {
  saveFile(`${name.replace(/\.[^.]*$/, '')}-rechazados.csv`, new Blob([rejects], { type: 'text/csv' }))
}

interface OtherSheetsProps {
  sheets: ImportPreview['sheets']
  /** Goes on with a sheet. Absent before the import of the present one. */
  onTake?: (sheet: string) => void
}

/** The sheets of a workbook whose riders are not imported yet. */
function OtherSheets({ sheets, onTake }: OtherSheetsProps) {
  if (sheets.length === 0) return null
  const riders = sheets.reduce((sum, sheet) => sum + sheet.riders, 0)
  const named = sheets.map((sheet) => `«${sheet.name}»${sheets.length > 1 ? ` (${sheet.riders})` : ''}`)
  return (
    <div className={styles.sheets}>
      <p>
        {riders === 1 ? 'Queda' : 'Quedan'} {count(riders, 'piloto')} en{' '}
        {sheets.length === 1 ? 'otra hoja' : 'otras hojas'}: {enumerate(named)}
      </p>
      {onTake &&
        sheets.map(({ name }) => (
          <button key={name} type="button" className={button.button} onClick={() => onTake(name)}>
            Importar la hoja «{name}»
          </button>
        ))}
    </div>
  )
}

/** The largest number of suspensions that are shown from the start. */
const fewSuspensions = 3

/** The number of rows that the title names. */
const namedRows = 2

function AsideRows({ remarks: { asideRows, aside }, unit }: Pick<ImportAnswer, 'remarks' | 'unit'>) {
  if (asideRows === 0) return null
  const named = aside.map(({ line, text }) => `${unit} ${line} «${text}»`)
  const title =
    asideRows === 1
      ? `1 ${unit} no es un piloto y se deja aparte`
      : `${count(asideRows, unit)} no son pilotos y se dejan aparte`
  const examples = named.filter((_, index) => /\p{L}/u.test(aside[index]?.text ?? '')).slice(0, namedRows)
  const end = asideRows > examples.length ? '…' : ''
  const short = examples.length > 0 ? `${title}: ${examples.join(', ')}${end}` : title
  if (asideRows === examples.length) return <p className={styles.remark}>{short}</p>
  return (
    <details className={styles.remark}>
      <summary>{short}</summary>
      <ul>
        {named.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {asideRows > named.length && <p>y {figure(asideRows - named.length)} más</p>}
    </details>
  )
}

/** The words for no value, such as NULL, that are read as blank. */
function BlankWords({ remarks: { blankWords }, unit }: Pick<ImportAnswer, 'remarks' | 'unit'>) {
  if (blankWords.length === 0) return null
  return (
    <details className={styles.remark} open={blankWords.length <= fewCells}>
      <summary className={styles.title}>{blankWordsTitle(blankWords)}</summary>
      <ul>
        {blankWords.map((word) => (
          <li key={`${word.field} ${word.text}`}>{blankWordText(word, unit)}</li>
        ))}
      </ul>
    </details>
  )
}

/** The numbers that several riders of a modalidad have in the file, which is allowed. */
function SameNumbers({
  remarks: { sameNumberRows, sameNumbers },
  unit,
}: Pick<ImportAnswer, 'remarks' | 'unit'>) {
  if (sameNumberRows === 0) return null
  return (
    <details className={styles.remark}>
      <summary className={styles.title}>
        {count(sameNumberRows, 'fila')} con un número repetido en su modalidad
      </summary>
      <ul>
        {sameNumbers.map((same) => (
          <li key={`${same.number} ${same.modalidad}`}>{sameNumberText(same, unit)}</li>
        ))}
      </ul>
    </details>
  )
}

interface OtherSuspensionsProps extends Pick<ImportAnswer, 'suspensions' | 'unit'> {
  isReplaced: boolean
  /** Changes whether the file replaces the suspensions. Absent after the import. */
  onReplace?: (isReplaced: boolean) => void
}

/** The suspensions of the file that differ from those that are not over. */
function OtherSuspensions({ suspensions, unit, isReplaced, onReplace }: OtherSuspensionsProps) {
  const { rows, listed } = suspensions
  if (rows === 0) return null
  return (
    <details className={styles.remark} open={rows <= fewSuspensions}>
      <summary className={styles.title}>{otherSuspensionsText(rows, isReplaced)}</summary>
      {onReplace && (
        <label className={layout.choice}>
          <input type="checkbox" checked={isReplaced} onChange={({ target }) => onReplace(target.checked)} />
          Usar las suspensiones del archivo
        </label>
      )}
      <ul className={styles.rows}>
        {listed.map(({ line, rider, stored, given }) => (
          <li key={line}>
            <strong>{`${unit} ${line}`}</strong> {rider}: {stored}. En el archivo: {given}
          </li>
        ))}
      </ul>
      {rows > listed.length && <p>y {figure(rows - listed.length)} más</p>}
    </details>
  )
}

interface ErasedRowsProps extends Pick<ImportAnswer, 'report'> {
  isRegistered: boolean
  /** Changes whether the persons are registered again. Absent after the import. */
  onRegister?: (isRegistered: boolean) => void
}

/** The rows of persons who were erased for ever. */
function ErasedRows({ report: { erasedRows }, isRegistered, onRegister }: ErasedRowsProps) {
  if (erasedRows === 0) return null
  const text = erasedRowsText(erasedRows, isRegistered)
  if (!onRegister) return <p className={styles.remark}>{text}</p>
  return (
    <div className={styles.remark}>
      <p className={styles.title}>{text}</p>
      <label className={layout.choice}>
        <input type="checkbox" checked={isRegistered} onChange={({ target }) => onRegister(target.checked)} />
        Lo pidieron: registrar otra vez
      </label>
    </div>
  )
}

interface UnsureNamesProps {
  answer: ImportAnswer
  /** The names of the answer, and those that were corrected. */
  names: readonly UnsureName[]
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

function UnsureNames({ answer: { remarks, unit }, names, mapping, onEdit }: UnsureNamesProps) {
  const { unsureRows, unsure } = remarks
  const [isOpen, setOpen] = useState(false)
  if (names.length === 0) return null
  return (
    <details
      className={styles.remark}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.title} data-done={unsureRows === 0 || undefined}>
        {titleOf(unsureRows)}
      </summary>
      {isOpen && (
        <>
          <p>No es seguro dónde terminan los nombres. Si están mal, corríjalos aquí.</p>
          <ul className={styles.rows}>
            {names.map((row) => (
              <li key={row.line}>
                <NameRow
                  row={row}
                  place={`${unit} ${row.line}`}
                  typed={mapping.cells?.[row.line] ?? {}}
                  onType={(field, text) => onEdit(typeCell(row.line, field, text))}
                />
              </li>
            ))}
          </ul>
          {unsureRows > unsure.length && <p>y {figure(unsureRows - unsure.length)} más</p>}
        </>
      )}
    </details>
  )
}

/** Says how many names are divided uncertainly. */
function titleOf(unsureRows: number): string {
  return unsureRows === 0 ? 'Nombres revisados' : `${count(unsureRows, 'nombre')} por revisar`
}

interface MeantTextsProps {
  /** The texts of the answer, and those that were replaced. */
  texts: readonly MeantText[]
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

/** The texts that are imported as they are, although they probably mean another value. Each is replaced in all rows. */
function MeantTexts({ texts, mapping, onEdit }: MeantTextsProps) {
  if (texts.length === 0) return null
  const isReplacedIn = ({ field, text }: MeantText) => mapping.replacements?.[field]?.[text] !== undefined
  const left = texts.filter((one) => !isReplacedIn(one))
  return (
    <ul className={styles.texts}>
      {left.length > 1 && (
        <li>
          <p>{left.length} textos que quizá dicen otra cosa</p>
          <button
            type="button"
            className={button.button}
            onClick={() =>
              onEdit((last) =>
                left.reduce((all, { field, text, meant }) => replaceTexts(field, [text], meant)(all), last),
              )
            }
          >
            Aceptar las {left.length} sugerencias
          </button>
        </li>
      )}
      {texts.map((one) => {
        const { field, text, meant } = one
        const isReplaced = isReplacedIn(one)
        return (
          <li key={`${field} ${text}`} data-done={isReplaced || undefined}>
            <p>
              {rowsWith(one)}
              {isReplaced ? <em> ✓ {meant}</em> : `: ¿quiso decir ${meant}?`}
            </p>
            <button
              type="button"
              className={button.button}
              // The second press of a double click would undo the first.
              onClick={({ detail }) =>
                detail < 2 && onEdit(replaceTexts(field, [text], isReplaced ? undefined : meant))
              }
            >
              {isReplaced ? 'Deshacer' : `Poner «${meant}»`}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Says how many rows have a text, such as `12 filas con Club «-»`. */
function rowsWith({ field, text, rows }: MeantText): string {
  return `${count(rows, 'fila')} con ${columnLabel(field)} «${shortened(text, 40)}»`
}

interface NameRowProps {
  row: UnsureName
  place: string
  /** The names that a person typed, if any. */
  typed: { name?: string; lastname?: string }
  onType: (field: 'name' | 'lastname', text: string | undefined) => void
}

function NameRow({ row, place, typed, onType }: NameRowProps) {
  const isCorrected = typed.name !== undefined || typed.lastname !== undefined
  return (
    <div className={styles.name} data-done={isCorrected || undefined}>
      <p>
        <strong>{place}</strong> {isCorrected && <span>✓ corregido</span>}
      </p>
      {(['lastname', 'name'] as const).map((field) => (
        <div key={field}>
          <span>{columnLabel(field)}</span>
          <FieldControl
            field={field}
            value={typed[field] ?? row[field]}
            aria-label={`${columnLabel(field)}, ${place}`}
            onApply={(text) => onType(field, text === row[field] ? undefined : text)}
          />
        </div>
      ))}
    </div>
  )
}
