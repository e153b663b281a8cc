/** The name, colour and logo of the event or federation, with a preview of the credential's head and of a card. */
import { type FormEvent, useEffect, useState } from 'react'
import { maxBrandName } from '#domain/web/brand'
import { ApiError } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { type BrandDraft, settingsApi } from '../api/settings-api.ts'
import { BrandHead } from '../ui/brand-head.tsx'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { Failure } from '../ui/load.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import styles from './brand-section.module.css'
import shared from './settings-screen.module.css'

export function BrandSection() {
  const { brand: stored, update, ...session } = useSession()
  const [draft, setDraft] = useState<BrandDraft>({ name: stored.name, colour: stored.colour })
  const [card, setCard] = useState<File>()
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState<'card' | 'save'>()
  const [isSaved, setSaved] = useState(false)
  const chosenLogo = useObjectUrl(draft.logo)
  const cardUrl = useObjectUrl(card)
  const logo = draft.logo === undefined ? stored.logo : (chosenLogo ?? null)

  function change(changes: Partial<BrandDraft>) {
    setDraft((last) => ({ ...last, ...changes }))
    setCard(undefined)
    setSaved(false)
    setProblem(undefined)
  }

  async function run(what: 'card' | 'save', work: () => Promise<void>) {
    setBusy(what)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error as Error)
    }
    setBusy(undefined)
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    void run('save', async () => {
      const brand = await settingsApi.changeBrand(draft)
      update({ ...session, brand })
      setDraft({ name: brand.name, colour: brand.colour })
      setSaved(true)
    })
  }

  const fields = problem instanceof ApiError ? problem.fields : {}
  return (
    <form className={styles.form} onSubmit={save}>
      <Field
        name="name"
        label="Nombre del evento o de la federación"
        hint={`${draft.name.length} de ${maxBrandName} caracteres`}
        problem={fields.name}
      >
        {(control) => (
          <input
            {...control}
            maxLength={maxBrandName}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <div className={shared.actions}>
        <label className={styles.colour}>
          Color
          <input
            type="color"
            name="colour"
            value={draft.colour}
            onChange={({ target }) => change({ colour: target.value })}
          />
        </label>
        <FileInput
          label={logo === null ? 'Elegir logo' : 'Cambiar logo'}
          accept="image/png,image/jpeg,image/svg+xml"
          onChoose={(file) => change({ logo: file })}
        />
        {logo !== null && (
          <button type="button" className={button.button} onClick={() => change({ logo: null })}>
            Quitar logo
          </button>
        )}
      </div>
      <p className={shared.hint}>
        El logo es un PNG, JPEG o SVG de hasta 2 MB; los bordes vacíos se recortan.
      </p>
      <figure className={styles.preview} aria-label="Vista previa de la credencial">
        <BrandHead brand={{ name: draft.name.trim(), colour: draft.colour, logo }} />
      </figure>
      {problem && <Failure error={fields.logo ? new Error(fields.logo) : problem} />}
      <div className={shared.actions}>
        <button type="submit" className={button.primary} disabled={busy !== undefined}>
          {busy === 'save' ? 'Guardando…' : 'Guardar'}
        </button>
        {cardUrl ? (
          <CardLink url={cardUrl} />
        ) : (
          <button
            type="button"
            className={button.button}
            disabled={busy !== undefined}
            onClick={() => run('card', async () => setCard(await settingsApi.sampleCard(draft)))}
          >
            {busy === 'card' ? 'Preparando…' : 'Ver una tarjeta de muestra'}
          </button>
        )}
      </div>
      <p role="status" className={shared.good}>
        {isSaved && 'Guardado: las credenciales y las próximas tarjetas lo llevan desde ahora.'}
      </p>
    </form>
  )
}

/** Links to the PDF. It takes the place and the focus of the button that asked for it. */
function CardLink({ url }: { url: string }) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => link?.focus(), [link])
  return (
    <a ref={setLink} className={button.button} href={url} target="_blank" rel="noreferrer">
      Abrir la tarjeta de muestra
    </a>
  )
}
