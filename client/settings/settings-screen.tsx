/** The screen *Ajustes*: accounts, gates, validity, backups, photos, the event and what a scan shows, with an index of these sections. */
import { screens } from '#domain/web/addresses'
import { Link } from '../ui/link.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { BackupsSection } from './backups-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { GatesSection } from './gates-section.tsx'
import { PicturesSection } from './pictures-section.tsx'
import { PublicViewSection } from './public-view-section.tsx'
import { useSectionInView } from './section-in-view.ts'
import styles from './settings-screen.module.css'
import { ValiditySection } from './validity-section.tsx'

/** The sections in the order of the screen and of its index. */
const sections = [
  { id: 'cuentas', title: 'Cuentas', Section: AccountsSection },
  { id: 'puertas', title: 'Puertas', Section: GatesSection },
  { id: 'vigencia', title: 'Vigencia', Section: ValiditySection },
  { id: 'copias', title: 'Copias', Section: BackupsSection },
  { id: 'fotos', title: 'Fotos', Section: PicturesSection },
  { id: 'evento', title: 'Evento', Section: BrandSection },
  { id: 'vista', title: 'Vista pública', Section: PublicViewSection },
]

const ids = sections.map(({ id }) => id)

export function SettingsScreen() {
  const inView = useSectionInView(ids)
  return (
    <div className={styles.screen}>
      <title>Ajustes · PilotOS</title>
      <h1>Ajustes</h1>
      <nav className={styles.index} aria-label="Ajustes">
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`} aria-current={id === inView ? 'true' : undefined}>
            {title}
          </a>
        ))}
        <Link to={screens.removed}>Borrados</Link>
      </nav>
      <div className={styles.sections}>
        {sections.map(({ id, title, Section }) => (
          <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Section />
          </section>
        ))}
      </div>
    </div>
  )
}
