/** The buttons that save the passages of a filter as a file. */
import { useState } from 'react'
import type { ExportFormat } from '#domain/import/export'
import type { PassageView } from '#domain/web/addresses'
import { gateApi } from '../api/gate-api.ts'
import button from '../ui/button.module.css'
import { Failure } from '../ui/load.tsx'
import { saveFile } from '../ui/saved-file.ts'
import styles from './passages-screen.module.css'

const formats: [ExportFormat, string][] = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
]

export function PassageExport({ view }: { view: PassageView }) {
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState<string>()
  const [error, setError] = useState<Error>()

  async function save(format: ExportFormat) {
    if (isBusy) return
    setBusy(true)
    setSaved(undefined)
    setError(undefined)
    try {
      const { name, content } = await gateApi.export(view, format)
      saveFile(name, content)
      setSaved(name)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }

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
      {error && <Failure error={error} />}
      <p className={styles.saved} role="status">
        {isBusy && 'Preparando el archivo…'}
        {saved && `Se descargó ${saved}`}
      </p>
    </>
  )
}
