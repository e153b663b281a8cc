/** The personal data of the riders: the text that people accept when they register, and how long the data is kept. */
import { type FormEvent, useState } from 'react'
import { maxConsentText } from '#domain/pilot/consent'
import { figure } from '#domain/text/text'
import type { ConsentInfo } from '#domain/web/settings-calls'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import { Awaited, Failure } from '../ui/load.tsx'
import { useAction } from '../ui/use-action.ts'
import { RetentionSection } from './retention-section.tsx'
import styles from './settings-screen.module.css'

export function PersonalDataSection() {
  return (
    <>
      <Consent />
      <RetentionSection />
    </>
  )
}

function Consent() {
  const loaded = useLoad((signal) => callForOne('GET /api/settings', { signal }), 'consent')
  const [saved, setSaved] = useState<ConsentInfo>()
  return (
    <Awaited load={loaded}>
      {({ consent }) => (
        <>
          <h3>Consentimiento</h3>
          <p>
            Con un texto, el formulario pide que el piloto lo acepte, o su apoderado si es menor de 18 años.
            Anota cuándo, qué versión y quién. Quien no acepta se registra igual, y su credencial dice a la
            mesa que falta.
          </p>
          <ConsentForm stored={saved ?? consent} isSaved={saved !== undefined} onSaved={setSaved} />
        </>
      )}
    </Awaited>
  )
}

interface ConsentFormProps {
  stored: ConsentInfo
  isSaved: boolean
  onSaved: (consent: ConsentInfo | undefined) => void
}

function ConsentForm({ stored, isSaved, onSaved }: ConsentFormProps) {
  const [typed, setTyped] = useState(stored.text)
  const [hasTyped, setHasTyped] = useState(false)
  const isChanged = typed.trim() !== stored.text
  const { run, isBusy, error, clear } = useAction(async () => {
    const { consent } = await callForOne('PUT /api/settings', { body: { consent: { text: typed } } })
    setTyped(consent.text)
    setHasTyped(false)
    onSaved(consent)
  })

  function type(text: string) {
    setTyped(text)
    setHasTyped(true)
    clear()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (isChanged) void run()
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <Field
        name="consent"
        label="Texto del consentimiento"
        hint={`${hintOf(stored)} ${figure(typed.length)} de ${figure(maxConsentText)} letras.`}
      >
        {(control) => (
          <textarea
            {...control}
            rows={8}
            maxLength={maxConsentText}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
      {error && <Failure hasUnsavedData error={error} />}
      {isChanged && (
        <div className={styles.actions}>
          <button type="submit" className={button.primary} disabled={isBusy}>
            Guardar el texto
          </button>
          <button type="button" className={button.button} disabled={isBusy} onClick={() => type(stored.text)}>
            Descartar
          </button>
        </div>
      )}
      <p role="status" className={styles.good}>
        {isSaved && !hasTyped && savedText(stored)}
      </p>
    </form>
  )
}

function hintOf({ text, version }: ConsentInfo): string {
  if (text === '') return 'Sin un texto, no se pregunta nada.'
  return `Es la versión ${version}: un cambio hace la ${version + 1}, que hay que aceptar otra vez.`
}

function savedText({ text, version }: ConsentInfo): string {
  return text === ''
    ? 'Guardado: ya no se pregunta nada.'
    : `Guardado: la versión ${version} vale desde ahora.`
}
