/** The form of a section of *Ajustes*, and the settings that it changes. */
import { type ReactNode, useState } from 'react'
import type { SettingsInfo } from '#domain/desk/settings-calls'
import { callForOne, type Input } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import styles from '../desk/settings-screen.module.css'
import button from './button.module.css'
import { Failure } from './load.tsx'
import type { Form } from './use-form.ts'

export type SettingsChange = Input<'PUT /api/settings'>['body']

/** Loads the settings, and returns them with the function that changes some of them. */
export function useSettings() {
  const loaded = useLoad((signal) => callForOne('GET /api/settings', { signal }), 'settings')
  const [changed, setChanged] = useState<SettingsInfo>()
  return {
    load: { ...loaded, value: changed ?? loaded.value },
    change: async (settings: SettingsChange) =>
      setChanged(await callForOne('PUT /api/settings', { body: settings })),
  }
}

interface SettingsFormProps {
  form: Pick<Form<unknown>, 'props' | 'isBusy' | 'error'>
  label?: string
  className?: string
  /** The text of the button that saves. */
  action: string
  /** True if the values differ from the stored ones. Else there is nothing to save. */
  isChanged?: boolean
  /** True while it is not known what the values mean. */
  isUncertain?: boolean
  discard?: () => void
  /** Says that the values are saved. */
  saved: ReactNode
  /** True if `saved` stands beside the buttons, which are always there. */
  isSavedBeside?: boolean
  /** The buttons while nothing is changed. */
  others?: ReactNode
  children: ReactNode
}

export function SettingsForm(props: SettingsFormProps) {
  const { form, label, className = styles.form, action, isChanged = true, isUncertain, children } = props
  const { error, isBusy } = form
  const saved = (
    <p role="status" className={styles.good}>
      {props.saved}
    </p>
  )
  return (
    <form
      className={className}
      aria-label={label}
      {...form.props}
      onSubmit={(event) => (isChanged && !isUncertain ? form.props.onSubmit(event) : event.preventDefault())}
    >
      {children}
      {error && <Failure hasUnsavedData error={error} />}
      {(isChanged || props.others) && (
        <div className={styles.actions}>
          {isChanged ? (
            <>
              <button type="submit" className={button.primary} disabled={isBusy || isUncertain}>
                {action}
              </button>
              {props.discard && (
                <button type="button" className={button.button} disabled={isBusy} onClick={props.discard}>
                  Descartar
                </button>
              )}
            </>
          ) : (
            props.others
          )}
          {props.isSavedBeside && saved}
        </div>
      )}
      {!props.isSavedBeside && saved}
    </form>
  )
}

/** The text about saved values that is the same in most sections. */
export const savedText = 'Guardado: vale desde ahora.'
