/** The buttons that save the passages of a filter as a file. */
import type { ExportFormat } from '#domain/import/export'
import type { PassageView } from '#domain/web/addresses'
import type { FileProgress } from '../api/download.ts'
import { gateApi } from '../api/gate-api.ts'
import button from '../ui/button.module.css'
import { FileProgressBar } from '../ui/file-progress.tsx'
import { Failure } from '../ui/load.tsx'
import { useDownload } from '../ui/use-download.ts'
import styles from './passages-screen.module.css'

const formats: [ExportFormat, string][] = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
]

export function PassageExport({ view }: { view: PassageView }) {
  const { state, start, cancel } = useDownload<FileProgress>()
  const isBusy = state.stage === 'preparing'
  const save = (format: ExportFormat) =>
    start((onProgress, signal) => gateApi.export(view, format, onProgress, signal))

  return (
    <>
      <div className={styles.formats}>
        {formats.map(([format, label]) => (
          <button
            key={format}
            type="button"
            className={button.button}
            aria-label={`Exportar a ${label}`}
            aria-disabled={isBusy}
            onClick={() => save(format)}
          >
            {label}
          </button>
        ))}
      </div>
      {isBusy && (
        <div className={styles.progress}>
          <FileProgressBar progress={state.progress} items="lecturas" onCancel={cancel} />
        </div>
      )}
      {state.stage === 'failed' && <Failure error={state.error} />}
      <p className={styles.saved} role="status">
        {isBusy && 'Preparando el archivo…'}
        {state.stage === 'done' && `Se descargó ${state.name}`}
      </p>
    </>
  )
}
