/** The manual: a search, the contents and the chapters, of which a gate has its own. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { assetsPath, screens } from '#domain/api/addresses'
import { count } from '#domain/text/text'
import { request } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Awaited, screenFailure } from '../ui/notice.tsx'
import styles from './manual.module.css'
import { cutAround, patternOf, type Section, searchManual, searchWords } from './manual.ts'
import { Marked, SectionView, ShownContext } from './manual-blocks.tsx'
import { ManualSearch } from './manual-search.tsx'

/** The number of sections that a search shows. */
const most = 12

/** The chapter that a gate has. */
const gateChapter = 'en-la-puerta'

/** The name of the file with the sections: see `bin/manual.js`. */
declare const manualFile: string

export function ManualScreen() {
  return (
    <Awaited load={useLoad(loadManual, manualFile)}>{(sections) => <Manual sections={sections} />}</Awaited>
  )
}

async function loadManual(signal: AbortSignal): Promise<Section[]> {
  const answer = await request(assetsPath + manualFile, { signal }).catch(() => undefined)
  if (!answer?.ok) throw screenFailure
  return answer.json()
}

function Manual({ sections: all }: { sections: readonly Section[] }) {
  const { role } = useSession()
  const { hash, search } = useLocation()
  const isGate = role === 'puerta'
  const sections = useMemo(() => (isGate ? chapterOf(all, gateChapter) : all), [all, isGate])
  const [text, setText] = useState(() => new URLSearchParams(search).get('buscar') ?? '')
  const words = useDeferredValue(text)
  const found = useMemo(() => searchManual(sections, searchWords(words)), [sections, words])
  const shown = useMemo(
    () => ({ pattern: patternOf(searchWords(words)), ids: new Set(sections.map(({ id }) => id)) }),
    [sections, words],
  )
  // The browser has looked for the section of the address before the manual arrived.
  useEffect(() => show(sections, hash), [sections, hash])
  const name = isGate ? 'Manual de la puerta' : 'Manual'
  return (
    <ShownContext value={shown}>
      <article className={styles.manual}>
        <title>{`${name} · PilotOS`}</title>
        <header className={layout.split}>
          <h1>{name}</h1>
          <div className={`${layout.wrap} ${layout.screenOnly}`}>
            <Link className={button.button} to={screens.help}>
              En una hoja
            </Link>
            <Button onClick={() => globalThis.print()}>Imprimir</Button>
          </div>
        </header>
        <ManualSearch
          label="Buscar en el manual"
          text={text}
          onType={setText}
          onSend={() => {
            const [first] = searchManual(sections, searchWords(text)).hits
            if (first) window.location.hash = first.section.id
          }}
        />
        <Results {...found} pattern={shown.pattern} />
        <div className={styles.pages}>
          <Contents sections={sections} />
          <div className={styles.text}>
            {sections.map((section) => (
              <SectionView key={section.id} section={section} />
            ))}
          </div>
        </div>
      </article>
    </ShownContext>
  )
}

function chapterOf(sections: readonly Section[], id: string): Section[] {
  const start = sections.findIndex((section) => section.id === id)
  const length = sections.slice(start + 1).findIndex(({ level }) => level === 1)
  return sections.slice(start, length === -1 ? undefined : start + 1 + length)
}

/** Shows the section of an address, if the text behind the `#` is that of one. */
function show(sections: readonly Section[], hash: string): void {
  const section = sections.find(({ id }) => [id, encodeURIComponent(id)].includes(hash.slice(1)))
  if (section) document.getElementById(section.id)?.scrollIntoView()
}

/** The sections that a search has found, each with the place of its words. */
function Results({ hits, hasAll, pattern }: ReturnType<typeof searchManual> & { pattern?: RegExp }) {
  const shown = hits.slice(0, most)
  const more = hits.length > most ? `. Estas son las primeras ${most}:` : ''
  return (
    <div className={layout.screenOnly}>
      <p role="status" className={layout.hint}>
        {pattern &&
          (hits.length === 0
            ? 'Nada en el manual tiene esas palabras.'
            : hasAll
              ? count(hits.length, 'sección lo nombra', 'secciones lo nombran') + more
              : 'Ninguna sección tiene todas esas palabras. Estas tienen más de ellas:')}
      </p>
      {shown.length > 0 && (
        <ol className={styles.results} aria-label="Secciones encontradas">
          {shown.map(({ section: { id, title }, chapter, excerpt }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a> <span className={layout.soft}>{chapter}</span>
              <p className={layout.hint}>
                <Marked text={cutAround(excerpt, pattern)} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The chapters and their sections. On a phone, a button opens them, and a choice closes them. */
function Contents({ sections }: { sections: readonly Section[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <nav className={styles.contents} aria-label="Contenido" data-open={isOpen || undefined}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Contenido
      </Button>
      <h2>Contenido</h2>
      <ol>
        {sections
          .filter(({ level }) => level < 3)
          .map(({ id, level, title }) => (
            <li key={id} data-level={level}>
              <a href={`#${id}`} onClick={() => setOpen(false)}>
                {title}
              </a>
            </li>
          ))}
      </ol>
    </nav>
  )
}
