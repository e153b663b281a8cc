/** Tries out the capabilities of this machine that some tests need, and warns about the missing ones. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A public URL with this machine's host name, for which `pilotos serve` requires no sign-in. */
export const machineUrl = `http://${hostname().toLowerCase()}:4780`

/** Returns true if disk images can be created and mounted. Needs root, loop devices and mkfs.ext4. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pilotos-mount-'))
  const image = join(folder, 'disk.img')
  try {
    return works('the tests of power cuts and full disks (they need root, loop devices and mkfs.ext4)', [
      ['truncate', '-s', '4M', image],
      ['mkfs.ext4', '-q', '-F', image],
      ['mkdir', join(folder, 'disk')],
      ['mount', '-o', 'loop', image, join(folder, 'disk')],
      ['umount', join(folder, 'disk')],
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns true if network namespaces can be created. Needs root and iproute2. */
export function canMakeNetworks(): boolean {
  const name = `pilotos-try-${process.pid}`
  try {
    return works('the tests from other addresses (they need root and iproute2)', [
      ['ip', 'netns', 'add', name],
      ['ip', '-n', name, 'link', 'show'],
    ])
  } finally {
    spawnSync('ip', ['netns', 'del', name])
  }
}

/** Returns true if the limits of another process can be changed. Needs Linux and util-linux. */
export function canLimit(): boolean {
  return works('the tests at the limit of open files (they need Linux and util-linux)', [
    ['ls', '/proc/self/fd'],
    ['prlimit', '--version'],
  ])
}

/** Returns true if PDFs can be rendered and read. Needs poppler-utils. */
export function canReadPdfs(): boolean {
  return works('the measures of printed credentials (they need poppler-utils)', [
    ['pdftoppm', '-v'],
    ['pdftotext', '-v'],
    ['pdfinfo', '-v'],
  ])
}

/** Returns true if a CUPS can be started with a printer that writes PDFs. Needs root, cups and printer-driver-cups-pdf. */
export function canPrint(): boolean {
  return works('the cards that are printed at once (they need root, cups and printer-driver-cups-pdf)', [
    ['unshare', '--mount', 'mount', '--bind', '/etc/cups/cups-pdf.conf', '/etc/cups/cups-pdf.conf'],
    ['ls', '/usr/sbin/cupsd', '/usr/lib/cups/backend/cups-pdf'],
  ])
}

/** Returns true if pictures can be scanned. Needs zbar-tools. */
export function canScan(): boolean {
  return works('the QRs read by a second program (it needs zbar-tools)', [['zbarimg', '--version']])
}

function works(what: string, commands: string[][]): boolean {
  try {
    for (const [command = '', ...args] of commands) execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    console.warn(`SKIPPED on this machine: ${what}`)
    return false
  }
}
