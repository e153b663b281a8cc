/** The choice of the first free slot on a partly used sheet, laid out like the sheet. */
import { cardsPerSheet } from '#domain/cards'
import choices from '../ui/choices.module.css'
import styles from './print-dialog.module.css'

export function SheetSlots({ slot, onChange }: { slot: number; onChange: (slot: number) => void }) {
  return (
    <fieldset className={choices.choices}>
      <legend>Primer lugar libre de la hoja</legend>
      <div className={styles.slots}>
        {Array.from({ length: cardsPerSheet }, (_, before) => before + 1).map((number) => (
          <label key={number} data-used={number < slot || undefined}>
            <input
              type="radio"
              name="slot"
              aria-label={`Lugar ${number}`}
              checked={number === slot}
              onChange={() => onChange(number)}
            />
            {number}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
