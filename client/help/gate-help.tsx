/** The help of a gate: one page for the marshal, with what to do after each answer. */
import type { ReactNode } from 'react'
import { answerTexts, resultTexts } from '#domain/gate/passage-texts'
import { screens } from '#domain/web/addresses'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import styles from './help-screen.module.css'

/** The words of the answers in the colours of the gate, and what the marshal does. */
const answers: [kind: 'yes' | 'warn' | 'no' | 'out', word: string, action: ReactNode][] = [
  ['yes', resultTexts.pass, 'Déjelo entrar. Compare la cara con la foto.'],
  [
    'warn',
    resultTexts.again,
    'En amarillo: mire la hora y la puerta. Puede pasar, y queda anotado. Si antes entró otra persona con su credencial, avise a la mesa.',
  ],
  ['no', resultTexts.again, 'En rojo: no entra otra vez. Si ya había salido, avise a la mesa.'],
  ['no', resultTexts.expired, 'No entra. Mándelo a la mesa: la licencia o el certificado médico venció.'],
  ['no', resultTexts.suspended, 'No entra. Mándelo a la mesa: ahí saben el motivo.'],
  ['no', resultTexts.revoked, 'No entra con esa tarjeta. Pida la nueva, o avise a la mesa.'],
  ['no', resultTexts.unknown, 'Escanee otra vez el QR de la tarjeta. Si dice lo mismo, mándelo a la mesa.'],
  ['no', resultTexts.conflict, 'La lectura llegó con datos de otra, y no se contó. Escanee otra vez.'],
  ['no', answerTexts.notListed, 'Sin conexión: puede haberse registrado después. Consulte a la mesa.'],
  ['out', answerTexts.exit, 'Salió. Se acepta también con la credencial vencida.'],
  ['no', answerTexts.notRecorded, 'No se anotó nada: la pantalla dice por qué. Escanee otra vez.'],
]

export function GateHelp() {
  const { gate } = useSession()
  return (
    <article className={styles.help}>
      <title>Ayuda de la puerta · PilotOS</title>
      <header>
        <h1>Ayuda de la puerta</h1>
        <Link className={button.button} to={screens.gate}>
          Ir a Puerta
        </Link>
      </header>
      <div className={styles.topics}>
        <section>
          <h2>Escanear</h2>
          <p>
            Abra <b>Puerta</b>, elija si entran o salen, y presione <b>Empezar</b>. Escanee el QR con un
            lector de mano, la <b>Cámara</b> o una <b>Foto</b>, o escriba el <b>Código</b>. Con la cámara del
            teléfono se abre la credencial: presione ahí <b>Registrar entrada</b>. Suba el volumen: cada
            respuesta tiene su sonido.
          </p>
        </section>
        <section>
          <h2>Qué hacer con cada respuesta</h2>
          <dl className={styles.answers}>
            {answers.map(([kind, word, action]) => (
              <div key={`${kind} ${word}`}>
                <dt data-kind={kind}>{word}</dt>
                <dd>{action}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h2>Deshacer</h2>
          <p>
            Si la persona al final no pasó, o escaneó a otra, presione <b>Deshacer</b>: quita la última
            lectura que contó, en todas las puertas. Escanear dos veces en un minuto no cuenta dos veces.
          </p>
        </section>
        <section>
          <h2>Sin conexión</h2>
          <p>
            Una franja amarilla dice que la laptop no responde. Siga escaneando: la puerta responde con su
            lista. No cierre ni recargue la página. Las lecturas quedan en este equipo y se envían solas;{' '}
            <b>Enviadas</b> dice que ya están todas.
          </p>
        </section>
        <section>
          <h2>Al terminar</h2>
          <p>
            Presione <b>Cerrar</b>. {gate === null ? <b>Salir</b> : <b>Desconectar</b>} borra de este equipo
            la lista y las fotos. Espere antes a que no quede ninguna lectura por enviar.
          </p>
        </section>
        <section>
          <h2>Si algo sale mal</h2>
          <ul>
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
        </section>
      </div>
    </article>
  )
}
