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
import { ApplyForm } from './apply-form.tsx'
import { languageOf, refusalText, texts } from './apply-texts.ts'

export function ApplyScreen() {
  const code = new URLSearchParams(useLocation().search).get('c') ?? ''
  const [language, setLanguage] = useState(() => languageOf(navigator.languages))
  const words = texts[language]
  const form = useLoad(
    (signal) => callForOne('GET /api/applications/form', { query: { code }, signal }),
    code,
  )
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <main className={styles.page}>
      <title>{words.title}</title>
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
              {texts[one].name}
            </option>
          ))}
        </select>
      </header>
      <Applications code={code} language={language} form={form.value} refresh={form.refresh} />
      {!form.value && !form.error && <Loading />}
      {form.error && (
        <div className={layout.failure} role="alert">
          <p>{refusalText(form.error, language)}</p>
          <Button onClick={form.reload}>{words.retry}</Button>
        </div>
      )}
    </main>
  )
}

interface ApplicationsProps {
  code: string
  language: Language
  /** Absent while nobody can apply. The turns of this phone are shown all the same. */
  form?: ApplicationForm
  /** Loads the form again. */
  refresh: () => void
}

function Applications({ code, language, form, refresh }: ApplicationsProps) {
  const kept = useApplications()
  const { all, open, begin } = kept
  const isFirst = form !== undefined && all.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is a form
  useEffect(() => {
    if (isFirst) begin()
  }, [isFirst])
  const words = texts[language]
  /** The categories and the texts may have changed since the form was loaded. */
  const opening = (edit: () => void) => () => {
    refresh()
    edit()
  }
  if (open && form)
    return <ApplyForm key={open.id} application={open} {...{ kept, form, language, code, refresh }} />
  return (
    <>
      {all.length > 0 && <h1>{words.title}</h1>}
      {all
        .filter(({ status, values }) => status || Object.values(values).some(Boolean))
        .map((one) => (
          <Turn
            key={one.id}
            application={one}
            language={language}
            onCorrect={
              // A form of another tab, in which somebody may still type, goes on as another application.
              form &&
              opening(() => (one.status?.state === 'refused' || !one.isSent ? begin(one) : kept.edit(one.id)))
            }
          />
        ))}
      {form && all.length > 0 && <Button onClick={opening(begin)}>{words.another}</Button>}
    </>
  )
}

interface TurnProps {
  application: KeptApplication
  language: Language
  /** Opens the form again. Absent while nobody can apply. */
  onCorrect?: () => void
}

function Turn({ application: { id, values, isSent, status, signing }, language, onCorrect }: TurnProps) {
  const words = texts[language]
  const name = [values.name, values.lastname].filter(Boolean).join(' ')
  if (!status)
    return (
      <section className={styles.turn}>
        <p>{name}</p>
        <p role="status">{isSent ? words.gone : words.unfinished}</p>
        {onCorrect && <Correct text={isSent ? words.sendAgain : words.resume} onClick={onCorrect} />}
      </section>
    )
  const { state, turn, refused, pilot, signed } = status
  const toSign = signing?.strokes && !signing.isLater && onCorrect ? words.signAgain : words.notSigned
  return (
    <section className={styles.turn} data-state={state}>
      <p>{name}</p>
      <p className={styles.number}>
        <span>{words.turn}</span> {turnText(turn)}
      </p>
      <div role="status" className={layout.stack}>
        {state === 'waiting' && <p>{words.waiting}</p>}
        {state === 'approved' && <p>{words.approved}</p>}
        {state === 'refused' && (
          <p>
            {words.refused} <b>{refused}</b>
          </p>
        )}
        {signed !== undefined && <p>{signed ? words.signed : toSign}</p>}
      </div>
      {state === 'waiting' && (
        <>
          <img
            className={styles.qr}
            src={addressOf('GET /api/applications/:id/qr.svg', { params: { id } })}
            alt=""
          />
          <p className={layout.soft}>{words.stay}</p>
        </>
      )}
      {pilot && (
        <>
          <a className={button.primary} href={credentialPath(pilot)}>
            {words.credential}
          </a>
          <SaveCard id={id} language={language} />
        </>
      )}
      {state !== 'approved' && onCorrect && (
        <Correct text={state === 'refused' ? words.sendAgain : words.correct} onClick={onCorrect} />
      )}
    </section>
  )
}

/** Gives the picture of the card to the phone whose application was approved. */
function SaveCard({ id, language }: { id: string; language: Language }) {
  const { state, isBusy, start } = useDownload()
  const load = fileOf('GET /api/applications/:id/card.png', { params: { id } }, 'credencial.png')
  const save = () => start('', load, async (file) => givePicture(file).then(() => undefined))
  return (
    <>
      <Button disabled={isBusy} onClick={save}>
        {texts[language].save}
      </Button>
      {state.stage === 'failed' && (
        <p className={layout.failure} role="alert">
          {refusalText(state.error, language)}
        </p>
      )}
    </>
  )
}

function Correct({ text, onClick }: { text: string; onClick: () => void }) {
  return <Button onClick={onClick}>{text}</Button>
}
