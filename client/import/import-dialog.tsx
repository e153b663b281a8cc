/**
 * The import dialog: takes a chosen or dropped spreadsheet, shows how it is read and what an import would do, lets a
 * person change both, and imports on confirmation.
 */

import { useEffect, useRef, useState } from 'react'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Confirmation } from '../ui/question.tsx'
import { ColumnTable } from './column-table.tsx'
import { DateOrders } from './date-orders.tsx'
import { FileLayout } from './file-layout.tsx'
import { ImportChoices } from './import-choices.tsx'
import styles from './import-dialog.module.css'
import { ImportFailure, ImportFoot } from './import-foot.tsx'
import { DryRunReport, ImportResult } from './import-report.tsx'
import { type ImportRun, useImportRun } from './import-run.ts'
import { chooseSheet, hasCorrections } from './mapping-changes.ts'
import { MissingFields } from './missing-fields.tsx'

interface ImportDialogProps {
  /** The files that were dropped last. */
  files: readonly File[]
  /** True while files are dragged over the page. */
  isDragging: boolean
  onImported: () => void
  onClose: () => void
}

export function ImportDialog({ files, isDragging, onImported, onClose }: ImportDialogProps) {
  const run = useImportRun(onImported)
  const { stage, name = '', preview, answer, error } = run
  const take = useRef(run.take)
  take.current = run.take
  useEffect(() => void take.current(files), [files])

  /** The action that would lose the corrections, until the person confirms it. */
  const [asked, setAsked] = useState<{ leave: () => void; focused: HTMLElement | null }>()
  const isAtRisk = stage !== 'done' && hasCorrections(run.order.mapping)
  const leaving = (leave: () => void) => () =>
    isAtRisk ? setAsked({ leave, focused: focusedElement() }) : leave()
  useEffect(() => () => asked?.focused?.focus(), [asked])

  return (
    <>
      <Dialog
        title={stage === 'done' ? 'Importación terminada' : 'Importar pilotos'}
        isWide={preview !== undefined && stage !== 'done'}
        isBusy={stage === 'importing'}
        askBeforeClose={isAtRisk ? leaving(onClose) : undefined}
        onClose={onClose}
        foot={
          stage !== 'choosing' && <ImportFoot run={run} onRestart={leaving(run.restart)} onClose={onClose} />
        }
      >
        {error && !preview && <ImportFailure error={error} onRetry={run.retry} />}
        {stage === 'choosing' ? (
          <FileDrop isOver={isDragging} onChoose={run.take} />
        ) : (
          <p className={styles.file}>
            <strong>{name}</strong>
            {preview && <span>{preview.form}</span>}
          </p>
        )}
        {stage === 'reading' && !preview && <p role="status">Leyendo {name}…</p>}
        {stage === 'done' ? (
          answer && <ImportResult run={run} answer={answer} />
        ) : (
          <Parts run={run} leaving={leaving} />
        )}
      </Dialog>
      {asked && (
        <Confirmation
          title="Sus correcciones se perderán"
          action="Descartar"
          confirm={async () => {
            setAsked(undefined)
            asked.leave()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>Lo que corrigió de «{name}» todavía no se importó.</p>
        </Confirmation>
      )}
    </>
  )
}

interface PartsProps {
  run: ImportRun
  /** Makes an action ask first if it would lose corrections. */
  leaving: (action: () => void) => () => void
}

/** What an import would do, with the corrections over the whole width, and below how the file is read. */
function Parts({ run, leaving }: PartsProps) {
  const { stage, preview, answer, order } = run
  const isStale = stage === 'reading' || stage === 'failed'
  if (!preview) return null
  const groups = answer ? run.problems.groups : []
  const others = new Set(groups.flatMap(({ isMissing, field }) => (isMissing ? field : [])))
  const reading = { preview, mapping: order.mapping, onEdit: run.edit }
  return (
    <div className={styles.parts} aria-busy={stage === 'reading'} inert={stage === 'importing'}>
      <div className={styles.part}>
        <MissingFields isUpdate={order.update} others={others} {...reading} />
        <DateOrders {...reading} />
        <ImportChoices choices={order} onChange={run.choose} />
        {answer && (
          <div className={styles.part} data-stale={isStale || undefined}>
            <DryRunReport run={run} answer={answer} />
          </div>
        )}
      </div>
      <div className={styles.reading}>
        {preview.isRemembered && (
          <p className={styles.remembered}>
            Se usaron las columnas que eligió la vez anterior con un archivo como este.
            <button type="button" className={button.button} onClick={leaving(run.startOver)}>
              Empezar de nuevo
            </button>
          </p>
        )}
        <FileLayout onSheet={(sheet) => leaving(() => run.edit(chooseSheet(sheet)))()} {...reading} />
        <ColumnTable {...reading} />
      </div>
    </div>
  )
}

/** Returns the element that takes the focus again after the question. */
function focusedElement(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement ? activeElement : null
}
