/** The buttons that save the passages of a filter as a file. */
import type { ExportFormat } from '#domain/import/export'
import type { PassageView } from '#domain/web/addresses'
import { gateApi } from '../api/gate-api.ts'
import button from '../ui/button.module.css'
import { DownloadStatus, useDownload } from '../ui/download.tsx'
import styles from './passages.module.css'

const formats: [ExportFormat, string][] = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
]

export function PassageExport({ view }: { view: PassageView }) {
  const download = useDownload()
  const save = (format: ExportFormat) =>
    download.start('el archivo', (onBytes, signal) => gateApi.export(view, format, onBytes, signal))

  return (
    <>
      <div className={styles.formats}>
        {formats.map(([format, label]) => (
          <button
            key={format}
            type="button"
            className={button.button}
            aria-label={`Exportar a ${label}`}
            aria-disabled={download.isBusy}
            onClick={() => save(format)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={styles.saved}>
        <DownloadStatus download={download} />
      </div>
    </>
  )
}
