/** The kiosk: the server of one data folder, listening. */
import { randomBytes } from 'node:crypto'
import { isLoopbackName } from '#domain/addresses'
import { MachineError } from '#domain/errors'
import { createApp } from './app.ts'
import { type PublicAddress, publicAddress } from './public-address.ts'
import { openFolder } from './store/desk.ts'
import { announceKiosk, findKiosk, withdrawKiosk } from './store/kiosk-file.ts'

export interface KioskOptions {
  /** The data folder. */
  data: string
  port: number
  host: string
  publicUrl?: string
  countryCode?: string
  requireLogin?: boolean
  clientFolder: string
  report: (error: Error) => void
}

export interface RunningKiosk {
  /** As this laptop reaches it. */
  url: string
  address: PublicAddress
  close(): Promise<void>
}

/** @throws MachineError where the folder cannot be used, another kiosk has it, or the port is taken */
export async function startKiosk(options: KioskOptions): Promise<RunningKiosk> {
  const { data, port, host } = options
  const other = await findKiosk(data)
  if (other) throw new MachineError(`Ya hay un kiosco abierto con esta carpeta, en ${other.url}`)

  const secret = randomBytes(32).toString('base64url')
  const address = publicAddress(options)
  const app = await createApp({ ...options, desk: await openFolder(data), address, secret })
  try {
    await app.listen({ port, host })
    const url = `http://${ownName(host)}:${port}`
    await announceKiosk(data, { url, secret })
    return {
      url,
      address,
      async close() {
        await withdrawKiosk(data)
        await app.close()
      },
    }
  } catch (error) {
    await app.close()
    throw listenError(error, port, host)
  }
}

/** The name under which the machine itself reaches the host that it listens on. */
function ownName(host: string): string {
  if (host === '0.0.0.0' || host === '::' || isLoopbackName(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listenError(error: unknown, port: number, host: string): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new MachineError(
        `El puerto ${port} está en uso: cierre el otro programa o elija otro con --port (los QR ya impresos llevan el ${port})`,
        error,
      )
    case 'EACCES':
      return new MachineError(`No hay permiso para usar el puerto ${port}: elija uno mayor que 1023`, error)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new MachineError(`${host} no es una dirección de esta máquina`, error)
    default:
      return error
  }
}
