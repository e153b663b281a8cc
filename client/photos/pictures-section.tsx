/** The photos from a ZIP: the upload, what would happen, and what happened. */
import { useState } from 'react'
import { retryAfter } from '#domain/api/addresses'
import type { PictureImportInfo, PicturePreviewInfo, PictureProblem } from '#domain/photos/calls'
import { maxZipBytes, zipTooLarge } from '#domain/photos/pictures'
import { count, figure } from '#domain/text/text'
import { ApiError, call, callForOne } from '../api/call.ts'
import { upload } from '../api/files.ts'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { dropAtEnd, Progress, UploadProgress, useRun, wait } from '../ui/run.tsx'
import styles from '../ui/settings.module.css'

export function PicturesSection() {
  const { state, choose, make, reset } = usePictureRun()
  return (
    <>
      <p>
        Pone de una vez las fotos de muchos pilotos, desde un ZIP. Cada foto se llama como el DNI, la licencia
        o el número de su piloto, o empieza por el DNI: por ejemplo <code>70123456.jpg</code> o{' '}
        <code>70123456 García.jpg</code>.
      </p>
      {state.stage === 'choosing' && state.error && <Failure hasUnsavedData error={state.error} />}
      {(state.stage === 'choosing' || state.stage === 'done') && (
        <>
          {state.stage === 'done' && <Outcome report={state.report} />}
          <div className={layout.row}>
            <FileInput label="Elegir ZIP" isPrimary accept=".zip,application/zip" onChoose={choose} />
          </div>
          <p className={layout.hint}>
            Fotos JPEG, PNG o WebP, de hasta 10 MB cada una. Antes de guardar se muestra qué se entendió.
          </p>
        </>
      )}
      {state.stage === 'ready' && <Preview {...state} onMake={make} onCancel={reset} />}
      {state.stage === 'sending' && <UploadProgress {...state} />}
      {state.stage === 'making' && (
        <Progress text={makingText(state)} done={state.done} total={state.total} />
      )}
      {(state.stage === 'sending' || state.stage === 'making') && (
        <div className={layout.row}>
          <Button onClick={reset}>Cancelar</Button>
          {state.stage === 'making' && (
            <span className={layout.hint}>Las fotos se guardan todas juntas, al final.</span>
          )}
        </div>
      )}
    </>
  )
}

function makingText({ done, total }: { done: number; total: number }): string {
  return `Preparando las fotos… ${total > 0 ? `${figure(done)} de ${figure(total)}` : ''}`
}

interface PreviewProps {
  name: string
  preview: PicturePreviewInfo
  onMake: (replace: boolean) => void
  onCancel: () => void
}

function Preview({ name, preview, onMake, onCancel }: PreviewProps) {
  const [replaces, setReplaces] = useState(false)
  const { fresh, replacing } = preview
  const total = replaces ? fresh + replacing : fresh
  return (
    <>
      <h3 tabIndex={-1} ref={takeFocus}>
        {name}
      </h3>
      <p role="status">{matchText(preview)}</p>
      {replacing > 0 && (
        <fieldset>
          <Checkbox checked={replaces} onChange={setReplaces}>
            Reemplazar también las fotos que ya hay
          </Checkbox>
        </fieldset>
      )}
      <Problems title="No se pondrán" total={preview.unmatched_total} problems={preview.unmatched} />
      <Problems title="No sirven como foto" total={preview.unreadable_total} problems={preview.unreadable} />
      <div className={layout.row}>
        <Button className={button.primary} disabled={total === 0} onClick={() => onMake(replaces)}>
          Poner {count(total, 'foto')}
        </Button>
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
    </>
  )
}

function matchText({ fresh, replacing }: PicturePreviewInfo): string {
  if (fresh + replacing === 0) return 'Ninguna foto coincide con un piloto.'
  const texts = [
    fresh > 0 && `${count(fresh, 'piloto sin foto tendrá', 'pilotos sin foto tendrán')} la suya.`,
    replacing > 0 && `${count(replacing, 'piloto ya tiene foto', 'pilotos ya tienen foto')}.`,
  ]
  return texts.filter(Boolean).join(' ')
}

function Outcome({ report }: { report: PictureReport }) {
  const { photos, kept, problems, problems_total } = report
  return (
    <>
      <p role="status" className={parts.good} tabIndex={-1} ref={takeFocus}>
        {photos === 1 ? 'Se puso 1 foto.' : `Se pusieron ${figure(photos)} fotos.`}{' '}
        {kept > 0 && `${count(kept, 'piloto conserva la que tenía', 'pilotos conservan la que tenían')}.`}
      </p>
      <Problems title="No se pusieron" total={problems_total} problems={problems} />
    </>
  )
}

function Problems({
  title,
  total,
  problems,
}: {
  title: string
  total: number
  problems: readonly PictureProblem[]
}) {
  if (total === 0) return null
  return (
    <details>
      <summary>
        {title} ({figure(total)})
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long list */}
      <ul className={styles.names} tabIndex={0}>
        {problems.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ZIP can have a name twice, and the list does not change
          <li key={index}>
            <b>{name}</b>: {reason}
          </li>
        ))}
        {total > problems.length && <li>… y {figure(total - problems.length)} más</li>}
      </ul>
    </details>
  )
}

type PictureReport = NonNullable<PictureImportInfo['report']>

type PictureState =
  | { stage: 'choosing'; error?: Error }
  | { stage: 'sending'; name: string; sent: number; size: number }
  | { stage: 'ready'; name: string; preview: PicturePreviewInfo }
  | { stage: 'making'; name: string; done: number; total: number }
  | { stage: 'done'; name: string; report: PictureReport }

/** The pause before each progress request, in milliseconds. */
const pause = 400

/** The most tries of a call that fails for a moment, such as while a phone changes its network. */
const tries = 5

/** Uploads a ZIP of pictures, shows what would happen, and waits until its photos are stored. */
function usePictureRun() {
  const run = useRun<PictureState>({ stage: 'choosing' }, (error) => ({ stage: 'choosing', error }))
  const { state } = run

  function choose(file: File): void {
    const { name, size } = file
    run.end()
    void run.go(async ({ signal, show }) => {
      if (size > maxZipBytes) throw new ApiError(413, zipTooLarge)
      const onSent = (sent: number) => show({ stage: 'sending', name, sent, size })
      onSent(0)
      const preview = await upload('POST /api/pictures', file, { type: 'application/zip', onSent, signal })
      dropAtEnd(signal, () =>
        call('DELETE /api/pictures/:job', { params: { job: preview.job }, keepalive: true }),
      )
      show({ stage: 'ready', name, preview })
    })
  }

  function make(replace: boolean): void {
    if (state.stage !== 'ready') return
    const { name, preview } = state
    const { job } = preview
    void run.go(async ({ signal, show }) => {
      show({ stage: 'making', name, done: 0, total: 0 })
      await persistently(signal, () =>
        callForOne('POST /api/pictures/:job', { params: { job }, body: { replace }, signal }),
      )
      for (;;) {
        const { done, total, report } = await persistently(signal, () =>
          callForOne('GET /api/pictures/:job', { params: { job }, signal }),
        )
        if (report) return run.end({ stage: 'done', name, report })
        show({ stage: 'making', name, done, total })
        await wait(pause)
      }
    })
  }

  return { state, choose, make, reset: () => run.end() }
}

/** Repeats a call that may succeed later. @throws the error of the last try, or of a refusal */
async function persistently<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await ask()
    } catch (error) {
      const mayRetry = error instanceof ApiError && error.isTemporary && count < tries
      if (!mayRetry || signal.aborted) throw error
      await wait(retryAfter)
    }
  }
}
