/** The programs that the tests need besides Node, and their installation. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Requirement {
  /** The name of the Debian package. */
  package: string
  /** The subject of its tests, written to follow "the tests of". */
  tests: string
  /** The projects of `vitest.config.ts` that need it, and `release`. */
  projects: readonly string[]
  isInstalled: () => boolean
}

const requirements: readonly Requirement[] = [
  {
    package: 'chromium-headless-shell',
    tests: 'the screens',
    projects: ['server', 'browser', 'database'],
    isInstalled: () => isOwnBrowser() || hasProgram('chromium-headless-shell'),
  },
  {
    package: 'chromium',
    tests: 'the permission to use a camera',
    projects: ['browser'],
    isInstalled: () => isOwnBrowser() || browsers.some(hasProgram),
  },
  {
    package: 'postgresql',
    tests: 'databases',
    projects: ['database'],
    isInstalled: () => hasProgram('initdb') || hasDebianPostgres(),
  },
  {
    package: 'pgbouncer',
    tests: 'databases behind a pooler',
    projects: ['database'],
    isInstalled: () => hasProgram('pgbouncer'),
  },
  ...['patroni', 'etcd-server', 'haproxy'].map((name) => ({
    package: name,
    tests: 'a cluster of databases',
    projects: ['database'],
    isInstalled: () => hasProgram(name.replace('-server', '')),
  })),
  {
    package: 'poppler-utils',
    tests: 'printed credentials',
    projects: ['browser', 'database', 'machine'],
    isInstalled: () => hasProgram('pdftoppm'),
  },
  {
    package: 'zbar-tools',
    tests: 'QRs that a second program reads',
    projects: ['machine'],
    isInstalled: () => hasProgram('zbarimg'),
  },
  {
    package: 'cups',
    tests: 'cards that are printed at once',
    projects: ['machine'],
    isInstalled: () => hasProgram('cupsd'),
  },
  {
    package: 'printer-driver-cups-pdf',
    tests: 'the sheets that are printed at once',
    projects: ['machine'],
    isInstalled: () => existsSync('/usr/lib/cups/backend/cups-pdf'),
  },
  {
    package: 'iproute2',
    tests: 'devices with addresses of their own',
    projects: ['network'],
    isInstalled: () => process.platform !== 'linux' || hasProgram('ip'),
  },
  {
    package: 'e2fsprogs',
    tests: 'power cuts and full disks',
    projects: ['database', 'machine'],
    isInstalled: () => process.platform !== 'linux' || hasProgram('mkfs.ext4'),
  },
  {
    package: 'xz-utils',
    tests: 'the release',
    projects: ['release'],
    isInstalled: () => hasProgram('xz'),
  },
  {
    package: 'mmdebstrap',
    tests: 'the release for Windows under Wine',
    projects: ['release'],
    isInstalled: () => process.platform !== 'linux' || hasProgram('mmdebstrap'),
  },
]

/** Returns what some of these projects need and the machine lacks. */
export function missingRequirements(projects: readonly string[]): Requirement[] {
  const needed = requirements.filter((one) => one.projects.some((project) => projects.includes(project)))
  return needed.filter(({ isInstalled }) => !isInstalled())
}

/**
 * Installs what these projects need, as root on Debian, and prints a line for each package. Elsewhere prints the
 * command.
 */
export function installRequirements(projects: readonly string[]): void {
  const missing = missingRequirements(projects)
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

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** Returns true if the person has chosen the browser, or installed one in the way of another system. */
function isOwnBrowser(): boolean {
  return process.env.PILOTOS_CHROMIUM !== undefined || !isDebian()
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
