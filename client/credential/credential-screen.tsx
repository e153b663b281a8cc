/** A pilot's credential: the page that a scanned QR opens and that staff print. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  chatUrl,
  credentialPath,
  credentialUrl,
  mailUrl,
  phoneUrl,
  photoPath,
  qrPath,
  recordPath,
} from '#domain/api/addresses'
import type { CredentialPilot } from '#domain/api/wire'
import { describeStatus, earlyEndOf, mayEndEarly, type Status, statusTexts } from '#domain/credential/status'
import { brandFor } from '#domain/desk/brand'
import { documentText, numberLabel } from '#domain/pilots/document'
import { sections } from '#domain/pilots/field'
import { type FieldName, fields, fieldsOf, labelsIn, shownText } from '#domain/pilots/fields'
import type { OwnFact } from '#domain/pilots/own/field-table'
import { fullName, isMinor, minorText } from '#domain/pilots/pilot'
import { groupedId } from '#domain/pilots/pilot-id'
import { consentMissing, consentText } from '#domain/privacy/consent'
import { ageOn, formatMoment, today } from '#domain/text/date'
import { count } from '#domain/text/text'
import { ApiError, pilotOf } from '../api/call.ts'
import type { RiderProps } from '../api/feature.ts'
import { useEmbedded, useLoad } from '../api/load.ts'
import { loadPilot } from '../api/pilots.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Photo, StatusIcon } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { BrandHead } from './brand-head.tsx'
import styles from './credential.module.css'
import type { CredentialActionsProps, CredentialState } from './credential-actions.tsx'
import staffStyles from './credential-staff.module.css'

interface CredentialScreenProps {
  id: string
  /** Renders the actions of staff, whose code a scanned credential does not load. */
  actions: (props: CredentialActionsProps) => ReactNode
  /** Renders the entries in the open event, for staff. */
  entries: (props: RiderProps) => ReactNode
  /** Renders the button of a gate, which records an entry or, with a revoked card, the failed one. */
  entry: (id: string, isRevoked: boolean) => ReactNode
}

export function CredentialScreen(props: CredentialScreenProps) {
  const { role } = useSession()
  return <LoadedCredential key={`${props.id} ${role}`} {...props} />
}

function LoadedCredential({ id, ...parts }: CredentialScreenProps) {
  const { role } = useSession()
  const known = useEmbedded(recordPath(id), pilotOf)
  const loaded = useLoad((signal) => loadPilot(id, signal), id, known)
  const [followed, follow] = useState<CredentialState>()
  const { value, error } = followed ?? loaded
  if (error instanceof ApiError && error.details.revoked_at) {
    const { revoked_at: at, next } = error.details
    return (
      <>
        {role !== null && <div className={layout.screenOnly}>{parts.entry(id, true)}</div>}
        <Revoked text={error.message} at={at} next={next} />
      </>
    )
  }
  if (error) {
    const isTemporary = error instanceof ApiError && error.isTemporary
    return (
      <div data-is-temporary={isTemporary || undefined}>
        <title>Credencial · PilotOS</title>
        <h1>Credencial</h1>
        <Failure
          error={error}
          retry={role === null ? credentialPath(encodeURIComponent(id)) : loaded.reload}
        />
        {followed && parts.actions({ id, onChange: follow })}
      </div>
    )
  }
  return value ? <Credential pilot={value} onChange={follow} {...parts} /> : <Loading />
}

/**
 * Tells a marshal that a card is revoked. It contains no personal data and can be read from afar. Only staff get `next`,
 * the current identifier of the pilot.
 */
function Revoked({ text, at, next }: { text: string; at: string; next?: string }) {
  return (
    <div className={styles.revoked} role="alert">
      <title>{text}</title>
      <StatusIcon kind="revoked" className={styles.icon} />
      <h1>{text}</h1>
      <p>
        <Moment at={at} />
      </p>
      <p>Pida al piloto su credencial nueva o avise a la mesa.</p>
      {next && (
        <Link className={styles.next} to={credentialPath(next)}>
          Abrir la credencial nueva
        </Link>
      )}
    </div>
  )
}

/** Shows a time in the time zone of the browser. HTML of the server has it in the zone of the laptop. */
function Moment({ at }: { at: string }) {
  const text = formatMoment(at)
  const correct = (element: HTMLElement | null) => {
    if (element && element.textContent !== text) element.textContent = text
  }
  return (
    <time dateTime={at} ref={correct} suppressHydrationWarning>
      {text}
    </time>
  )
}

/** The elements that staff see elsewhere, to make room for the actions and the entries. */
type Placed = 'credential' | 'who' | 'plate' | 'facts' | 'qr'

function Credential({
  pilot,
  onChange,
  actions,
  entries,
  entry,
}: Omit<CredentialScreenProps, 'id'> & {
  pilot: CredentialPilot
  onChange: CredentialActionsProps['onChange']
}) {
  const { role, staff, brand, event, public_url } = useSession()
  const { id, photo, celular, participacion, number = pilot.npiloto } = pilot
  const page = useOnePage()
  const placed = (name: Placed) => (staff ? `${styles[name]} ${staffStyles[name]}` : styles[name])
  return (
    <article ref={page} className={placed('credential')}>
      <title>{`${fullName(pilot)} · Credencial`}</title>
      <BrandHead brand={brandFor(brand, event)} />
      {pilot.status && <StatusBand status={pilot.status} pilot={pilot} />}
      {role !== null && <div className={layout.screenOnly}>{entry(id, false)}</div>}
      <div className={staff ? staffStyles.pilot : undefined}>
        <div className={styles.card}>
          <Photo
            className={styles.photo}
            isFirst
            src={photo ? photoPath(photo) : undefined}
            alt={`Foto de ${fullName(pilot)}`}
          />
          <div className={placed('who')}>
            <h1 className={styles.name} data-length={lengthOf(fullName(pilot))}>
              {pilot.name} <span className={layout.block}>{pilot.lastname}</span>
            </h1>
            {pilot.fechanac && isMinor({ fechanac: pilot.fechanac }, today()) && (
              <p className={`${layout.plate} ${styles.words}`}>&nbsp;{minorText}&nbsp;</p>
            )}
            {pilot.club && <p className={styles.club}>{pilot.club}</p>}
            {typeof celular === 'number' && <ContactLink celular={celular} chat={pilot.chat} />}
          </div>
          {number && (
            <p className={placed('plate')} data-length={lengthOf(number, 4)} aria-hidden="true">
              {number}
            </p>
          )}
          {staff && <div className={staffStyles.actions}>{actions({ id, pilot, onChange })}</div>}
          <dl className={placed('facts')}>
            {factNames.map((name) => (
              <Fact key={name} name={name} pilot={{ ...pilot, npiloto: number }} />
            ))}
            {pilot.ownFacts?.map((fact) => (
              <TextFact key={fact.label} {...fact} />
            ))}
          </dl>
          {pilot.status?.kind !== 'incomplete' && (
            <figure className={placed('qr')}>
              <img
                src={qrPath(credentialUrl(public_url, id), 'svg')}
                alt="Código QR de esta credencial"
                width="512"
                height="512"
              />
              <figcaption>{groupedId(id)}</figcaption>
            </figure>
          )}
        </div>
        {staff && <ConsentFact pilot={pilot} />}
        {staff && <EmergencyFacts pilot={pilot} />}
        {participacion !== undefined && (
          <section className={styles.history}>
            <h2>Historial de Competiciones</h2>
            <p>{participacion}</p>
          </section>
        )}
      </div>
      {/* Beside or below the pilot, because it appears late and grows with the entries: nothing else may move. */}
      {staff && (
        <div className={staffStyles.entries}>
          {entries({ pilot, onChange: (value) => onChange({ value }) })}
        </div>
      )}
    </article>
  )
}

/** Lets an e-mail address wrap before its @ rather than anywhere else. */
function wrappedAtSign(email: string): ReactNode {
  const [name, host = ''] = email.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  )
}

const labels = labelsIn('credential')

/** The most important facts first. Those of other fields follow in the order of the form. */
const firstFacts: readonly FactName[] = [
  'dni',
  'tiposangre',
  'nlicencia',
  'npiloto',
  'modalidad',
  'category',
  'licencia',
  'fechanac',
  'email',
]
/** A field, or the category in the open event. */
type FactName = FieldName | 'category'
const factNames = [...new Set<FactName>([...firstFacts, ...labels.keys()])]

const factStyles: Partial<Record<FactName, string>> = {
  tiposangre: styles.blood,
  nlicencia: styles.licence,
  email: styles.wide,
}

/** One fact, unless the pilot has none or the reader may not see it. */
function Fact({ name, pilot }: { name: FactName; pilot: CredentialPilot }) {
  if (name === 'category') return <TextFact label="Categoría" text={pilot.category} />
  const value = name === 'dni' ? documentText(pilot) : shownText(name, pilot[name])
  if (value === undefined) return null
  const label = name === 'dni' ? numberLabel(pilot) : labels.get(name)
  return (
    <div className={factStyles[name]}>
      <dt>{label}</dt>
      <dd>
        {name === 'email' ? <a href={mailUrl(value)}>{wrappedAtSign(value)}</a> : value}
        {name === 'fechanac' && pilot.fechanac && ` · ${count(ageOn(pilot.fechanac, today()), 'año')}`}
      </dd>
    </div>
  )
}

function TextFact({ label, text }: Partial<OwnFact>) {
  return text ? (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  ) : null
}

/** The consent of the pilot. What is missing is not printed. */
function ConsentFact({ pilot: { consent, consentDue, status } }: { pilot: CredentialPilot }) {
  if (!consent && consentDue === undefined) return null
  return consent ? (
    <section className={styles.history}>
      <p>
        Consentimiento: {consentText(consent, consentDue)}
        {consent.by && ` · ${consent.by}`}
      </p>
    </section>
  ) : (
    <details open className={staffStyles.emergency}>
      <summary>{consentMissing}</summary>
      <p>Se anota con «{status?.kind === 'incomplete' ? 'Completar' : 'Editar'}».</p>
    </details>
  )
}

const emergencyFields = fieldsOf('emergencia')

/** The emergency and insurance data, for the desk. They are folded and never printed, since others may be looking. */
function EmergencyFacts({ pilot }: { pilot: CredentialPilot }) {
  const facts = emergencyFields.flatMap((name) => {
    const value = shownText(name, pilot[name])
    return value === undefined ? [] : [{ name, value }]
  })
  if (facts.length === 0) return null
  return (
    <details className={staffStyles.emergency}>
      <summary>{sections.emergencia}</summary>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{fields[name].label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Returns the size class of a text: its length divided by `usual`, rounded up, at most 3. Higher is smaller type. */
function lengthOf(text: string, usual = 24): number {
  return Math.min(3, Math.ceil(text.length / usual))
}

function StatusBand({ status, pilot }: { status: Status; pilot: CredentialPilot }) {
  const word = statusTexts[status.kind]
  const detail = detailOf(status, pilot)
  return (
    <div className={styles.band} data-kind={status.kind}>
      <StatusIcon kind={status.kind} />
      <p className={styles.words}>
        <strong className={styles.word}>{word}</strong>
        {describeStatus(status).slice(word.length).replace(/^:/, '')}
      </p>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}

/**
 * Returns the reason of a suspension, or what ends first if the pilot has a medical certificate or an insurance policy
 * with a last day. Only staff know these.
 */
function detailOf(status: Status, pilot: CredentialPilot): string | undefined {
  const { kind, reason } = status
  if (reason) return `Motivo: ${reason}`
  if (kind === 'suspended' || !mayEndEarly(pilot)) return undefined
  const early = earlyEndOf(status)
  const what = early ? `el ${early}` : 'la licencia'
  return kind === 'valid' ? `Termina primero ${what}` : `Venció ${what}`
}

/** The height of a page without its margins, in millimetres: the shorter of A4 and US Letter. */
const pageHeight = 254
const pixelsPerMillimetre = 96 / 25.4

/** Returns the ref of the element to fit. The attribute `data-printing` gives the element its print layout. */
function useOnePage(): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = () => page.current && setOnPage(page.current)
    const after = () => page.current && release(page.current)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return page
}

/**
 * Sets the text in columns and reduces its zoom until the element fits. Smaller type also makes more columns, so that
 * even a text with one word per line fits in the end.
 */
function setOnPage(element: HTMLElement): void {
  element.dataset.printing = 'true'
  const { width } = getComputedStyle(element)
  const fits = () => element.getBoundingClientRect().height <= pageHeight * pixelsPerMillimetre
  if (fits()) return
  element.dataset.columns = 'true'
  for (let zoom = 1; zoom > 0.1 && !fits(); zoom -= 0.05) {
    element.style.zoom = String(zoom)
    element.style.width = `calc(${width} / ${zoom})`
  }
}

function release(element: HTMLElement): void {
  delete element.dataset.printing
  delete element.dataset.columns
  element.style.zoom = ''
  element.style.width = ''
}

/** The link to the chat with a rider, or to a call if the chat could be that of a stranger. */
function ContactLink({ celular, chat }: { celular: number; chat: string | undefined }) {
  const { staff, country_code } = useSession()
  const isUncertain = staff && country_code === null && String(celular).length <= mostWithoutCode
  const words = isUncertain ? noCountry : chat === undefined && noChat
  return (
    <>
      <a
        className={`${button.chat} ${layout.screenOnly}`}
        {...(chat === undefined
          ? { href: phoneUrl(String(celular)) }
          : { href: chatUrl(chat), target: '_blank', rel: 'noreferrer' })}
      >
        {chat === undefined ? 'Llamar' : 'Contactar por WhatsApp'} <span>{celular}</span>
      </a>
      {words && <p className={layout.hint}>{words}</p>}
    </>
  )
}

/** A longer number has a country code. */
const mostWithoutCode = 10

const noChat = 'Sin WhatsApp: no es un celular del país del evento, ni lleva el código de otro.'
const noCountry = 'Sin código de país puede ser el chat de otra persona: elija el país en Ajustes, Evento.'
