/** The form that a scan leaves: a question before a chosen photo is lost, and a link back to what was typed. */
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/confirmation.tsx'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import overlay from '../ui/overlay.module.css'

/** Returns what the form on the screen has not sent: a chosen photo, or only values, which the browser keeps. */
export function unsavedForm(): 'photo' | 'values' | undefined {
  const form = document.querySelector<HTMLFormElement>('form[data-unsaved]')
  return form?.dataset.unsaved as ReturnType<typeof unsavedForm>
}

export function LostPhoto({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  return (
    <Confirmation
      title="Salir del formulario"
      action="Salir sin la foto"
      confirm={async () => onLeave()}
      onClose={onClose}
    >
      <p>
        La foto elegida todavía no se guardó y se pierde al salir. Lo escrito se conserva en este navegador.
      </p>
    </Confirmation>
  )
}

/** Says that the values of a form are kept. `address` is the path of the form. */
export function KeptValues({ address, onReturn }: { address: string | undefined; onReturn: () => void }) {
  return (
    <div className={overlay.overlay} role="status">
      {address && (
        <Notice kind="good">
          <p>Lo escrito en el formulario se conserva.</p>
          <Link className={button.button} to={address} onClick={onReturn}>
            Volver al formulario
          </Link>
        </Notice>
      )}
    </div>
  )
}
