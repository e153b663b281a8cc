/**
 * Runs of several steps that take a while, with their progress: a file that is sent, shown and used, or one that the
 * server makes. Also the numbers with which a report begins, and the head of a table.
 */
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { asError } from '#domain/errors'
import type { ExportFormat } from '#domain/import/columns'
import { fileSize } from '#domain/text/text'
import { ApiError } from '../api/call.ts'
import type { NamedFile } from '../api/files.ts'
import { Button } from './form.tsx'
import { Failure } from './notice.tsx'
import parts from './parts.module.css'

interface Step<State> {
  /** Aborts when the run ends. */
  signal: AbortSignal
  /** Displays a state, unless the run has ended. */
  show: (state: State) => void
}

/**
 * Holds the state of one run at a time. It ends if a step fails, if the person cancels it, or if the page is left.
 * `failed` returns the state after a failure.
 */
export function useRun<State>(initial: State, failed: (error: Error) => State) {
  const [state, setState] = useState(initial)
  const running = useRef<AbortController>(undefined)

  function end(next = initial) {
    running.current?.abort()
    running.current = undefined
    setState(next)
  }
  useEnd(end)

  /** Does the next step of the run, or the first one of a new run. */
  async function go(step: (run: Step<State>) => Promise<void>) {
    running.current ??= new AbortController()
    const { signal } = running.current
    try {
      await step({ signal, show: (next) => signal.aborted || setState(next) })
    } catch (error) {
      if (!signal.aborted) end(failed(asError(error)))
    }
  }

  return { state, isRunning: () => running.current !== undefined, go, end }
}

/** Calls `end` when the page or the component is left. */
export function useEnd(end: () => void): void {
  const latest = useRef(end)
  latest.current = end
  useEffect(() => {
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/** Calls `drop` when a run ends, or at once if it has. Returns the function that keeps what it would drop. */
export function dropAtEnd(signal: AbortSignal, drop: () => Promise<unknown>): () => void {
  const leave = () => void drop().catch(() => {})
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  return () => signal.removeEventListener('abort', leave)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Adds to an error without an answer that the action may have succeeded. */
export function withUnknownOutcome(error: Error, text: string): Error {
  const isUnknown = error instanceof ApiError && error.status === 0
  return isUnknown ? new ApiError(0, `${text} ${error.message}`) : error
}

type DownloadState =
  | { stage: 'idle' }
  | { stage: 'preparing'; what: string; bytes: number }
  | { stage: 'done'; text: string | undefined }
  | { stage: 'failed'; error: Error }

/** Loads a file. `onBytes` receives the number of bytes so far. */
type Load = (onBytes: (bytes: number) => void, signal: AbortSignal) => Promise<NamedFile>

/** Gives a file to the person. Returns what there is to say about it. */
type Give = (file: NamedFile) => string | undefined | Promise<string | undefined>

/** A second start has no effect while a file is prepared. Leaving the page cancels it. */
export function useDownload() {
  const run = useRun<DownloadState>({ stage: 'idle' }, (error) => ({ stage: 'failed', error }))
  const { state } = run

  /** `what` names the file for the person. `give` saves it by default. */
  function start(what: string, load: Load, give: Give = saved) {
    if (run.isRunning()) return
    void run.go(async ({ signal, show }) => {
      const onBytes = (bytes: number) => show({ stage: 'preparing', what, bytes })
      onBytes(0)
      const file = await load(onBytes, signal)
      signal.throwIfAborted()
      const text = await give(file)
      signal.throwIfAborted()
      run.end({ stage: 'done', text })
    })
  }

  return { state, isBusy: state.stage === 'preparing', start, cancel: () => run.end() }
}

interface DownloadStatusProps extends Omit<ComponentProps<typeof Failure>, 'error'> {
  download: Pick<ReturnType<typeof useDownload>, 'state' | 'cancel'>
}

/** Says what becomes of the file, and why it failed, with a button that cancels it. */
export function DownloadStatus({ download: { state, cancel }, ...failure }: DownloadStatusProps) {
  return (
    <div>
      <p role="status">
        {state.stage === 'preparing' &&
          `Preparando ${state.what}… ${state.bytes > 0 ? fileSize(state.bytes) : ''}`}
        {state.stage === 'done' && state.text}
      </p>
      {state.stage === 'preparing' && <Button onClick={cancel}>Cancelar</Button>}
      {state.stage === 'failed' && <Failure {...failure} error={state.error} />}
    </div>
  )
}

const tableFormats: readonly (readonly [format: ExportFormat, label: string])[] = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
]

interface TableButtonsProps {
  download: Pick<ReturnType<typeof useDownload>, 'isBusy' | 'start'>
  /** Returns the function that loads the table as a file. */
  loadAs: (format: ExportFormat) => Load
}

/** The buttons that save a table of the screen as a file, one for each format. */
export function TableButtons({ download, loadAs }: TableButtonsProps) {
  return tableFormats.map(([format, label]) => (
    <Button
      key={format}
      aria-label={`Exportar a ${label}`}
      aria-disabled={download.isBusy}
      onClick={() => download.start('el archivo', loadAs(format))}
    >
      {label}
    </Button>
  ))
}

function saved({ name, content }: NamedFile): string {
  saveFile(name, content)
  return `Se descargó ${name} (${fileSize(content.size)}).`
}

/** Saves a file on the device of the person. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read the file after 60 seconds.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Returns true on a phone whose share sheet takes pictures. Browsers have one on secure pages only. */
export function canSharePictures(): boolean {
  const files = [new File([''], 'credencial.png', { type: 'image/png' })]
  return window.matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files }) === true
}

/** Opens the share sheet with a picture, or saves it where there is none or it does not open. */
export async function givePicture({ name, content }: NamedFile, text?: string): Promise<void> {
  if (!canSharePictures()) return saveFile(name, content)
  const files = [new File([content], name, { type: 'image/png' })]
  await navigator.share({ files, ...(text && { text }) }).catch((error) => {
    // A person who closes the sheet wants no file.
    if (error.name !== 'AbortError') saveFile(name, content)
  })
}

interface ProgressProps {
  text: string
  done?: number
  /** Absent or 0 while it is not known: the bar then has no end. */
  total?: number
}

/** The progress of work, in words and as a bar. */
export function Progress({ text, done, total }: ProgressProps) {
  return (
    <>
      <p role="status">{text}</p>
      <progress aria-label="Avance" max={total || 1} value={total ? done : undefined} />
    </>
  )
}

/** The progress of a file that is sent, and then read by the server. `sent` and `size` are numbers of bytes. */
export function UploadProgress({ name, sent, size }: { name: string; sent: number; size: number }) {
  if (sent >= size) return <Progress text={`Leyendo ${name}…`} />
  const text = `Enviando ${name}… ${fileSize(sent)} de ${fileSize(size)}`
  return <Progress text={text} done={sent} total={size} />
}

interface TableHeadProps {
  /** The headings. A column of headings of rows needs none. */
  texts: readonly string[]
  className?: string
}

/** The headings of the columns of a table. */
export function TableHead({ texts, className }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>
        {texts.map((text) =>
          text === '' ? (
            <td key={text} />
          ) : (
            <th key={text} scope="col">
              {text}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

interface FigureProps {
  label: string
  value: string
  /** True for a number that should be zero. */
  isBad?: boolean
}

/** Numbers side by side, each with its words. */
export function Figures({
  figures,
  className = '',
}: {
  figures: readonly FigureProps[]
  className?: string
}) {
  return (
    <dl className={`${parts.figures} ${className}`}>
      {figures.map(({ label, value, isBad }) => (
        <div key={label} data-bad={isBad || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
