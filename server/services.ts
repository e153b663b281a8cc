/** The options of a server, and the objects that its routes share. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Installation } from '#domain/desk/installation'
import type { ProxySign } from '#domain/staff/local-access'
import type { PublicData } from '#domain/staff/roles'
import { CodeGuesses } from './credential/code-guesses.ts'
import { Credentials, Qrs } from './credential/credentials.ts'
import type { TemporaryPlace } from './files/temporary-folder.ts'
import { ClockCheck } from './gate/clock-check.ts'
import { GateRosters } from './gate/gate-roster.ts'
import { Scans } from './gate/scan-recorder.ts'
import { type Clock, monotonicClock } from './http/attempts.ts'
import { BrowserSessions, createGuard } from './http/guard.ts'
import { WritePause } from './http/write-pause.ts'
import type { PublicAddress } from './network/public-address.ts'
import { PictureWork } from './photos/picture-work.ts'
import { Retention } from './privacy/retention.ts'
import { Branding } from './settings/branding.ts'
import { ConsentTexts } from './settings/consent-texts.ts'
import { Validity } from './settings/current-settings.ts'
import { Gates } from './settings/gates.ts'
import { PublicView } from './settings/public-view.ts'
import { Events } from './settings/race-events.ts'
import { Pairings } from './staff/pairings.ts'
import { hashingIn, PasswordChecks, SignIns } from './staff/sign-ins.ts'
import { Availability } from './store/availability.ts'
import type { BackupFailure } from './store/backup/automatic-backups.ts'
import type { OpenSettings } from './store/documents/settings.ts'
import { RemovedRiders } from './store/queries/removed-riders.ts'
import type { ServedStores, Stores } from './store/shared/stores.ts'
import { Workers, type WorkersOptions } from './workers/workers.ts'

export interface AppOptions extends Pick<WorkersOptions, 'workerFile'> {
  stores: Stores & Pick<ServedStores, 'sessions' | 'pairings' | 'settings'>
  /** Worker threads that several servers of one process share, and that stay open when a server closes. */
  workers?: Workers
  /** The availability of a database. */
  availability?: Availability
  /** The folder of the backups. */
  backupFolder: string
  /** The failure of the last automatic backup, which is sent to staff. Absent if there are no automatic backups. */
  backupFailure?: BackupFailure
  /** Returns the time of the next automatic backup. */
  nextBackup?: () => Date | undefined
  /** Backs up before an import that changes many pilots, and returns the path of the backup. */
  backUp?: () => Promise<string>
  address: PublicAddress
  installation: Installation
  /** The folder of the built client. */
  clientFolder: string
  /** The path of the program that reads imported files. */
  readerFile: string
  /** The place of uploaded files. */
  uploadPlace: TemporaryPlace
  /** The secret that authenticates the commands of this machine. */
  secret: string
  countryCode?: string
  requireLogin?: boolean
  /** The trusted proxies, whose `X-Forwarded-*` headers count: addresses, or networks as in 10.0.0.0/8. */
  trustProxy?: string[]
  /** The reason why loopback does not count as the laptop; see `findProxySign`. */
  proxySign: ProxySign | undefined
  /** The data that a scan without a session shows, if the setting does not decide. */
  publicData?: PublicData
  /** The timeout for the head of a request, in milliseconds. */
  headTimeout?: number
  passwordChecks?: PasswordChecks
  clock?: Clock
  /** Compares the clock with what is stored. */
  clockCheck?: ClockCheck
  /** Receives every error that is not a mistake of the caller. */
  report: (error: Error) => void
}

export type Services = ReturnType<typeof createServices>

/** A group of routes, which takes what it needs from the services. */
export type Routes = FastifyPluginAsync<Services>

/** `page` is the HTML of every screen except the credential, which loads the application. */
export function createServices(options: AppOptions, settings: OpenSettings, page: string) {
  const { stores, address, availability = new Availability(), clock = monotonicClock } = options
  const { workers = new Workers(options), clockCheck = new ClockCheck(stores) } = options
  const { passwordChecks = new PasswordChecks(hashingIn(workers)) } = options
  const guard = createGuard(stores.sessions, { ...options, availability })
  const guesses = new CodeGuesses(guard, clock)
  const gates = new Gates(settings, stores.accounts)
  const events = new Events(settings, stores, options.countryCode)
  const validity = new Validity(settings, events)
  const publicView = new PublicView(settings, options.publicData)
  const credentials = new Credentials(stores.pilots, guard, guesses, validity, publicView)
  return {
    ...options,
    page,
    availability,
    workers,
    clockCheck,
    passwordChecks,
    guard,
    guesses,
    events,
    gates,
    validity,
    publicView,
    credentials,
    branding: new Branding(settings),
    consentText: new ConsentTexts(settings),
    removedRiders: new RemovedRiders(stores.pilots),
    qrs: new Qrs(credentials, address, guard, clock.now),
    signIns: new SignIns(passwordChecks, clock.now),
    browsers: new BrowserSessions(stores.sessions, address),
    pairings: new Pairings(stores.pairings, stores.accounts, gates.nameOf),
    pictureWork: new PictureWork(workers),
    scans: new Scans(stores, gates, events, validity),
    retention: new Retention(stores, settings, validity),
    rosters: new GateRosters(stores, settings, events, validity),
    writePause: new WritePause(),
  }
}

/** Runs `work` after each erasure of a person, until the server stops. */
export function onErasure(
  app: FastifyInstance,
  { erasures }: Pick<Stores, 'erasures'>,
  work: () => Promise<void>,
): void {
  const unsubscribe = erasures.subscribe(work)
  app.addHook('onClose', async () => unsubscribe())
}
