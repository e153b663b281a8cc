/** The sheets of a workbook whose riders are not imported yet. */
import type { ImportPreview } from '#domain/import/preview'
import { count, enumerate } from '#domain/text/text'
import button from '../ui/button.module.css'
import styles from './problems.module.css'

interface OtherSheetsProps {
  sheets: ImportPreview['sheets']
  /** Goes on with a sheet. Absent before the import of the present one. */
  onTake?: (sheet: string) => void
}

export function OtherSheets({ sheets, onTake }: OtherSheetsProps) {
  if (sheets.length === 0) return null
  const riders = sheets.reduce((sum, sheet) => sum + sheet.riders, 0)
  const named = sheets.map((sheet) => `«${sheet.name}»${sheets.length > 1 ? ` (${sheet.riders})` : ''}`)
  return (
    <div className={styles.sheets}>
      <p>
        {riders === 1 ? 'Queda' : 'Quedan'} {count(riders, 'piloto')} en{' '}
        {sheets.length === 1 ? 'otra hoja' : 'otras hojas'}: {enumerate(named)}
      </p>
      {onTake &&
        sheets.map(({ name }) => (
          <button key={name} type="button" className={button.button} onClick={() => onTake(name)}>
            Importar la hoja «{name}»
          </button>
        ))}
    </div>
  )
}
