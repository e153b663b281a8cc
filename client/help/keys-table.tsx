/** The keyboard shortcuts of the list, for the help screen and for the dialog that `?` opens. */
import styles from './keys-table.module.css'

const keys = [
  [['/'], 'ir a la búsqueda'],
  [['↓', '↑'], 'ir de una fila a otra, también desde la búsqueda'],
  [['Enter'], 'abrir la credencial de la fila'],
  [['0', '…', '9'], 'buscar un número, desde cualquier pantalla'],
  [['n'], 'registrar un piloto'],
  [['Ctrl', 'P'], 'imprimir la lista, con todos los que encuentra'],
  [['?'], 'ver estas teclas'],
] as const

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
