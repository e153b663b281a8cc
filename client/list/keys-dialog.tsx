/** The dialog that explains the keyboard shortcuts of the list. */
import { KeysTable } from '../help/keys-table.tsx'
import { Dialog } from '../ui/dialog.tsx'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Teclas" closesOnScan onClose={onClose}>
      <KeysTable />
      <p>
        Valen en la lista, mientras no se escribe en un campo. Un lector de mano abre la credencial desde
        cualquier pantalla, sin elegir nada antes.
      </p>
    </Dialog>
  )
}
