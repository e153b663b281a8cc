/** The export of the pilots: all, or those that the present search finds, in one of the formats. */
import { useState } from 'react'
import type { ExportOptions } from '#domain/export'
import { count, figure } from '#domain/text'
import { staffApi } from '../staff-api.ts'
import button from './button.module.css'
import choices from './choices.module.css'
import { Dialog } from './dialog.tsx'
import styles from './export-dialog.module.css'
import { Failure } from './load.tsx'
import { saveFile } from './saved-file.ts'

interface ExportDialogProps {
  search: string
  /** How many pilots `search` finds. */
  found: number
  onClose: () => void
}

const formats: (ExportOptions & { label: string })[] = [
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'csv', label: 'CSV (para Excel)' },
  { format: 'csv', plain: true, label: 'CSV sin formato (para programas)' },
  { format: 'json', label: 'JSON' },
]

export function ExportDialog({ search, found, onClose }: ExportDialogProps) {
  const [isAll, setAll] = useState(!search || found === 0)
  const [busy, setBusy] = useState<string>()
  const [saved, setSaved] = useState<string>()
  const [error, setError] = useState<Error>()

  async function save({ label, ...options }: (typeof formats)[number]) {
    if (busy) return
    setBusy(label)
    setSaved(undefined)
    setError(undefined)
    try {
      const { name, content } = await staffApi.export({ ...options, search: isAll ? undefined : search })
      saveFile(name, content)
      setSaved(name)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <Dialog title="Exportar pilotos" onClose={onClose}>
      {search && found > 0 ? (
        <fieldset className={choices.choices}>
          <legend>Qué pilotos</legend>
          <label>
            <input type="radio" name="which" checked={!isAll} onChange={() => setAll(false)} />
            {count(found, 'piloto')} con «{search}»
          </label>
          <label>
            <input type="radio" name="which" checked={isAll} onChange={() => setAll(true)} />
            Todos los pilotos
          </label>
        </fieldset>
      ) : (
        <p>{search ? 'Todos los pilotos.' : `Todos los pilotos: ${figure(found)}.`}</p>
      )}
      <div className={styles.formats}>
        {formats.map((format) => (
          <button
            key={format.label}
            type="button"
            className={button.button}
            aria-disabled={busy !== undefined}
            onClick={() => save(format)}
          >
            {format.label}
          </button>
        ))}
      </div>
      {error && <Failure isKept error={error} />}
      <p role="status">
        {busy && `Preparando ${busy}…`}
        {saved && `Se descargó ${saved}`}
      </p>
    </Dialog>
  )
}
