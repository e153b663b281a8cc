/** The help screen: one printable sheet for a first-time user, or the help of a gate for its account. */
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { manualSearch, manualSection, screens } from '#domain/api/addresses'
import { answerTexts, resultTexts } from '#domain/gate/passage'
import { count } from '#domain/text/text'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { ownLaunch } from '../ui/marks.tsx'
import styles from './help-screen.module.css'
import { patternOf, type Section, searchManual, searchWords } from './manual.ts'
import { Blocks, Marked, ShownContext } from './manual-blocks.tsx'
import { ManualSearch } from './manual-search.tsx'

export function HelpScreen() {
  const { role } = useSession()
  return role === 'puerta' ? <GateHelp /> : <DeskHelp isSignedOut={role === null} />
}

/** The chapters and tasks of `docs/help.md` in JSON: see `bin/manual.js`. */
declare const helpText: string
const tasks: Section[] = JSON.parse(helpText)

function DeskHelp({ isSignedOut }: { isSignedOut: boolean }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const words = searchWords(text)
  const shown = { pattern: patternOf(words), ids: new Set<string>() }
  return (
    <ShownContext value={shown}>
      <article className={styles.help}>
        <title>Ayuda · PilotOS</title>
        <header className={layout.split}>
          <h1>Ayuda</h1>
          <div className={`${layout.wrap} ${layout.screenOnly}`}>
            {isSignedOut && (
              <Link className={button.button} to={screens.login}>
                Iniciar sesión
              </Link>
            )}
            <Link className={button.button} to={screens.manual}>
              Manual
            </Link>
            <Button onClick={() => globalThis.print()}>Imprimir esta hoja</Button>
          </div>
        </header>
        <ManualSearch
          label="Buscar en la ayuda"
          text={text}
          onType={setText}
          onSend={() => navigate(manualSearch(text))}
        />
        {words.length > 0 ? <FoundTasks text={text} words={words} /> : <AllTasks />}
      </article>
    </ShownContext>
  )
}

function FoundTasks({ text, words }: { text: string; words: readonly string[] }) {
  const { hits } = searchManual(
    tasks.filter(({ about }) => about),
    words,
  )
  return (
    <>
      <p role="status" className={layout.hint}>
        {hits.length === 0 ? 'Ninguna tarea tiene esas palabras.' : `${count(hits.length, 'tarea')}.`}{' '}
        <Link className={layout.target} to={manualSearch(text)}>
          Buscar en el manual
        </Link>
      </p>
      <div className={styles.topics}>
        {hits.map(({ section }) => (
          <Task key={section.id} task={section} level="h2" />
        ))}
      </div>
    </>
  )
}

function AllTasks() {
  return (
    <div className={styles.topics}>
      {tasks.map((task) =>
        task.level === 1 ? (
          <h2 key={task.id}>{task.title}</h2>
        ) : (
          <Task key={task.id} task={task} level="h3" />
        ),
      )}
      <Opening />
      <section>
        <h3>Teclas en la lista</h3>
        <KeysTable />
      </section>
    </div>
  )
}

interface TaskProps {
  task: Section
  level: 'h2' | 'h3'
}

function Task({ task: { title, about = '', words = '', blocks }, level: Heading }: TaskProps) {
  return (
    <section>
      <Heading>
        <Marked text={title} />
      </Heading>
      <Blocks blocks={blocks} />
      <p className={`${layout.hint} ${layout.screenOnly}`}>
        También: <Marked text={words} />.
      </p>
      <Link
        className={`${layout.target} ${layout.screenOnly}`}
        to={manualSection(about)}
        aria-label={`Más en el manual: ${title}`}
      >
        Más en el manual
      </Link>
    </section>
  )
}

function Opening() {
  const { open, window, place, command, install } = ownLaunch()
  const [how, what] = open
  return (
    <section>
      <h3>Abrir y cerrar</h3>
      <p>
        En la laptop, {how} <code>{what}</code>. El navegador se abre solo, con la lista. No hace falta
        internet. Deje abierta {window}: ahí trabaja el kiosco, y dice la dirección para los teléfonos. Para
        cerrarlo, presione Ctrl+C en ella.
      </p>
      <p>
        Las órdenes <code>{command} …</code> se escriben {place}.
        {install && (
          <>
            {' '}
            Se instalan una vez: <code>{install}</code>
          </>
        )}
      </p>
    </section>
  )
}

const keys = [
  [['/'], 'ir a la búsqueda'],
  [['↓', '↑'], 'ir de una fila a otra'],
  [['Enter'], 'abrir la credencial de la fila'],
  [['0', '…', '9'], 'buscar un número'],
  [['n'], 'registrar un piloto'],
  [['Mayús', 'Espacio'], 'marcar hasta esta fila'],
  [['Ctrl', 'P'], 'imprimir todos los que encuentra'],
  [['?'], 'ver estas teclas'],
] as const

/** The keyboard shortcuts of the list, for the help screen and for the dialog that `?` opens. */
export function KeysTable() {
  return (
    <table className={styles.keys}>
      <tbody>
        {keys.map(([names, what]) => (
          <tr key={what}>
            <th scope="row">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The help of a gate: one page for the marshal, with what to do after each answer. */
function GateHelp() {
  const { gate } = useSession()
  return (
    <article className={styles.help}>
      <title>Ayuda de la puerta · PilotOS</title>
      <header className={layout.split}>
        <h1>Ayuda de la puerta</h1>
        <div className={`${layout.wrap} ${layout.screenOnly}`}>
          <Link className={button.button} to={screens.manual}>
            Manual
          </Link>
          <Link className={button.button} to={screens.gate}>
            Ir a Puerta
          </Link>
        </div>
      </header>
      <div className={styles.topics}>
        <Topic title="Escanear">
          <p>
            Abra <b>Puerta</b>, elija si entran o salen, y presione <b>Empezar</b>. Escanee el QR con un
            lector de mano, la <b>Cámara</b> o una <b>Foto</b>, o escriba su código en <b>Buscar</b>. Con la
            cámara del teléfono se abre la credencial: presione ahí <b>Registrar entrada</b>. Suba el volumen:
            cada respuesta tiene su sonido.
          </p>
        </Topic>
        <Topic title="Qué hacer con cada respuesta">
          <dl className={styles.answers}>
            {answers.map(([kind, word, advice]) => (
              <div key={`${kind} ${word}`}>
                <dt className={styles.answer} data-kind={kind}>
                  {word}
                </dt>
                <dd>{advice}</dd>
              </div>
            ))}
          </dl>
        </Topic>
        <Topic title="Sin credencial">
          <p>
            En <b>Buscar</b>, escriba el número, el nombre o el DNI. Toque al piloto, compare la foto o el
            documento, y toque <b>Entra sin credencial</b>: vale lo mismo que al escanear, y así queda
            anotado.
          </p>
        </Topic>
        <Topic title="Deshacer">
          <p>
            Si la persona al final no pasó, o escaneó a otra, toque <b>Deshacer</b> dos veces: quita la última
            lectura que contó, en todas las puertas. Escanear dos veces en tres segundos cuenta una vez.
          </p>
        </Topic>
        <Topic title="YA ENTRÓ, hace segundos">
          <p>
            La credencial acaba de entrar: mire la foto, porque puede estar en otra mano. <b>Dejar pasar</b>{' '}
            lo anota como incidencia.
          </p>
        </Topic>
        <Topic title="Contacto de emergencia">
          <p>
            En la respuesta de un piloto, <b>Contacto de emergencia</b> muestra a quién avisar; un toque en el
            número llama. Queda anotado quién lo vio. Sin conexión, pídalo a la mesa.
          </p>
        </Topic>
        <Topic title="Sin conexión">
          <p>
            Una franja amarilla dice que la laptop no responde. Siga escaneando: la puerta responde con su
            lista. No cierre ni recargue la página. Las lecturas quedan en este equipo y se envían solas;{' '}
            <b>Enviadas</b> dice que ya están todas.
          </p>
        </Topic>
        <Topic title="Al terminar">
          <p>
            Presione <b>Cerrar</b>. {gate === null ? <b>Salir</b> : <b>Desconectar</b>} borra de este equipo
            la lista y las fotos. Espere antes a que no quede ninguna lectura por enviar.
          </p>
        </Topic>
        <Topic title="Si algo sale mal">
          <ul className={layout.bullets}>
            <li>
              <b>La sesión terminó</b>:{' '}
              {gate === null ? 'inicie sesión otra vez.' : 'pida un código en la mesa y escanéelo.'} Las
              lecturas por enviar no se pierden.
            </li>
            <li>
              <b>La página no abre</b>: el equipo debe estar en la red Wi-Fi de la laptop.
            </li>
            <li>
              <b>La pantalla se apaga</b>: alargue ese tiempo en los ajustes del teléfono.
            </li>
          </ul>
        </Topic>
      </div>
    </article>
  )
}

/** The words of the answers of a gate in the colours of the gate, and what the marshal does. */
const answers: [kind: 'yes' | 'warn' | 'no' | 'out', word: string, advice: ReactNode][] = [
  ['yes', resultTexts.pass, 'Déjelo entrar. Compare la cara con la foto.'],
  [
    'warn',
    resultTexts.again,
    'En amarillo: mire la hora y la puerta. Puede pasar, y queda anotado. Si antes entró otra persona con su credencial, avise a la mesa.',
  ],
  ['no', resultTexts.again, 'En rojo: no entra otra vez. Si ya había salido, avise a la mesa.'],
  [
    'no',
    resultTexts.expired,
    'No entra. Mándelo a la mesa: venció la licencia, el certificado médico o el seguro.',
  ],
  ['no', resultTexts.suspended, 'No entra. Mándelo a la mesa: ahí saben el motivo.'],
  ['no', resultTexts.incomplete, 'No entra. Mándelo a la mesa: le falta un dato, y allí lo completan.'],
  ['no', resultTexts.revoked, 'No entra con esa tarjeta. Pida la nueva, o avise a la mesa.'],
  ['no', resultTexts['not-entered'], 'No entra. Mándelo a la mesa: no está inscrito en este evento.'],
  ['no', resultTexts.unchecked, 'No entra. Mándelo a la mesa con lo que dice la pantalla, como el pago.'],
  ['no', resultTexts.unknown, 'Escanee otra vez el QR de la tarjeta. Si dice lo mismo, mándelo a la mesa.'],
  ['no', resultTexts.conflict, 'La lectura llegó con datos de otra, y no se contó. Escanee otra vez.'],
  ['no', answerTexts.notListed, 'Sin conexión: puede haberse registrado después. Consulte a la mesa.'],
  ['out', answerTexts.exit, 'Salió. Se acepta también con la credencial vencida.'],
  ['warn', answerTexts.chip, 'Salió, y se lleva un chip: pídaselo para la mesa.'],
  ['no', answerTexts.notRecorded, 'No se anotó nada: la pantalla dice por qué. Escanee otra vez.'],
]
