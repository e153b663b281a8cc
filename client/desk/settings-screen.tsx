/** The screen *Ajustes*: its sections, an index of them, and the choice of what a scan shows. */

import { useEffect, useState } from 'react'
import { screens } from '#domain/api/addresses'
import type { PublicData } from '#domain/staff/roles'
import { ReceptionSection } from '../applications/reception-section.tsx'
import { PrintersSection } from '../credential/printers-section.tsx'
import { ValiditySection } from '../credential/validity-section.tsx'
import { CategoriesSection } from '../events/categories/categories-section.tsx'
import { EventSection } from '../events/event-section.tsx'
import { ReservedSection } from '../events/reserved/reserved-section.tsx'
import { GatesSection } from '../gate/numbers/gates-section.tsx'
import { PicturesSection } from '../photos/pictures-section.tsx'
import { ClassesSection } from '../pilots/classes/classes-section.tsx'
import { FieldsSection } from '../pilots/fields/fields-section.tsx'
import { PersonalDataSection } from '../privacy/personal-data-section.tsx'
import { AccountsSection } from '../staff/accounts-section.tsx'
import { PricesSection } from '../till/prices-section.tsx'
import { RadioGroup } from '../ui/field.tsx'
import { Done, savedText, useAction, useSettings } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Awaited, Failure } from '../ui/notice.tsx'
import styles from '../ui/settings.module.css'
import { WaiverSection } from '../waivers/waiver-section.tsx'
import { BackupsSection } from './backups-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { DaySection } from './day-section.tsx'
import { HistorySection } from './history-section.tsx'

/** The sections in the order of the screen and of its index. */
const sections = [
  { id: 'evento', title: 'Evento', Section: EventSection },
  { id: 'categorias', title: 'Categorías', Section: CategoriesSection },
  { id: 'reservados', title: 'Números reservados', Section: ReservedSection },
  { id: 'precios', title: 'Precios', Section: PricesSection },
  { id: 'deslinde', title: 'Deslinde', Section: WaiverSection },
  { id: 'autoinscripcion', title: 'Autoinscripción', Section: ReceptionSection },
  { id: 'marca', title: 'Nombre y logo', Section: BrandSection },
  { id: 'impresora', title: 'Impresora', Section: PrintersSection },
  { id: 'cuentas', title: 'Cuentas', Section: AccountsSection },
  { id: 'puertas', title: 'Puertas', Section: GatesSection },
  { id: 'vigencia', title: 'Vigencia', Section: ValiditySection },
  { id: 'clases', title: 'Clases', Section: ClassesSection },
  { id: 'campos', title: 'Campos', Section: FieldsSection },
  { id: 'datos', title: 'Datos personales', Section: PersonalDataSection },
  { id: 'copias', title: 'Copias', Section: BackupsSection },
  { id: 'dia', title: 'Fin del día', Section: DaySection },
  { id: 'fotos', title: 'Fotos', Section: PicturesSection },
  { id: 'vista', title: 'Vista pública', Section: PublicViewSection },
  { id: 'historial', title: 'Historial', Section: HistorySection },
]

export function SettingsScreen() {
  const inView = useSectionInView()
  const [closedDays, setClosedDays] = useState(0)
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
        <Link to={screens.report}>Informe</Link>
      </nav>
      <div className={layout.stack}>
        {sections.map(({ id, title, Section }) => (
          <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Section closedDays={closedDays} onDayClosed={() => setClosedDays((days) => days + 1)} />
          </section>
        ))}
      </div>
    </div>
  )
}

/** The part of the screen, from the top, in which the start of a section makes it the one that is read. */
const reach = 0.15

/**
 * Returns the identifier of the last section that begins in the upper part of the screen, or above the screen. At the
 * end of the page, where the last sections cannot reach the top, it is the one that the address names, or the last.
 */
function useSectionInView(): string | undefined {
  const [inView, setInView] = useState(sections[0]?.id)
  useEffect(() => {
    const follow = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
      const named = sections.find(({ id }) => isAtEnd && `#${id}` === window.location.hash)
      const line = window.innerHeight * (isAtEnd ? 1 : reach)
      setInView((named ?? sections.findLast(({ id }) => topOf(id) < line) ?? sections[0])?.id)
    }
    const leaving = new AbortController()
    follow()
    window.addEventListener('scroll', follow, { passive: true, signal: leaving.signal })
    window.addEventListener('resize', follow, { signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  return inView
}

/** Returns the distance of an element from the top of the screen, in CSS pixels. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}

const views: [PublicData, string][] = [
  ['completa', 'Completa: la credencial entera, con contactos y grupo sanguíneo'],
  ['minima', 'Mínima: nombre, foto, licencia, número, modalidad y club'],
]

/** The choice of what a person without an account sees of a scanned credential. */
function PublicViewSection() {
  const { load, change } = useSettings()
  const [saving, setSaving] = useState<PublicData>()
  const { run, isBusy, error } = useAction(async (view: PublicData) => {
    setSaving(view)
    await change({ public_data: view })
  })
  return (
    <Awaited load={load}>
      {({ public_data: stored, public_data_fixed: isFixed }) => (
        <>
          {error && <Failure error={error} />}
          <RadioGroup
            legend="Lo que ve quien escanea un QR sin iniciar sesión"
            options={views}
            value={isBusy ? saving : stored}
            onChange={run}
            isDisabled={isFixed || isBusy}
          />
          {isFixed && (
            <p className={layout.hint}>
              Lo fija la opción <code>--public {stored}</code> con la que se abrió el kiosco. Para elegir
              aquí, ábralo sin ella.
            </p>
          )}
          <Done>{saving && !error && !isBusy && savedText}</Done>
        </>
      )}
    </Awaited>
  )
}
