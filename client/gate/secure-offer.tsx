/** The page before the https address of a gate: it shows in two pictures what the phone asks once. */
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import styles from './secure-offer.module.css'

/** Returns the https address of the gates, if this page is not secure and has no live camera. */
export function useSecureAddress(): string | undefined {
  const { secure_url } = useSession()
  return window.isSecureContext ? undefined : (secure_url ?? undefined)
}

interface SecureOfferProps {
  /** The address that continues there. */
  address: string
  /** Continues on this page, without the live camera. */
  onStay: () => void
}

export function SecureOffer({ address, onStay }: SecureOfferProps) {
  const { hostname } = new URL(address)
  return (
    <div className={styles.offer}>
      <h1>Cámara en vivo</h1>
      <p>
        En la página segura, la cámara lee sin tocar nada. El teléfono pregunta <b>una sola vez</b>, porque la
        laptop firma ella misma su certificado:
      </p>
      <ol className={styles.pictures}>
        <li>
          <Warning words={['Configuración', 'avanzada']} />
          <p>
            Sale un aviso. Toque <b>Configuración avanzada</b> o, en un iPhone, <b>Mostrar detalles</b>.
          </p>
        </li>
        <li>
          <Warning words={['Continuar a', hostname]} isOpen />
          <p>
            Toque <b>Continuar a {hostname}</b> o, en un iPhone, <b>visitar este sitio web</b>.
          </p>
        </li>
      </ol>
      <a className={button.submit} href={address}>
        Abrir la página segura
      </a>
      <button type="button" className={button.button} onClick={onStay}>
        Seguir sin cámara en vivo
      </button>
    </div>
  )
}

/** Draws the warning of a browser on a phone, with the words to tap in a frame. */
function Warning({ words, isOpen = false }: { words: readonly [string, string]; isOpen?: boolean }) {
  const top = isOpen ? 118 : 92
  return (
    <svg className={styles.drawing} viewBox="0 0 110 170" aria-hidden="true">
      <rect className={styles.device} x="3" y="3" width="104" height="164" rx="12" />
      <path className={styles.sign} d="M55 22l20 34H35zM55 33v11M55 49v2" />
      <path className={styles.lines} d={`M24 68h62M24 78h${isOpen ? '62M24 88h62M24 98h40' : '44'}`} />
      <rect className={styles.target} x="14" y={top} width="82" height="34" rx="5" />
      {words.map((word, index) => (
        <text key={word} className={styles.word} x="55" y={top + 14 + index * 12} textAnchor="middle">
          {word}
        </text>
      ))}
    </svg>
  )
}
