/**
 * The import dialog: takes a chosen or dropped spreadsheet, shows how it is read and what an import would do, lets a
 * person change both, and imports on confirmation.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { settingsPath } from '#domain/desk/settings-address'
import { chooseEncoding, chooseSheet, hasCorrections } from '#domain/import/mapping-changes'
import type { ImportAnswer } from '#domain/import/schemas'
import { isBackupFile } from '#domain/merge/merge'
import { classFields, isClassField } from '#domain/pilots/classes/classes'
import { count } from '#domain/text/text'
import { useCurrentFields, useFieldTable } from '../api/field-table.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Dialog, useLeaving } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import { FileDrop } from '../ui/file-input.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Notice } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { ColumnTable, FileLayout } from './column-table.tsx'
import styles from './import.module.css'
import { DryRunReport, ImportResult } from './import-report.tsx'
import {
  changesOf,
  choiceLabels,
  type ImportChoices,
  type ImportRun,
  isWorthRetrying,
  statusOf,
  useImportRun,
} from './import-run.ts'
import { Capitals, MissingFields, Questions } from './missing-fields.tsx'
import type { ShownProblems } from './shown-problems.ts'

interface ImportDialogProps {
  /** The files that were dropped last. */
  files: readonly File[]
  /** True while files are dragged over the page. */
  isDragging: boolean
  /** Receives a chosen backup, which is no spreadsheet. */
  onBackup: (files: readonly File[]) => void
  onImported: () => void
  onClose: () => void
}

export function ImportDialog({ files, isDragging, onBackup, onImported, onClose }: ImportDialogProps) {
  useCurrentFields()
  const run = useImportRun(onImported)
  const { stage, name = '', preview, answer, error } = run
  const take = useRef(run.take)
  take.current = run.take
  useEffect(() => void take.current(files), [files])

  const { mapping } = run.order
  const isAtRisk = stage !== 'done' && mapping !== run.recalled && hasCorrections(mapping)
  const { leaving, question } = useLeaving(
    isAtRisk,
    'Sus correcciones se perderán',
    `Lo que corrigió de «${name}» todavía no se importó.`,
  )

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
          <FileDrop
            text="Suelte aquí la planilla con los pilotos, o búsquela en este equipo."
            accept=".xlsx,.csv,.txt,.json,.gz,.tgz,.tar"
            isOver={isDragging}
            onChoose={(chosen) =>
              chosen.some((file) => isBackupFile(file.name)) ? onBackup(chosen) : run.take(chosen)
            }
          >
            Excel (.xlsx), CSV o JSON, tal como lo mandan. Antes de guardar se muestra qué se entendió, y se
            puede corregir.
          </FileDrop>
        ) : (
          <p className={layout.row}>
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
      {question}
    </>
  )
}

/** Leads to the classes, if a new kiosk has none of its own and the sheet has others. */
function FirstClasses({ groups }: Pick<ShownProblems, 'groups'>) {
  const { definitions } = useFieldTable()
  const { role } = useSession()
  const isNew = classFields.every((field) => definitions[field] === undefined)
  if (!isNew || !groups.some(({ field, values }) => isClassField(field) && values.length > 0)) return null
  return (
    <Notice kind="warning">
      <p>
        <b>Este kiosco tiene todavía las clases de uno nuevo.</b> Si su evento corre con otras modalidades o
        licencias, agréguelas antes de importar, en Clases o aquí abajo.
      </p>
      {role === 'admin' && (
        <Link className={button.button} to={settingsPath('clases')}>
          Ir a Clases
        </Link>
      )}
    </Notice>
  )
}

interface PartsProps {
  run: ImportRun
  /** Makes an action ask first if it would lose corrections. */
  leaving: (action: () => void) => () => void
}

/** Shows the preview of an import: its result, with the corrections over the whole width, and how the file is read. */
function Parts({ run, leaving }: PartsProps) {
  const { stage, preview, answer, order } = run
  const isStale = stage === 'reading' || stage === 'failed'
  if (!preview) return null
  const groups = answer ? run.problems.groups : []
  const others = new Set(groups.flatMap(({ isMissing, field }) => (isMissing ? field : [])))
  const reading = { preview, mapping: order.mapping, onEdit: run.edit }
  return (
    <div className={layout.stack} aria-busy={stage === 'reading'} inert={stage === 'importing'}>
      <div className={layout.stack}>
        <MissingFields isUpdate={order.update} others={others} {...reading} />
        <Questions {...reading} />
        <Options choices={order} onChange={run.choose}>
          <Capitals {...reading} />
        </Options>
        <FirstClasses groups={groups} />
        {answer && (
          <div className={`${layout.stack} ${parts.results}`} aria-busy={isStale}>
            <DryRunReport run={run} answer={answer} />
          </div>
        )}
      </div>
      <div className={styles.reading}>
        {(run.recalled || preview.isRemembered) && (
          <p className={`${layout.split} ${layout.well}`}>
            {run.recalled
              ? 'Están las correcciones con las que importó este archivo la vez anterior.'
              : 'Se usaron las columnas que eligió la vez anterior con un archivo como este.'}
            <Button onClick={leaving(run.startOver)}>Empezar de nuevo</Button>
          </p>
        )}
        <FileLayout
          onSheet={(sheet) => leaving(() => run.edit(chooseSheet(sheet)))()}
          onEncoding={(encoding) => leaving(() => run.edit(chooseEncoding(encoding)))()}
          {...reading}
        />
        <ColumnTable {...reading} />
      </div>
    </div>
  )
}

interface OptionsProps {
  choices: ImportChoices
  onChange: ImportRun['choose']
  children: ReactNode
}

/** The options of an import. */
function Options({ choices, onChange, children }: OptionsProps) {
  return (
    <fieldset className={field.choices}>
      <legend>Opciones</legend>
      {(['update', 'strict'] as const).map((name) => (
        <Checkbox
          key={name}
          checked={choices[name]}
          onChange={(isChecked) => onChange({ [name]: isChecked })}
        >
          {choiceLabels[name]}
        </Checkbox>
      ))}
      {children}
    </fieldset>
  )
}

interface ImportFootProps {
  run: ImportRun
  onRestart: () => void
  onClose: () => void
}

/** Why a file cannot be imported, and the buttons of each stage. */
function ImportFoot({ run, onRestart, onClose }: ImportFootProps) {
  const { stage, answer } = run
  return (
    <>
      {run.preview && run.error && <ImportFailure error={run.error} onRetry={run.retry} />}
      {/* On a phone, a line that comes and goes with each dry run would move the buttons. */}
      <p role="status" className={stage === 'reading' && !run.isEarly ? layout.hiddenOnPhone : undefined}>
        {statusOf(run)}
      </p>
      <Button disabled={stage === 'importing'} onClick={onRestart}>
        Otro archivo
      </Button>
      {stage === 'done' ? (
        <Button className={button.primary} onClick={onClose}>
          Listo
        </Button>
      ) : (
        answer && <ConfirmButton run={run} answer={answer} />
      )}
    </>
  )
}

/**
 * Imports what the person saw as they pressed it. The press may itself end the typing of a cell, which starts a dry run,
 * so the button is not disabled during one: it would lose the focus and the press.
 */
function ConfirmButton({ run: { stage, confirm }, answer }: { run: ImportRun; answer: ImportAnswer }) {
  const pressed = useRef<ImportAnswer>(undefined)
  const changes = changesOf(answer)
  return (
    <Button
      className={button.primary}
      disabled={stage === 'importing' || stage === 'failed' || changes === 0}
      aria-disabled={stage === 'reading' || undefined}
      onPointerDown={() => {
        pressed.current = answer
      }}
      onClick={({ detail }) => {
        // The second press of a double click would confirm what nobody has read.
        if (detail < 2) confirm(pressed.current ?? answer)
        pressed.current = undefined
      }}
    >
      {changes > 0 ? `Importar ${count(changes, 'piloto')}` : 'Importar'}
    </Button>
  )
}

function ImportFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <Failure hasUnsavedData error={error} retry={isWorthRetrying(error) ? onRetry : undefined} />
}
