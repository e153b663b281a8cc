/** The page on which riders apply on their own phones, in the language of the phone: the form, and the turn. */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { addressOf, credentialPath } from '#domain/api/addresses'
import { type Language, languages, turnText } from '#domain/applications/application'
import type { ApplicationForm } from '#domain/applications/calls'
import { callForOne } from '../api/call.ts'
import { fileOf } from '../api/files.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Loading } from '../ui/notice.tsx'
import { givePicture, useDownload } from '../ui/run.tsx'
import { type KeptApplication, useApplications } from './applications-kept.ts'
import styles from './apply.module.css'
import { ApplyForm, stayText } from './apply-form.tsx'
import {
  inLanguage,
  LanguageContext,
  languageNames,
  languageOf,
  refusalText,
  useWords,
} from './apply-texts.ts'

export function ApplyScreen() {
  const code = new URLSearchParams(useLocation().search).get('c') ?? ''
  const [language, setLanguage] = useState(() => languageOf(navigator.languages))
  const form = useLoad(
    (signal) => callForOne('GET /api/applications/form', { query: { code }, signal }),
    code,
  )
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <main className={styles.page}>
      <title>{inLanguage('Anotarse', language)}</title>
      <header className={styles.head}>
        <span className={styles.name}>{form.value?.event || 'PilotOS'}</span>
        <select
          className={styles.language}
          aria-label="Idioma · Idioma · Language"
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </header>
      <LanguageContext value={language}>
        <Applications code={code} form={form.value} refresh={form.refresh} />
      </LanguageContext>
      {!form.value && !form.error && <Loading />}
      {form.error && (
        <div className={layout.failure} role="alert">
          <p>{refusalText(form.error, language)}</p>
          <Button onClick={form.reload}>{inLanguage('Reintentar', language)}</Button>
        </div>
      )}
    </main>
  )
}

interface ApplicationsProps {
  code: string
  /** Absent while nobody can apply. The turns of this phone are shown all the same. */
  form?: ApplicationForm
  /** Loads the form again. */
  refresh: () => void
}

function Applications({ code, form, refresh }: ApplicationsProps) {
  const kept = useApplications()
  const { all, open, begin } = kept
  const isFirst = form !== undefined && all.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is a form
  useEffect(() => {
    if (isFirst) begin()
  }, [isFirst])
  const { say } = useWords()
  /** The categories and the texts may have changed since the form was loaded. */
  const opening = (edit: () => void) => () => {
    refresh()
    edit()
  }
  if (open && form)
    return <ApplyForm key={open.id} application={open} asked={form} {...{ kept, code, refresh }} />
  return (
    <>
      {all.length > 0 && <h1>{say('Anotarse')}</h1>}
      {all
        .filter(({ status, values }) => status || Object.values(values).some(Boolean))
        .map((one) => (
          <Turn
            key={one.id}
            application={one}
            onCorrect={
              // A form of another tab, in which somebody may still type, goes on as another application.
              form &&
              opening(() => (one.status?.state === 'refused' || !one.isSent ? begin(one) : kept.edit(one.id)))
            }
          />
        ))}
      {form && all.length > 0 && <Button onClick={opening(begin)}>{say('Anotar a otra persona')}</Button>}
    </>
  )
}

interface TurnProps {
  application: KeptApplication
  /** Opens the form again. Absent while nobody can apply. */
  onCorrect?: () => void
}

const toldStates = {
  waiting: 'Espere a que la mesa llame este turno, con su documento en la mano.',
  approved: 'Aprobado: ya está registrado.',
  refused: 'La mesa no lo aprobó:',
} as const

function Turn({ application: { id, values, isSent, status, signing }, onCorrect }: TurnProps) {
  const { say } = useWords()
  const { state, turn, refused, pilot, signed } = status ?? {}
  const unknown = isSent ? 'Este turno ya no está: envíe otra vez, o pase por la mesa.' : 'Falta enviarlo.'
  const unsigned =
    signing?.strokes && !signing.isLater && onCorrect
      ? 'El texto del deslinde cambió: toque Corregir, léalo y firme de nuevo, o firme en la mesa.'
      : 'El deslinde se firma en la mesa.'
  const again = isSent ? 'Corregir y enviar otra vez' : 'Seguir con este'
  return (
    <section className={styles.turn} data-state={state}>
      <p>{[values.name, values.lastname].filter(Boolean).join(' ')}</p>
      {turn && (
        <p className={styles.number}>
          <span>{say('Su turno')}</span> {turnText(turn)}
        </p>
      )}
      <div role="status" className={layout.stack}>
        <p>
          {say(state ? toldStates[state] : unknown)} {refused && <b>{refused}</b>}
        </p>
        {signed !== undefined && <p>{say(signed ? 'Deslinde firmado.' : unsigned)}</p>}
      </div>
      {state === 'waiting' && (
        <>
          <img
            className={styles.qr}
            src={addressOf('GET /api/applications/:id/qr.svg', { params: { id } })}
            alt=""
          />
          <p className={layout.soft}>{say(stayText)}</p>
        </>
      )}
      {pilot && (
        <>
          <a className={button.primary} href={credentialPath(pilot)}>
            {say('Ver mi credencial')}
          </a>
          <SaveCard id={id} />
        </>
      )}
      {state !== 'approved' && onCorrect && (
        <Button onClick={onCorrect}>{say(state === 'waiting' ? 'Corregir' : again)}</Button>
      )}
    </section>
  )
}

/** Gives the picture of the card to the phone whose application was approved. */
function SaveCard({ id }: { id: string }) {
  const { language, say } = useWords()
  const { state, isBusy, start } = useDownload()
  const load = fileOf('GET /api/applications/:id/card.png', { params: { id } }, 'credencial.png')
  const save = () => start('', load, async (file) => givePicture(file).then(() => undefined))
  return (
    <>
      <Button disabled={isBusy} onClick={save}>
        {say('Guardar imagen')}
      </Button>
      {state.stage === 'failed' && (
        <p className={layout.failure} role="alert">
          {refusalText(state.error, language)}
        </p>
      )}
    </>
  )
}
