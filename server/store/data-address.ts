/** What `--data` names: a folder, or a database; and how it is called without its password. */

/** Whether it is the address of a database, and not a folder. */
export function isDatabase(data: string): boolean {
  return /^postgres(ql)?:/i.test(data)
}

/** For messages: a folder as it is, a database by its server and its name. */
export function shownData(data: string): string {
  return isDatabase(data) ? `la base de datos de ${hostOf(data)}` : `la carpeta ${data}`
}

/** The server that an address names; nothing else of it is ever shown. */
export function hostOf(address: string): string {
  const [, rest = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(address) ?? []
  const [, socket] = /[?&]host=([^&]+)/.exec(address) ?? []
  return rest.slice(rest.lastIndexOf('@') + 1) || (socket ? decodeURIComponent(socket) : 'localhost')
}
