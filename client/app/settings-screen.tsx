/** The screen *Ajustes*: the list of its pages, with a search, and each page at its address. The features say what they are. */
import { useState } from 'react'
import { matchPath, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { settingsPage, settingsPath } from '#domain/desk/settings-address'
import { callForOne } from '../api/call.ts'
import type { SettingsPage } from '../api/feature.ts'
import { useLoad } from '../api/load.ts'
import { PhoneNetwork } from '../desk/phone-network.tsx'
import { SettingsLine, stepsOf } from '../events/preparation-section.tsx'
import { foundIn, searchWords } from '../help/manual.ts'
import { ListScreen } from '../pilots/list/list-screen.tsx'
import button from '../ui/button.module.css'
import field from '../ui/field.module.css'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import styles from '../ui/settings.module.css'
import { pages } from './features.ts'

const groups: Readonly<Record<SettingsPage['group'], string>> = {
  event: 'Este evento',
  always: 'Siempre',
  laptop: 'Esta laptop',
}

export function SettingsScreen() {
  const { pathname, hash } = useLocation()
  const id = matchPath(settingsPage, pathname)?.params.page
  const page = pages.find((one) => one.id === id)
  // An address of an earlier version, such as `/ajustes#precios`.
  const earlier = !id && pages.find((one) => `#${one.id}` === hash)
  if (earlier) return <Navigate to={settingsPath(earlier.id)} replace />
  return page ? <OnePage key={id} {...page} /> : <AllPages />
}

/** The screen of an address that no other has: a page of *Ajustes*, or the list, under a notice if there is no such page. */
export function OtherScreen({ isMissingPage }: { isMissingPage: boolean }) {
  const isSettings = matchPath(settingsPage, useLocation().pathname)
  return isSettings ? <SettingsScreen /> : <ListScreen isMissingPage={isMissingPage} />
}

function OnePage({ id, title, isForPhones, Page }: SettingsPage) {
  const steps = stepsOf()
  const step = steps.findIndex(({ to }) => to === settingsPath(id))
  const next = step === -1 ? undefined : steps[step + 1]
  return (
    <div className={styles.screen}>
      <title>{`${title} · Ajustes · PilotOS`}</title>
      <div className={layout.row}>
        <h1>Ajustes</h1>
        <Link className={button.button} to={settingsPath()}>
          Todos los ajustes
        </Link>
        {next && (
          <Link className={button.button} to={next.to}>
            Siguiente paso: {next.title}
          </Link>
        )}
      </div>
      {isForPhones && <PhoneNetwork />}
      <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <Page />
      </section>
    </div>
  )
}

/** The pages in their groups, or those that a search finds. */
function AllPages() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const sought = searchWords(text)
  const { value: overview } = useLoad((signal) => callForOne('GET /api/overview', { signal }), 'overview')
  const shown = pages.map((page) => ({ ...page, glance: overview && page.glance?.(overview) }))
  const found = shown.filter(
    ({ title, glance = '', words }) => foundIn(`${title} ${glance} ${words}`, sought) === sought.length,
  )
  return (
    <div className={layout.stack}>
      <title>Ajustes · PilotOS</title>
      <div className={layout.split}>
        <h1>Ajustes</h1>
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault()
            if (found[0]) navigate(settingsPath(found[0].id))
          }}
        >
          {/* The type `search` is of a field that opens scanned credentials itself. */}
          <input
            type="text"
            className={field.control}
            aria-label="Buscar en Ajustes"
            placeholder="Buscar en Ajustes"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
      </div>
      <p role="status">{found.length === 0 && 'Nada en Ajustes tiene esas palabras.'}</p>
      <div className={styles.groups}>
        {Object.entries(groups).map(([group, title]) => (
          <Group key={group} title={title} pages={found.filter((page) => page.group === group)} />
        ))}
      </div>
    </div>
  )
}

interface GroupProps {
  title: string
  pages: readonly { id: string; title: string; glance?: string }[]
}

function Group({ title, pages }: GroupProps) {
  if (pages.length === 0) return null
  return (
    <nav className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.pages}>
        {pages.map((page) => (
          <SettingsLine key={page.id} title={page.title} to={settingsPath(page.id)} text={page.glance} />
        ))}
      </ul>
    </nav>
  )
}
