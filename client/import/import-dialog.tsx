/** The import dialog: takes a chosen or dropped spreadsheet, previews its changes, and imports it on confirmation. */

import { useEffect, useRef } from 'react'
import { DuplicateDniError } from '#domain/errors'
import { count } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/schemas'
import { ApiError } from '../api/api.ts'
import button from '../ui/button.module.css'
import choicesStyles from '../ui/choices.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Failure } from '../ui/load.tsx'
import styles from './import-dialog.module.css'
import { ImportPreview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import { type ImportChoices, useImportRun } from './import-run.ts'

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
  const { stage, name = '', answer, error } = run
  const take = useRef(run.take)
  take.current = run.take
  useEffect(() => void take.current(files), [files])

  const isWide = answer !== undefined && stage !== 'done'
  return (
    <Dialog
      title={stage === 'done' ? 'Importación terminada' : 'Importar pilotos'}
      isWide={isWide}
      isBusy={stage === 'importing'}
      onClose={onClose}
      foot={stage !== 'choosing' && <Foot run={run} onClose={onClose} />}
    >
      {error && (
        <Failure hasUnsavedData error={error} retry={isWorthRetrying(error) ? run.retry : undefined} />
      )}
      {stage === 'choosing' ? (
        <FileDrop isOver={isDragging} onChoose={run.take} />
      ) : (
        <p className={styles.file}>
          <strong>{name}</strong>
          {answer && <span>{answer.form}</span>}
        </p>
      )}
      {stage === 'reading' && !answer && <p role="status">Leyendo {name}…</p>}
      <div className={isWide ? styles.sides : undefined} aria-busy={stage === 'reading'}>
        {isWide && <ImportPreview preview={answer} />}
        <div className={styles.side}>
          {run.bytes && stage !== 'done' && (
            <Choices choices={run.choices} isDisabled={stage === 'importing'} onChange={run.choose} />
          )}
          {answer && <ImportReport answer={answer} isDone={stage === 'done'} name={name} />}
        </div>
      </div>
    </Dialog>
  )
}

function Foot({ run, onClose }: { run: ReturnType<typeof useImportRun>; onClose: () => void }) {
  const { stage, name = '', answer, choices } = run
  const changes = answer ? answer.report.registered + answer.report.updated : 0
  const isBusy = stage === 'importing'
  return (
    <>
      <p role="status">
        {stage === 'importing' && `Importando ${name}…`}
        {stage === 'reading' && answer && `Leyendo ${name} otra vez…`}
        {stage === 'ready' && answer && changes === 0 && whyNothing(answer, choices)}
      </p>
      <button type="button" className={button.button} disabled={isBusy} onClick={run.restart}>
        Otro archivo
      </button>
      {stage === 'done' ? (
        <button ref={takeFocus} type="button" className={button.primary} onClick={onClose}>
          Listo
        </button>
      ) : (
        answer && (
          <button
            type="button"
            className={button.primary}
            disabled={stage !== 'ready' || changes === 0}
            onClick={run.confirm}
          >
            {changes > 0 ? `Importar ${count(changes, 'piloto')}` : 'Importar'}
          </button>
        )
      )}
    </>
  )
}

const labels: Record<keyof ImportChoices, string> = {
  update: 'Cambiar los pilotos que ya existen',
  strict: 'No importar nada si una fila está mal',
}

function Choices({
  choices,
  isDisabled,
  onChange,
}: {
  choices: ImportChoices
  isDisabled: boolean
  onChange: (choices: ImportChoices) => void
}) {
  return (
    <fieldset className={choicesStyles.choices} disabled={isDisabled}>
      <legend>Opciones</legend>
      {(['update', 'strict'] as const).map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={choices[name]}
            onChange={({ target }) => onChange({ ...choices, [name]: target.checked })}
          />
          {labels[name]}
        </label>
      ))}
    </fieldset>
  )
}

function whyNothing({ report, rejected }: ImportAnswer, { strict, update }: ImportChoices): string {
  if (strict && report.rejectedRows > 0) return 'Hay filas mal, y eligió no importar nada si una lo está.'
  if (report.unchanged > 0) return 'No hay nada que importar: los pilotos ya están así.'
  const isDuplicate = rejected.some(({ message }) => message === duplicateMessage)
  return !update && isDuplicate
    ? `Ninguna fila se puede importar. Si son los mismos pilotos, marque «${labels.update}».`
    : 'Ninguna fila se puede importar.'
}

const duplicateMessage = new DuplicateDniError('').message

/** Returns true if a retry with the same file may succeed. */
function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.isTemporary || error.status === 401)
}
