/** Tests of the networks in which phones can be, with the adapters of real machines. */
import { expect, test } from 'vitest'
import { phoneNetworks } from '../../server/network/phone-networks.ts'
import { adapters } from '../support/adapters.ts'

/** Each adapter with its address and its MAC, unless a manufacturer has given it. Phones are in those behind a `>`. */
const machines = `
Windows with Tailscale, a tunnel of WireGuard and OpenVPN
  Tailscale: 100.92.235.32 00:00:00:00:00:00
  oficina: 10.66.0.2 00:00:00:00:00:00
  OpenVPN Data Channel Offload: 10.9.0.2 00:00:00:00:00:00
  OpenVPN TAP-Windows6: 10.8.0.6 00:ff:9b:6c:10:19
  Local Area Connection: 10.8.0.10 00:ff:11:a1:11:c7
> Wi-Fi 2: 192.168.1.20
Windows with WSL and virtual machines
  vEthernet (Default Switch): 172.28.16.1 00:15:5d:3a:7b:10
  vEthernet (WSL): 172.20.0.1 00:15:5D:01:02:03
  VirtualBox Host-Only Network: 192.168.56.1 0a:00:27:00:00:0b
  Ethernet 4: 192.168.99.1 0a:00:27:00:00:0c
  VMware Network Adapter VMnet8: 192.168.79.1 00:50:56:c0:00:08
  vEthernet (Externo): 192.168.1.30
  ZeroTier One [8056c2e21c000001]: 10.147.17.3 5e:52:30:ab:01:64
> Conexión de red inalámbrica: 192.168.1.20
Windows whose cable belongs to a switch of Hyper-V
  vEthernet (Default Switch): 172.28.16.1 00:15:5d:3a:7b:10
  Tailscale: 100.92.235.32 00:00:00:00:00:00
> vEthernet (Externo): 192.168.1.30
Windows with its own hotspot, and a cable
> Ethernet: 10.0.0.5
> Conexión de área local* 10: 192.168.137.1 3e:f0:11:6a:20:01
Windows with Android and iPhone by USB and Bluetooth
  Ethernet 3: 192.168.42.77 5e:52:30:ab:01:64
  Ethernet 5: 10.41.7.12 5e:52:30:ab:01:64
  Ethernet 6: 172.20.10.2
  Conexión de red Bluetooth: 192.168.50.5
> Ethernet: 192.168.1.20
Windows in the hotspot of an iPhone, with a modem
  Celular: 10.5.6.7
  Ethernet 2: 100.70.1.2
> Wi-Fi: 172.20.10.3
macOS that shares its Wi-Fi, with Parallels, VPNs and an iPhone by USB
  bridge100: 192.168.2.1 5e:52:30:ab:01:64
  bridge101: 10.211.55.2 5e:52:30:ab:01:65
  vnic0: 10.37.129.2 00:1c:42:00:00:08
  en7: 172.20.10.4 5e:52:30:ab:01:66
  utun4: 100.101.2.3 00:00:00:00:00:00
  ipsec0: 10.4.9.120 00:00:00:00:00:00
  en5: 169.254.7.8
> en0: 192.168.1.20 1a:2b:3c:4d:5e:6f
macOS with Wi-Fi and a cable
> en0: 192.168.1.20
> en8: 10.0.0.5
Linux with Docker, libvirt, VPNs and a phone by USB
  docker0: 172.17.0.1 02:42:9c:11:22:33
  br-8f1c2d: 172.18.0.1 02:42:1f:00:00:01
  virbr0: 192.168.122.1 52:54:00:aa:bb:cc
  tailscale0: 100.92.235.32 00:00:00:00:00:00
  tap0: 10.8.0.2 5e:52:30:ab:01:64
  enx5e5230ab0164: 192.168.133.5 5e:52:30:ab:01:64
> wlp2s0: 192.168.1.20 da:11:22:33:44:55
a virtual machine with Docker
  docker0: 172.17.0.1 02:42:9c:11:22:33
> ens3: 10.1.2.3 52:54:00:12:34:56
a laptop with a phone by USB alone
  wg0: 10.2.0.2 00:00:00:00:00:00
> usb0: 192.168.42.7 5e:52:30:ab:01:64
a laptop with a tunnel alone
> wg0: 10.2.0.2 00:00:00:00:00:00
a laptop without a network
  eth0: 169.254.3.4`

const cases = machines
  .trim()
  .split(/\n(?=\w)/)
  .map((machine): [string, string[]] => [machine.split('\n')[0] ?? '', machine.split('\n').slice(1)])

test.each(cases)('the phones are reached where they are: %s', (_machine, lines) => {
  const [byName, expected] = [lines, lines.filter((line) => line.startsWith('>'))].map((some) =>
    Object.fromEntries(some.map((line) => line.slice(2).split(': '))),
  )
  expect(phoneNetworks(adapters(byName)).map(({ name }) => name)).toEqual(Object.keys(expected))
})
