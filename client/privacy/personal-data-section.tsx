/** The personal data of the riders: the text that people accept when they register, and how long the data is kept. */

import type { ConsentInfo } from '#domain/desk/settings-calls'
import { maxConsentText } from '#domain/privacy/consent'
import { figure } from '#domain/text/text'
import { TextField } from '../ui/field.tsx'
import { SettingsForm, useForm, useSettings } from '../ui/form.tsx'
import { Awaited } from '../ui/notice.tsx'
import { RetentionSection } from './retention-section.tsx'

export function PersonalDataSection() {
  return (
    <>
      <Consent />
      <RetentionSection />
    </>
  )
}

/** The form of the text of the consent. */
function Consent() {
  const { load, change } = useSettings()
  const form = useForm({
    stored: { text: load.value?.consent.text ?? '' },
    send: ({ text }) => change({ consent: { text } }),
  })
  const { text } = form.values
  return (
    <Awaited load={load}>
      {({ consent }) => (
        <>
          <h3>Consentimiento</h3>
          <p>
            Con un texto, el formulario pide que el piloto lo acepte, o su apoderado si es menor de 18 años.
            Anota cuándo, qué versión y quién. Quien no acepta se registra igual, y su credencial dice a la
            mesa que falta.
          </p>
          <SettingsForm
            form={form}
            action="Guardar el texto"
            isChanged={text.trim() !== consent.text}
            discard={form.discard}
            saved={form.isSaved && textSaved(consent)}
          >
            <TextField
              {...form.field('text')}
              label="Texto del consentimiento"
              hint={`${hintOf(consent)} ${figure(text.length)} de ${figure(maxConsentText)} letras.`}
              rows={8}
              maxLength={maxConsentText}
            />
          </SettingsForm>
        </>
      )}
    </Awaited>
  )
}

function hintOf({ text, version }: ConsentInfo): string {
  if (text === '') return 'Sin un texto, no se pregunta nada.'
  return `Es la versión ${version}: un cambio hace la ${version + 1}, que hay que aceptar otra vez.`
}

function textSaved({ text, version }: ConsentInfo): string {
  return text === ''
    ? 'Guardado: ya no se pregunta nada.'
    : `Guardado: la versión ${version} vale desde ahora.`
}
