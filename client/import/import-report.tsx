/** The report of an import or of its dry run: the counts, the remarks, and the problems by group. */

import { type ReactNode, useState } from 'react'
import type { UndoneImport } from '#domain/import/calls'
import { groupTitle } from '#domain/import/cells/cells'
import { columnLabel, isChoice } from '#domain/import/columns'
import { type Finding, type FindingRow, fewRows, findingsOf, otherSheets } from '#domain/import/findings'
import { typeCell } from '#domain/import/mapping-changes'
import type { ImportAnswer } from '#domain/import/schemas'
import { undoneText } from '#domain/import/undo'
import { isFieldName } from '#domain/pilots/fields'
import { canBeMissing } from '#domain/pilots/pilot'
import { count, figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { Figures, saveFile } from '../ui/run.tsx'
import { UndoImport } from '../ui/undo.tsx'
import { FieldControl } from './field-control.tsx'
import { type CorrectionProps, FindingList, FixButton } from './finding-list.tsx'
import styles from './import.module.css'
import type { ImportRun } from './import-run.ts'
import { NamedValues, PlainRow, ProblemList } from './problem-list.tsx'
import { type ShownGroup, sizeOf, type UnsureName } from './shown-problems.ts'

interface ReportProps {
  run: ImportRun
  answer: ImportAnswer
}

/** Shows the effects that an import would have, with controls to correct the file. */
export function DryRunReport({ run, answer }: ReportProps) {
  const correction = { answer, mapping: run.order.mapping, onEdit: run.edit }
  const { groups, unsure, meantTexts } = run.problems
  const remarks = { ...answer.remarks, meantTexts }
  const findings = findingsOf({ ...answer, remarks }, { ...run.order, imported: run.imported })
  const removed = answer.riders?.removed.map(({ id }) => id) ?? []
  return (
    <>
      <Counts answer={answer} changed="cambian" />
      <FindingList
        findings={findings}
        choices={run.order}
        onChoose={run.choose}
        actions={{ removed: <RestoreAll ids={removed} onRestored={run.retry} /> }}
        others={{
          capitals: undefined,
          unsure: <UnsureNames finding={findings.unsure} names={unsure} {...correction} />,
          meant: findings.meant && <MeantTexts finding={findings.meant} {...correction} />,
        }}
      />
      {run.order.incomplete && (
        <p className={layout.split}>
          Lo que falta se completa después, en la mesa.
          <Button onClick={() => run.choose({ incomplete: false })}>No completar después</Button>
        </p>
      )}
      {groups.length > 0 && (
        <Problems run={run} answer={answer}>
          {!run.order.incomplete && hasMissing(groups) && (
            <Button
              className={`${button.button} ${layout.start}`}
              onClick={({ detail }) => detail < 2 && run.choose({ incomplete: true })}
            >
              Completar después todo lo que falta
            </Button>
          )}
          <ProblemList groups={groups} {...correction} />
        </Problems>
      )}
    </>
  )
}

/** Returns true if something is missing that the desk can complete later. */
function hasMissing(groups: readonly ShownGroup[]): boolean {
  return groups.some(
    (group) => group.isMissing && sizeOf(group) > 0 && isFieldName(group.field) && canBeMissing(group.field),
  )
}

/** Shows the effects of an import. */
export function ImportResult({ run, answer }: ReportProps) {
  const { report, groups, backup, change } = answer
  const findings = findingsOf(answer, { ...run.order, imported: run.imported })
  const { role } = useSession()
  const [undone, setUndone] = useState<UndoneImport>()
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className={parts.headline} role="status">
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
      <FindingList
        findings={findings}
        actions={{
          sheets: (
            <div className={parts.actions}>
              {otherSheets(answer, run.imported).map(({ name }) => (
                <Button key={name} onClick={() => run.takeSheet(name)}>
                  Importar la hoja «{name}»
                </Button>
              ))}
            </div>
          ),
        }}
        others={{
          unsure: findings.unsure && <p>{findings.unsure.title}</p>,
          meant: undefined,
        }}
      />
      {findings.meant?.rows?.map(({ text, printed, fix }) => (
        <p key={printed}>
          {text}: ¿quiso decir {fix?.value}?
        </p>
      ))}
      {groups.length > 0 && (
        <Problems run={run} answer={answer}>
          <ul className={styles.groups}>
            {groups.map(({ problem, damage, size, field, values, cells }) => (
              <li key={`${field} ${problem}`}>
                <details open={cells.length <= fewRows}>
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
    [
      report.incomplete > 0 ? `nuevos, ${count(report.incomplete, 'incompleto')}` : 'nuevos',
      report.registered,
    ],
    [changed, report.updated],
    ['sin cambios', report.unchanged],
    ['rechazados', report.rejectedRows],
  ] as const
  return (
    <Figures
      figures={counts.map(([label, number]) => ({
        ...{ label, value: figure(number), isBad: label === 'rechazados' && number > 0 },
      }))}
    />
  )
}

function Problems({ run, answer: { rejects }, children }: ReportProps & { children: ReactNode }) {
  const { name = '' } = run
  return (
    <section className={`${parts.remark} ${parts.tight}`}>
      <div className={layout.split}>
        <h3>Por corregir</h3>
        {rejects && <Button onClick={() => saveRejects(name, rejects)}>Descargar rechazados</Button>}
      </div>
      {children}
    </section>
  )
}

/** Downloads the rejected rows for correction and re-import: `planilla.xlsx` gives `planilla-rechazados.csv`. */
function saveRejects(name: string, rejects: string): void {
  saveFile(`${name.replace(/\.[^.]*$/, '')}-rechazados.csv`, new Blob([rejects], { type: 'text/csv' }))
}

/** The button of an admin that restores the removed riders of the file. */
function RestoreAll({ ids, onRestored }: { ids: string[]; onRestored: () => void }) {
  const { role } = useSession()
  const { run, isBusy, error } = useAction(async () => {
    await callForOne('POST /api/pilots/undo-remove', { body: { ids } })
    onRestored()
  })
  if (role !== 'admin') return <p>Un administrador puede restaurarlos antes, con su credencial anterior.</p>
  return (
    <>
      <Button disabled={isBusy} onClick={run}>
        {ids.length === 1 ? 'Restaurar' : `Restaurar a los ${figure(ids.length)}`}
      </Button>
      {error && <Failure hasUnsavedData error={error} />}
    </>
  )
}

interface UnsureNamesProps extends CorrectionProps {
  /** The names of the answer; absent if all are corrected. */
  finding: Finding | undefined
  /** Those of the answer, and those that were corrected. */
  names: readonly UnsureName[]
}

function UnsureNames({ finding, names, answer: { unit }, mapping, onEdit }: UnsureNamesProps) {
  const [isOpen, setOpen] = useState(false)
  if (names.length === 0) return null
  const { title = 'Nombres revisados', rows = [], total = 0 } = finding ?? {}
  return (
    <details
      className={styles.remark}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.title} data-done={finding === undefined || undefined}>
        {title}
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
          {total > rows.length && <p>y {figure(total - rows.length)} más</p>}
        </>
      )}
    </details>
  )
}

/** The texts that probably mean another value, each of which is replaced in all rows. */
function MeantTexts({ finding, mapping, onEdit }: CorrectionProps & { finding: Finding }) {
  const { title, rows = [] } = finding
  const isUsed = ({ fix }: FindingRow) => fix?.undo?.isUsed(mapping)
  const left = rows.filter((row) => !isUsed(row))
  return (
    <ul className={parts.tight}>
      {left.length > 1 && (
        <li className={layout.split}>
          <p>
            {left.length} {title}
          </p>
          <Button
            onClick={() => onEdit((last) => left.reduce((all, { fix }) => fix?.change(all) ?? all, last))}
          >
            Aceptar las {left.length} sugerencias
          </Button>
        </li>
      )}
      {rows.map(
        (row) =>
          row.fix && (
            <li key={row.printed} className={layout.split} data-done={isUsed(row) || undefined}>
              <p>
                {row.text}
                {isUsed(row) ? <span> ✓ {row.fix.value}</span> : `: ¿quiso decir ${row.fix.value}?`}
              </p>
              <FixButton fix={row.fix} mapping={mapping} onEdit={onEdit} />
            </li>
          ),
      )}
    </ul>
  )
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
