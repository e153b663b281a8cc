/** The name, colour and logo of the event or federation, with a preview of the credential's head and of a card. */

import { type FormEvent, useEffect, useState } from 'react'
import { maxBrandName } from '#domain/web/brand'
import { type BrandDraft, changeBrand, sampleCard } from '../api/brand-api.ts'
import { useSession } from '../api/session.ts'
import { BrandHead } from '../ui/brand-head.tsx'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import { FileInput } from '../ui/file-input.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/load.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { useAction } from '../ui/use-action.ts'
import styles from './settings-screen.module.css'

export function BrandSection() {
  const { brand: stored, update, ...session } = useSession()
  const [draft, setDraft] = useState<BrandDraft>({ name: stored.name, colour: stored.colour })
  const [card, setCard] = useState<File>()
  const [isSaved, setSaved] = useState(false)
  const chosenLogo = useObjectUrl(draft.logo)
  const cardUrl = useObjectUrl(card)
  const logo = draft.logo === undefined ? stored.logo : (chosenLogo ?? null)

  function change(changes: Partial<BrandDraft>) {
    setDraft((last) => ({ ...last, ...changes }))
    setCard(undefined)
    setSaved(false)
    saving.clear()
    showing.clear()
  }

  const saving = useAction(async () => {
    showing.clear()
    const brand = await changeBrand(draft)
    update({ ...session, brand })
    setDraft({ name: brand.name, colour: brand.colour })
    setSaved(true)
  })
  const showing = useAction(async () => {
    saving.clear()
    setCard(await sampleCard(draft))
  })
  const isBusy = saving.isBusy || showing.isBusy
  const error = saving.error ?? showing.error
  const fields = error?.fields ?? {}

  function save(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) void saving.run()
  }

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
      <div className={styles.actions}>
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
      <p className={layout.hint}>
        El logo es un PNG, JPEG o SVG de hasta 2 MB; los bordes vacíos se recortan.
      </p>
      <figure className={styles.preview} aria-label="Vista previa de la credencial">
        <BrandHead brand={{ name: draft.name.trim(), colour: draft.colour, logo }} />
      </figure>
      {error && <Failure error={fields.logo ? new Error(fields.logo) : error} />}
      <div className={styles.actions}>
        <button type="submit" className={button.primary} disabled={isBusy}>
          {saving.isBusy ? 'Guardando…' : 'Guardar'}
        </button>
        {cardUrl ? (
          <CardLink url={cardUrl} />
        ) : (
          <button type="button" className={button.button} disabled={isBusy} onClick={showing.run}>
            {showing.isBusy ? 'Preparando…' : 'Ver una tarjeta de muestra'}
          </button>
        )}
      </div>
      <p role="status" className={styles.good}>
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
