/** The network adapters of a laptop, as `os.networkInterfaces` returns them. */
import type { Interfaces } from '../../server/network/phone-networks.ts'

/** Returns the loopback and other adapters: the address of each and, after a space, its MAC, if not that of a manufacturer. */
export function adapters(byName: Record<string, string>): Interfaces {
  const all = { lo: '127.0.0.1 00:00:00:00:00:00', ...byName }
  return Object.fromEntries(
    Object.entries(all).map(([name, text]) => {
      const [address = '', mac = '3c:f0:11:6a:20:01'] = text.split(' ')
      const rest = { family: 'IPv4' as const, netmask: '255.255.255.0', cidr: `${address}/24` }
      return [name, [{ address, mac, internal: name === 'lo', ...rest }]]
    }),
  )
}
