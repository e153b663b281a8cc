/** The foot of the import dialog: why a file cannot be imported, and the buttons of each stage. */
import { count } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/schemas'
import { ApiError } from '../api/api.ts'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'
import { areDuplicates } from './correction.ts'
import { choiceLabels } from './import-choices.tsx'
import styles from './import-dialog.module.css'
import type { ImportChoices, ImportRun } from './import-run.ts'

interface ImportFootProps {
  run: ImportRun
  onRestart: () => void
  onClose: () => void
}

export function ImportFoot({ run, onRestart, onClose }: ImportFootProps) {
  const { stage, name = '', answer, order } = run
  const changes = answer ? answer.report.registered + answer.report.updated : 0
  const isBusy = stage === 'importing'
  return (
    <>
      {run.preview && run.error && (
        <div className={styles.failure}>
          <ImportFailure error={run.error} onRetry={run.retry} />
        </div>
      )}
      <p role="status" className={stage === 'reading' ? styles.again : undefined}>
        {stage === 'importing' && `Importando ${name}…`}
        {stage === 'reading' && run.preview && `Leyendo ${name} otra vez…`}
        {stage === 'ready' && answer && changes === 0 && whyNothing(answer, order)}
      </p>
      <button type="button" className={button.button} disabled={isBusy} onClick={onRestart}>
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

export function ImportFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <Failure hasUnsavedData error={error} retry={isWorthRetrying(error) ? onRetry : undefined} />
}

/** Returns true if a retry with the same file may succeed. */
function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.isTemporary || error.status === 401)
}

function whyNothing({ report, groups }: ImportAnswer, { strict, update }: ImportChoices): string {
  if (strict && report.rejectedRows > 0) return 'Hay filas mal, y eligió no importar nada si una lo está.'
  if (report.unchanged > 0) return 'No hay nada que importar: los pilotos ya están así.'
  const isDuplicate = groups.some(({ cells }) => areDuplicates(cells))
  return !update && isDuplicate
    ? `Ninguna fila se puede importar. Si son los mismos pilotos, marque «${choiceLabels.update}».`
    : 'Ninguna fila se puede importar.'
}
