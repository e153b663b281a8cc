/** The help screen: one printable sheet for a first-time user, or the help of a gate for its account. */
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { manualSearch, manualSection, screens } from '#domain/api/addresses'
import { answerTexts, resultTexts } from '#domain/gate/passage'
import { removedDays } from '#domain/pilots/history/removed'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Command, ownLaunch } from '../ui/marks.tsx'
import styles from './help-screen.module.css'
import { ManualSearch } from './manual-search.tsx'

export function HelpScreen() {
  const { role } = useSession()
  return role === 'puerta' ? <GateHelp /> : <DeskHelp isSignedOut={role === null} />
}

function DeskHelp({ isSignedOut }: { isSignedOut: boolean }) {
  const { open, window, place, install } = ownLaunch()
  const [how, what] = open
  const [text, setText] = useState('')
  const navigate = useNavigate()
  return (
    <article className={styles.help}>
      <title>Ayuda · PilotOS</title>
      <header className={layout.split}>
        <h1>Ayuda</h1>
        <div className={`${layout.wrap} ${layout.screenOnly}`}>
          <Link className={button.button} to={screens.manual}>
            Manual
          </Link>
          <Button onClick={() => globalThis.print()}>Imprimir esta hoja</Button>
        </div>
      </header>
      <ManualSearch text={text} onType={setText} onSend={() => navigate(manualSearch(text))} />
      <div className={styles.topics}>
        <Topic title="Abrir y cerrar" section="instalar-y-abrir">
          <p>
            En la laptop, {how} <code>{what}</code>. El navegador se abre solo, con la lista. No hace falta
            internet. Deje abierta {window}: ahí trabaja el kiosco. Para cerrarlo, presione Ctrl+C en ella.
          </p>
          <p>
            Las órdenes <Command>…</Command> de esta hoja se escriben {place}.
            {install && (
              <>
                {' '}
                Se instalan una vez, con <code>{install}</code>
              </>
            )}
          </p>
        </Topic>
        <Topic title="Registrar" section="registrar">
          <p>
            Presione <b>Nuevo piloto</b>, llene los datos y presione <b>Registrar</b>. Lo que falta o está mal
            se dice debajo de cada campo. Un DNI ya registrado abre ahí mismo a su piloto. <kbd>Enter</kbd>{' '}
            pasa al campo siguiente, y en uno vacío pone lo que se ofrece debajo. Después, <kbd>F8</kbd>{' '}
            imprime y <kbd>F9</kbd> busca. Para corregir, busque al piloto y presione <b>Editar</b>.
          </p>
        </Topic>
        <Topic title="Por aprobar" section="aprobar-a-quien-se-anotó">
          <p>
            Quien se anotó con su teléfono espera en <b>Por aprobar</b>, en el menú. Escriba su turno, o
            escanee el QR de su teléfono, y presione <kbd>Enter</kbd>; sin turno, abre al primero. Compare con
            el documento: <kbd>Ctrl</kbd>+<kbd>Enter</kbd> aprueba, y <kbd>F4</kbd> rechaza con un motivo.
          </p>
        </Topic>
        <Topic title="La foto">
          <p>
            En el formulario, elija un archivo o, donde haya cámara, tómela ahí mismo. Sirve de frente y con
            buena luz. Sin foto también se registra; se agrega después con <b>Editar</b>.
          </p>
        </Topic>
        <Topic title="Encontrar" section="encontrar">
          <p>
            En <b>Lista</b>, escriba partes del nombre, el DNI, la licencia o el club, en cualquier orden y
            sin tildes, puntos ni guiones. Primero sale lo que mejor coincide: el número, el DNI o la
            licencia, y luego los nombres. Si nadie coincide, se perdona una letra por palabra. Presione una
            fila para abrir la credencial. En <b>Resumen</b>, cada número deja solo a los de esa clase;
            presiónelo otra vez para volver. <b>Inscribir</b> pone en el evento a los marcados, o a todos los
            que salen.
          </p>
        </Topic>
        <Topic title="Escanear" section="leer-un-documento-de-identidad">
          <p>
            Con un lector de mano, escanee el QR en cualquier pantalla: se abre la credencial. Lo escrito en
            el formulario se conserva. El reverso de un documento de identidad llena el formulario. Con un
            teléfono en la misma red Wi-Fi, apunte la cámara al QR.
          </p>
        </Topic>
        <Topic title="La puerta" section="en-la-puerta">
          <p>
            Abra <b>Puerta</b>, elija la puerta y el sentido, y presione <b>Empezar</b>. Escanee con un lector
            de mano, la <b>Cámara</b> o una <b>Foto</b>, o busque por número, nombre o DNI. La pantalla dice{' '}
            <b>PASE</b>, o por qué no, con color, sonido y vibración. <b>Deshacer</b> quita la última lectura
            en todas las puertas. Deje la página abierta. La misma credencial, otra vez en un minuto, dice{' '}
            <b>YA ENTRÓ</b>. <b>Resumen</b> dice cuántos faltan, e <b>Incidencias</b>, qué no coincide. Para
            la próxima carrera, <b>Nuevo evento…</b>, en <b>Ajustes</b>, empieza de cero.
          </p>
        </Topic>
        <Topic title="Vigencia" section="vigencia">
          <p>
            Una franja verde dice <b>VIGENTE</b>. Una roja, <b>VENCIDA</b>, <b>SUSPENDIDA</b> o <b>ANULADA</b>
            : no vale. <b>Más › Vigencia</b>, en la credencial, cambia sus fechas; <b>Más › Renovar</b>, en la
            lista, las de muchos. Las reglas están en <b>Ajustes</b>.
          </p>
        </Topic>
        <Topic title="Cobrar" section="cobrar">
          <p>
            Si el evento tiene precios, la credencial dice en rojo cuánto <b>Debe</b>. Presione <b>Cobrar</b>:{' '}
            <kbd>Enter</kbd> cobra el monto exacto; con lo que <b>Entrega</b> se ve el <b>Vuelto</b>. Para un
            club, marque a sus pilotos en la lista y presione <b>Cobrar</b>: sale un solo recibo. En Por
            aprobar, <kbd>F6</kbd> cobra después de inscribir. Un error lo anula un administrador, con un
            motivo.
          </p>
        </Topic>
        <Topic title="Imprimir credenciales" section="tarjetas">
          <p>
            En una credencial, o en la lista para varias: marque filas, busque o filtre, y presione{' '}
            <b>Imprimir</b>. Elija el tamaño y prepare el PDF. Imprímalo <b>al 100 %</b>, sin ajustar a la
            página. Si salen corridas, use «Ajustar la impresora».
          </p>
        </Topic>
        <Topic title="Importar y exportar" section="importar-una-planilla">
          <p>
            Suelte la planilla (Excel, CSV o JSON) sobre la lista, revise qué columna va en cada campo,
            corrija lo que está mal y confirme. Las filas que queden con errores se descargan, se corrigen y
            se importan otra vez. <b>Más › Exportar</b> guarda una planilla de los elegidos, de los que se
            ven, o de todos. Si alguien pide lo que se guarda de él, <b>Más › Entregar datos</b>, en su
            credencial, lo pone en un ZIP.
          </p>
        </Topic>
        <Topic title="Borrados por error" section="corregir-y-borrar">
          <p>
            Un piloto borrado queda {removedDays} días en <b>Más › Borrados</b>, con su foto: búsquelo y
            presione <b>Recuperar</b>. Ahí también se deshace una importación o una unión entera, si nadie
            cambió después a sus pilotos.
          </p>
        </Topic>
        <Topic title="Una credencial perdida" section="una-credencial-perdida">
          <p>
            Anúlela con <b>Más</b> en la credencial del piloto, o en la laptop con{' '}
            <Command>revoke CÓDIGO</Command>. El piloto recibe un código nuevo. Imprima la nueva: la vieja
            dice ANULADA.
          </p>
        </Topic>
        <Topic title="Teléfonos y cuentas" section="cuentas">
          <p>
            Al abrir, {window} muestra la dirección para los teléfonos. Para registrar desde uno hace falta
            una cuenta, de <b>Ajustes</b> o de <Command>staff add USUARIO</Command>; para ver una credencial
            escaneada, no. Un teléfono se vuelve puerta con el código de <b>Ajustes</b>, <b>Puertas</b>.
          </p>
          {isSignedOut && (
            <Link className={button.button} to={screens.login}>
              Iniciar sesión
            </Link>
          )}
        </Topic>
        <Topic title="Copias" section="copias">
          <p>
            Cada hora se hace una copia sola, en la carpeta que {window} nombra al abrir. Con una base de
            datos no: ahí las hace quien la administra. Al final del día, <b>Cerrar el día</b>, en{' '}
            <b>Ajustes</b>, hace una para una memoria USB y termina el emparejamiento de los teléfonos. Otra
            se hace con <Command>backup copia.tar.gz</Command>. Vuelve con{' '}
            <Command>restore copia.tar.gz --force</Command>. Para juntar dos mesas, suelte la de una sobre la
            lista de la otra.
          </p>
        </Topic>
        <Topic title="Si algo sale mal" section="si-algo-sale-mal">
          <ul className={layout.bullets}>
            <li>
              <b>«El kiosco no responde»</b>: mire si {window} sigue abierta; si no, ábralo otra vez. Lo
              registrado está guardado, aunque se corte la luz.
            </li>
            <li>
              <b>«La base de datos no responde»</b>: se sigue solo. Si dura, avise a quien la administra.
            </li>
            <li>
              <b>Un teléfono no abre el QR</b>: debe estar en la misma red Wi-Fi que la laptop.
            </li>
            <li>
              <b>Otra cosa</b>: escriba <Command>doctor</Command>; dice qué pasa y qué hacer.
            </li>
          </ul>
        </Topic>
        <Topic title="Teclas en la lista">
          <KeysTable />
        </Topic>
      </div>
    </article>
  )
}

interface TopicProps {
  title: string
  /** The section of the manual that says more. */
  section?: string
  children: ReactNode
}

function Topic({ title, section, children }: TopicProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
      {section && (
        <Link
          className={`${layout.target} ${layout.screenOnly}`}
          to={manualSection(section)}
          aria-label={`Más en el manual: ${title}`}
        >
          Más en el manual
        </Link>
      )}
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
