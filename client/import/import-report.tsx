/** The report of an import or of its dry run: the counts, the remarks, and the problems by group. */

import { type ReactNode, useState } from 'react'
import { isChoice } from '#domain/import/groups'
import { otherSheets } from '#domain/import/preview'
import { type UndoneImport, undoneText } from '#domain/import/undo'
import { count, figure } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/schemas'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { saveFile } from '../ui/download.tsx'
import styles from './import-dialog.module.css'
import type { ImportRun } from './import-run.ts'
import { OtherSheets } from './other-sheets.tsx'
import { NamedValues, ProblemList } from './problem-list.tsx'
import { PlainRow } from './problem-rows.tsx'
import problems from './problems.module.css'
import { AsideRows, OtherSuspensions, titleOf, UnsureNames } from './remarks.tsx'
import { UndoImport } from './undo-import.tsx'

interface ReportProps {
  run: ImportRun
  answer: ImportAnswer
}

/** Shows the effects that an import would have, with controls to correct the file. */
export function DryRunReport({ run, answer }: ReportProps) {
  const correction = { answer, mapping: run.order.mapping, onEdit: run.edit }
  const { groups, unsure } = run.problems
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
      <UnsureNames names={unsure} {...correction} />
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
      <p className={styles.result} role="status">
        {undone ? undoneText(undone) : importedText(report.registered + report.updated)}
      </p>
      {!undone && <Counts answer={answer} changed="cambiados" />}
      {!undone && change !== undefined && role === 'admin' && (
        <UndoImport key={change} change={change} onUndone={setUndone} />
      )}
      {backup && (
        <p className={styles.backup}>
          Antes se guardó una copia en <b>{backup}</b>
        </p>
      )}
      <OtherSheets sheets={otherSheets(answer, run.imported)} onTake={run.takeSheet} />
      <AsideRows {...answer} />
      <OtherSuspensions {...answer} isReplaced={run.order.replaceSuspensions} />
      {remarks.unsureRows > 0 && <p className={problems.remark}>{titleOf(remarks.unsureRows)}</p>}
      {groups.length > 0 && (
        <Problems run={run} answer={answer}>
          <ul className={problems.groups}>
            {groups.map(({ problem, size, field, values, cells }) => (
              <li key={`${field} ${problem}`}>
                <details open={cells.length <= fewCells}>
                  <summary className={problems.title}>
                    {count(size, 'fila')} {problem}
                    <NamedValues title={problem} values={values} />
                  </summary>
                  <ul className={problems.rows}>
                    {cells.map((cell) => (
                      <li key={cell.line}>
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

/** The largest number of bad cells with which a group is open from the start. */
const fewCells = 3

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
    <section className={problems.problems}>
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
