/** The networks of this laptop in which the phones of an event can be, by what the system says of its adapters. */
import type { NetworkInterfaceInfo } from 'node:os'

/** The adapters by their names, as `os.networkInterfaces` returns them. */
export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** A network: the name of its adapter, such as `Wi-Fi` or `en0`, and the IPv4 address of this laptop in it. */
export interface Network {
  name: string
  address: string
  /** 0 for Wi-Fi and Ethernet, 1 for a link to one phone and for what cannot be told, 2 for one without phones. */
  rank: number
}

/** A kind of adapter. All patterns that it has must match. */
interface Kind extends Pick<Network, 'rank'> {
  name?: RegExp
  mac?: RegExp
  address?: RegExp
}

/** The first kind that matches decides. Without one, it is Ethernet: an adapter with a MAC of its manufacturer. */
const kinds: readonly Kind[] = [
  // Virtual machines, containers and mobile broadband.
  { rank: 2, name: /^(docker|br-|veth(?!ernet)|virbr|vboxnet|vmnet|vnic|lx[cd]br|podman|cni|zt|u?tun|tap)/i },
  { rank: 2, name: /^(VirtualBox|VMware|ZeroTier|ppp|ww|cel+ular|m[oó]vil)/i },
  { rank: 2, name: /^vEthernet/, mac: /^00:15:5d:/i },
  // A tunnel has no MAC (WireGuard, Tailscale), or one of TAP-Windows, VMware, VirtualBox or AnyConnect.
  { rank: 2, mac: /^(00:00:00:00:00:00|00:ff:|00:50:56:c0:|0a:00:27:|00:05:9a:3c:)/i },
  // A Wi-Fi may hide its MAC. Windows writes an asterisk in the name of its own hotspot, in every language.
  { rank: 0, name: /^(wl|wi-?fi|en[01]$)|inal[aá]mbric|wireless|sem fio|\* \d+$/i },
  // Carriers and Tailscale: RFC 6598.
  { rank: 2, address: /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./ },
  { rank: 1, name: /^(usb|bnep|bridge|vEthernet)|bluetooth/i },
  // The tethering of Android by USB and Bluetooth, and of an iPhone.
  { rank: 1, address: /^(192\.168\.4[24]|172\.20\.10)\./ },
  // A MAC that software has made up: IEEE 802, the bit U/L.
  { rank: 1, mac: /^.[26ae]:/i },
]

/** Returns the networks of the best rank that there is, in the order of the system. */
export function phoneNetworks(interfaces: Interfaces): Network[] {
  const found = Object.entries(interfaces).flatMap(([name, all = []]) => {
    const [usable] = all.filter(isUsable)
    return usable ? [{ name, address: usable.address, rank: rankOf(name, usable) }] : []
  })
  const best = Math.min(...found.map(({ rank }) => rank))
  return found.filter(({ rank }) => rank === best)
}

/** Returns false for an address that a machine assigns to itself if no network assigns one (RFC 3927). */
function isUsable({ family, internal, address }: NetworkInterfaceInfo): boolean {
  return family === 'IPv4' && !internal && !address.startsWith('169.254.')
}

function rankOf(adapter: string, info: NetworkInterfaceInfo): number {
  const isOf = ({ name = /^/, mac = /^/, address = /^/ }: Kind) =>
    name.test(adapter) && mac.test(info.mac) && address.test(info.address)
  return kinds.find(isOf)?.rank ?? 0
}
