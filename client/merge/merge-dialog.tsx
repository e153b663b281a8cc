/** The dialog that brings the data of another desk: takes a backup, shows what changes, and merges on confirmation. */
import { useEffect, useRef } from 'react'
import { mergedPilots } from '#domain/merge/merge'
import { count } from '#domain/text/text'
import { ApiError } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Dialog, takeFocus, useLeaving } from '../ui/dialog.tsx'
import { FileDrop, useFileDrag } from '../ui/file-input.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Warning } from '../ui/notice.tsx'
import { UploadProgress } from '../ui/run.tsx'
import styles from './merge.module.css'
import { MergePreview, MergeResult } from './merge-report.tsx'
import { hasChoices, leftOf, type MergeRun, useMergeRun } from './merge-run.ts'

export const mergeTitle = 'Unir con otra mesa'

interface MergeDialogProps {
  /** The files that were dropped before the dialog opened. */
  files?: readonly File[]
  onMerged: () => void
  onClose: () => void
}

const noFiles: readonly File[] = []

/** Says to other roles who may merge: a backup that they drop opens it too. */
export function MergeDialog(props: MergeDialogProps) {
  const { role } = useSession()
  if (role === 'admin') return <AdminDialog {...props} />
  return (
    <Dialog title={mergeTitle} onClose={props.onClose}>
      <p>
        Es una copia de otra mesa. La une una persona con cuenta de admin: pídale que la suelte sobre la lista
        con su sesión.
      </p>
    </Dialog>
  )
}

function AdminDialog({ files = noFiles, onMerged, onClose }: MergeDialogProps) {
  const run = useMergeRun(onMerged)
  const { stage, name, report, result, error } = run
  const take = useRef(run.take)
  take.current = run.take
  useEffect(() => void take.current(files), [files])

  const isAtRisk = stage === 'ready' && hasChoices(run)
  const { leaving, question } = useLeaving(
    isAtRisk,
    'Sus elecciones se perderán',
    `Lo que eligió para «${name}» todavía no se guardó.`,
  )
  const isDragging = useFileDrag((dropped) => leaving(() => void run.take(dropped))())

  return (
    <>
      <Dialog
        title={stage === 'done' ? 'Unión terminada' : mergeTitle}
        isWide={stage === 'ready' || stage === 'merging'}
        isBusy={stage === 'merging'}
        askBeforeClose={isAtRisk ? leaving(onClose) : undefined}
        onClose={onClose}
        foot={stage !== 'choosing' && <Foot run={run} onRestart={leaving(run.restart)} onClose={onClose} />}
      >
        {stage === 'choosing' ? (
          <>
            {error && <Failure hasUnsavedData error={error} />}
            <FileDrop
              text="Suelte aquí la copia que hizo la otra mesa, o búsquela en la memoria USB."
              accept=".gz,.tgz,.tar"
              isOver={isDragging}
              onChoose={run.take}
            >
              En la otra mesa: Ajustes, Copias, «Hacer una copia ahora». Antes de guardar se muestra qué
              cambia, y lo que las dos cambiaron lo decide usted.
            </FileDrop>
          </>
        ) : (
          stage === 'done' && <p className={layout.soft}>{name}</p>
        )}
        {stage === 'sending' && <UploadProgress name={name} sent={run.sent} size={run.size} />}
        {run.hasChanged && (
          <div role="alert" tabIndex={-1} ref={takeFocus} className={`${layout.stack} ${styles.changed}`}>
            <Warning>
              Alguien cambió algo mientras tanto, y no se guardó nada. Esto es lo que cambia ahora: revíselo y
              confirme otra vez.
            </Warning>
          </div>
        )}
        {(stage === 'ready' || stage === 'merging') && report && <MergePreview run={run} report={report} />}
        {stage === 'done' && result && <MergeResult result={result} />}
      </Dialog>
      {question}
    </>
  )
}

interface FootProps {
  run: MergeRun
  onRestart: () => void
  onClose: () => void
}

function Foot({ run, onRestart, onClose }: FootProps) {
  const { stage, error, report } = run
  const isPreview = (stage === 'ready' || stage === 'merging') && report
  return (
    <>
      {error && (
        <Failure
          hasUnsavedData
          error={error}
          retry={run.isStale && error instanceof ApiError && error.isTemporary ? run.retry : undefined}
        />
      )}
      <p role="status">{statusOf(run)}</p>
      <Button disabled={stage === 'merging'} onClick={onRestart}>
        {isPreview || stage === 'done' ? 'Otra copia' : 'Cancelar'}
      </Button>
      {stage === 'done' && (
        <Button className={button.primary} onClick={onClose}>
          Listo
        </Button>
      )}
      {isPreview && (
        <Button
          className={button.primary}
          disabled={stage === 'merging' || run.isStale || leftOf(run) > 0 || !report.hasChanges}
          // The second press of a double click would confirm what nobody has read.
          onClick={({ detail }) => detail < 2 && run.confirm()}
        >
          {mergedPilots(report) > 0 ? `Unir ${count(mergedPilots(report), 'piloto')}` : 'Unir'}
        </Button>
      )}
    </>
  )
}

function statusOf(run: MergeRun): string | undefined {
  const { stage, report, isStale, error } = run
  if (stage === 'merging') return `Uniendo con ${report?.desk}…`
  if (stage !== 'ready') return undefined
  const left = leftOf(run)
  if (left > 0) return `${left === 1 ? 'Falta' : 'Faltan'} ${count(left, 'diferencia')} por decidir.`
  if (isStale) return error ? undefined : 'Revisando con lo que eligió…'
  return report?.hasChanges ? 'Todavía no se guardó nada.' : 'No hay nada nuevo.'
}
