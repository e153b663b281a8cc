/** The foot of the import dialog: why a file cannot be imported, and the buttons of each stage. */
import { useRef } from 'react'
import { count } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/schemas'
import { ApiError } from '../api/api.ts'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'
import { areDuplicates } from './correction.ts'
import { choiceLabels } from './import-choices.tsx'
import styles from './import-dialog.module.css'
import type { ImportRun } from './import-run.ts'
import type { ImportChoices } from './import-state.ts'

interface ImportFootProps {
  run: ImportRun
  onRestart: () => void
  onClose: () => void
}

export function ImportFoot({ run, onRestart, onClose }: ImportFootProps) {
  const { stage, answer } = run
  return (
    <>
      {run.preview && run.error && (
        <div className={styles.failure}>
          <ImportFailure error={run.error} onRetry={run.retry} />
        </div>
      )}
      <p role="status" className={stage === 'reading' && !run.isEarly ? styles.again : undefined}>
        {statusOf(run)}
      </p>
      <button type="button" className={button.button} disabled={stage === 'importing'} onClick={onRestart}>
        Otro archivo
      </button>
      {stage === 'done' ? (
        <button ref={takeFocus} type="button" className={button.primary} onClick={onClose}>
          Listo
        </button>
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
    <button
      type="button"
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
    </button>
  )
}

export function ImportFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <Failure hasUnsavedData error={error} retry={isWorthRetrying(error) ? onRetry : undefined} />
}

/** Returns true if a retry with the same file may succeed. */
function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.isTemporary || error.status === 401)
}

function statusOf({ stage, name = '', preview, answer, order, isEarly }: ImportRun): string | undefined {
  if (stage === 'importing') return `Importando ${name}…`
  if (stage === 'reading' && isEarly) return 'Espere: se está revisando lo último que escribió.'
  if (stage === 'reading' && preview) return `Leyendo ${name} otra vez…`
  if (stage !== 'ready' || !answer) return undefined
  if (changesOf(answer) === 0) return whyNothing(answer, order)
  return isEarly ? 'Ya se revisó lo último que escribió: pulse otra vez.' : undefined
}

/** Returns the number of pilots that an import changes. */
function changesOf({ report: { registered, updated } }: ImportAnswer): number {
  return registered + updated
}

function whyNothing({ report, groups, suspensions }: ImportAnswer, choices: ImportChoices): string {
  const { strict, update, replaceSuspensions } = choices
  if (strict && report.rejectedRows > 0) return 'Hay filas mal, y eligió no importar nada si una lo está.'
  if (suspensions.rows > 0 && !replaceSuspensions)
    return 'No hay nada que importar: las suspensiones que siguen se quedan como están.'
  if (report.unchanged > 0) return 'No hay nada que importar: los pilotos ya están así.'
  const isDuplicate = groups.some(({ cells }) => areDuplicates(cells))
  return !update && isDuplicate
    ? `Ninguna fila se puede importar. Si son los mismos pilotos, marque «${choiceLabels.update}».`
    : 'Ninguna fila se puede importar.'
}
