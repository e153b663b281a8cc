/** The programs that the tests need besides Node, and their installation. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Requirement {
  /** The name of the Debian package. */
  package: string
  /** The subject of its tests, written to follow "the tests of". */
  tests: string
  isInstalled: () => boolean
}

const requirements: readonly Requirement[] = [
  { package: 'chromium', tests: 'the screens', isInstalled: () => hasBrowser() },
  {
    package: 'chromium-headless-shell',
    tests: 'the screens, in half the time',
    isInstalled: () => !isDebian() || hasProgram('chromium-headless-shell'),
  },
  {
    package: 'postgresql',
    tests: 'databases',
    isInstalled: () => hasProgram('initdb') || hasDebianPostgres(),
  },
  { package: 'pgbouncer', tests: 'databases behind a pooler', isInstalled: () => hasProgram('pgbouncer') },
  { package: 'poppler-utils', tests: 'printed credentials', isInstalled: () => hasProgram('pdftoppm') },
  {
    package: 'zbar-tools',
    tests: 'QRs that a second program reads',
    isInstalled: () => hasProgram('zbarimg'),
  },
  {
    package: 'iproute2',
    tests: 'devices with addresses of their own',
    isInstalled: () => process.platform !== 'linux' || hasProgram('ip'),
  },
  {
    package: 'e2fsprogs',
    tests: 'power cuts and full disks',
    isInstalled: () => process.platform !== 'linux' || hasProgram('mkfs.ext4'),
  },
  { package: 'xz-utils', tests: 'the release', isInstalled: () => hasProgram('xz') },
]

export function missingRequirements(): Requirement[] {
  return requirements.filter(({ isInstalled }) => !isInstalled())
}

/** Installs the missing packages as root on Debian and prints a line for each. Elsewhere prints the command. */
export function installRequirements(): void {
  const missing = missingRequirements()
  if (missing.length === 0) return
  if (!isDebian() || process.getuid?.() !== 0) {
    const names = missing.map((one) => one.package).join(' ')
    console.error(`Some tests are skipped without: ${names}. On Debian: sudo apt-get install ${names}`)
    return
  }
  if (!hasPackageLists()) aptGet('update')
  for (const requirement of missing) {
    console.error(`Installing ${requirement.package} for the tests of ${requirement.tests}…`)
    if (install(requirement)) continue
    aptGet('update')
    install(requirement)
  }
}

function install({ package: name, isInstalled }: Requirement): boolean {
  return aptGet('install', '-y', '--no-install-recommends', name) && isInstalled()
}

function aptGet(...args: string[]): boolean {
  try {
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch {
    return false
  }
}

function isDebian(): boolean {
  return existsSync('/usr/bin/apt-get')
}

function hasPackageLists(): boolean {
  return existsSync('/var/lib/apt/lists') && readdirSync('/var/lib/apt/lists').length > 2
}

function hasBrowser(): boolean {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
  return process.env.PILOTOS_CHROMIUM !== undefined || !isDebian() || names.some(hasProgram)
}

function hasDebianPostgres(): boolean {
  const versions = '/usr/lib/postgresql'
  return (
    existsSync(versions) &&
    readdirSync(versions).some((name) => existsSync(join(versions, name, 'bin/initdb')))
  )
}

function hasProgram(name: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(join(folder, name)))
}
