/** The notice about a pilot who was stored, with the next steps, displayed until the next action. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { credentialPath, screens } from '#domain/web/addresses'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { useDuplicates } from './duplicates.ts'
import { OwnerLink } from './field-messages.tsx'
import { valuesOf } from './pilot-values.ts'
import styles from './saved-notice.module.css'

/** The keys of the buttons. Neither browsers nor form fields use them, so that they work while a person types. */
const keys = { credential: 'F2', next: 'F4', print: 'F8', search: 'F9' } as const

interface SavedNoticeProps {
  pilot: Pilot
  /** The success message. */
  text: string
  onPrint: () => void
  /** Called when the person goes on to the next pilot. */
  onNext: () => void
}

export function SavedNotice({ pilot, text, onPrint, onNext }: SavedNoticeProps) {
  const navigate = useNavigate()
  const path = credentialPath(pilot.id)
  useKeys({
    [keys.credential]: () => navigate(path),
    [keys.next]: onNext,
    [keys.print]: onPrint,
    [keys.search]: () => navigate(screens.search, { state: searchState }),
  })

  return (
    <Notice kind="good">
      <p>
        <strong>{text}</strong> {fullName(pilot)}
        <SharedNumbers pilot={pilot} />
      </p>
      <div className={styles.steps}>
        <button type="button" className={button.button} aria-keyshortcuts={keys.print} onClick={onPrint}>
          Imprimir <kbd>{keys.print}</kbd>
        </button>
        <Link className={button.button} to={path} aria-keyshortcuts={keys.credential}>
          Ver credencial <kbd>{keys.credential}</kbd>
        </Link>
        <button type="button" className={button.button} aria-keyshortcuts={keys.next} onClick={onNext}>
          Siguiente <kbd>{keys.next}</kbd>
        </button>
        <Link
          className={button.button}
          to={screens.search}
          state={searchState}
          aria-keyshortcuts={keys.search}
        >
          Buscar <kbd>{keys.search}</kbd>
        </Link>
      </div>
    </Notice>
  )
}

const searchState = { hasFocus: true }

/** Says who else has the numbers of the pilot: they may be stored, but not unnoticed. */
function SharedNumbers({ pilot }: { pilot: Pilot }) {
  const [values] = useState(() => valuesOf(pilot))
  const { npiloto, nlicencia } = useDuplicates(values, values, pilot.id)
  return (
    <>
      {npiloto && (
        <span className={styles.shared}>
          El número {pilot.npiloto} de {pilot.modalidad} lo tiene también <OwnerLink {...npiloto} />.
        </span>
      )}
      {nlicencia && (
        <span className={styles.shared}>
          La licencia {pilot.nlicencia} la tiene también <OwnerLink {...nlicencia} />.
        </span>
      )}
    </>
  )
}

/** Runs the action of a key, unless a dialog is open. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const action = latest.current[event.key]
      if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat && !document.querySelector('dialog[open]')) action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
