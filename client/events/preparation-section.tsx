/** *Preparar el evento*: the steps to an event, each with how far it is, and what else an event can use. */
import { settingsPath } from '#domain/desk/settings-address'
import { callForOne } from '../api/call.ts'
import { features, type Step } from '../api/feature.ts'
import { useLoad } from '../api/load.ts'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import styles from '../ui/settings.module.css'

export function PreparationSection() {
  const { value: overview } = useLoad((signal) => callForOne('GET /api/overview', { signal }), 'overview')
  return (
    <>
      <p>
        En este orden, de un kiosco vacío al primer piloto en la pista. Lo que su evento no usa se deja así.
      </p>
      <ol className={styles.pages}>
        {stepsOf().map(({ glance, ...step }) => (
          <SettingsLine key={step.title} {...step} text={overview && glance?.(overview)} />
        ))}
      </ol>
      <h3>Si su evento lo usa</h3>
      <ul className={styles.pages}>
        {linesOf().map(
          ({ offer, ...step }) => offer && <SettingsLine key={step.title} {...step} text={offer} />,
        )}
      </ul>
    </>
  )
}

/** Returns the steps to an event, in their order. */
export function stepsOf(): Step[] {
  return linesOf()
    .filter(({ step }) => step !== undefined)
    .sort((one, other) => (one.step ?? 0) - (other.step ?? 0))
}

function linesOf(): Step[] {
  return features.flatMap(({ pages = [], steps = [] }): Step[] => [
    ...pages.map(({ id, ...page }) => ({ ...page, to: settingsPath(id) })),
    ...steps,
  ])
}

/** A link to a page of *Ajustes*, or to a screen, with a text about it. */
export function SettingsLine({ title, to, text }: Pick<Step, 'title' | 'to'> & { text?: string }) {
  return (
    <li>
      <Link to={to}>
        <b>{title}</b>
        <span className={layout.hint}>{text}</span>
      </Link>
    </li>
  )
}
