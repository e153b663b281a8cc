/** The numbers of the gates: the persons inside, those who entered today, and the passages by gate and by hour. */
import { useEffect, useId, useSyncExternalStore } from 'react'
import { retryAfter } from '#domain/api/addresses'
import type { Direction } from '#domain/gate/passage'
import type { PassageNumbers } from '#domain/gate/schemas'
import { figure } from '#domain/text/text'
import { ApiError, callForOne } from '../../api/call.ts'
import { useChanges, usePassages, useStream } from '../../api/changes.ts'
import layout from '../../ui/layout.module.css'
import styles from './gate-numbers.module.css'

export function GateNumbers({ numbers }: { numbers: PassageNumbers }) {
  const { inside, entered_today: entered, riders, missing, gates, hours, event } = numbers
  const id = useId()
  const figures: [string, number][] = [
    ['Adentro', inside],
    ['Entraron hoy', entered],
    [`Faltan de ${figure(riders)}`, missing],
  ]
  // Only riders with an entry can be missing.
  const shown = riders > 0 ? figures : figures.slice(0, -1)
  return (
    <section className={styles.numbers} aria-labelledby={id}>
      <h2 id={id} className={event ? styles.event : layout.hidden}>
        <span className={layout.hidden}>Puertas </span>
        {event}
      </h2>
      <ul className={`${layout.wrap} ${styles.figures}`}>
        {shown.map(([label, number]) => (
          <li key={label} className={styles.figure}>
            <b>{figure(number)}</b> <span>{label}</span>
          </li>
        ))}
        {riders === 0 && <li className={styles.figure}>Nadie inscrito</li>}
      </ul>
      {gates.length > 0 && (
        <PassageTable what="Personas por puerta" by="Por puerta">
          {gates.map((one) => [one.gate, one])}
        </PassageTable>
      )}
      {hours.length > 0 && <HourBars hours={hours} />}
    </section>
  )
}

/** Returns true if there is something to show: a passage of today, somebody inside, or an incident. */
export function hasNumbers({ inside, gates, incidents }: PassageNumbers): boolean {
  return inside > 0 || gates.length > 0 || incidents > 0
}

interface PassageTableProps {
  /** True for a table that only screen readers have. The caption of another one is for them too. */
  isHidden?: true
  /** The caption, and the heading of the rows. */
  what: string
  by: string
  /** The heading of each row, and its numbers. */
  children: readonly (readonly [name: string, numbers: Record<Direction, number>])[]
}

/** The entries and the exits of today. */
function PassageTable({ isHidden, what, by, children }: PassageTableProps) {
  return (
    <table className={isHidden ? layout.hidden : styles.gates}>
      <caption className={isHidden ? undefined : layout.hidden}>{what}, hoy</caption>
      <thead className={layout.soft}>
        <tr>
          <th scope="col">{by}</th>
          <th scope="col">Entradas</th>
          <th scope="col">Salidas</th>
        </tr>
      </thead>
      <tbody>
        {children.map(([name, numbers]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{figure(numbers.in)}</td>
            <td>{figure(numbers.out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Hours = PassageNumbers['hours']

/** The persons of each hour of today as small bars, and as a table for screen readers. */
function HourBars({ hours }: { hours: Hours }) {
  const shown = allHours(hours)
  const most = Math.max(...shown.map((one) => Math.max(one.in, one.out)))
  return (
    <figure className={styles.hours}>
      <figcaption className={layout.hint}>
        Por hora{' '}
        <span className={styles.key} data-direction="in">
          Entradas
        </span>{' '}
        <span className={styles.key} data-direction="out">
          Salidas
        </span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {shown.map((one) => (
          <div key={one.hour} className={styles.hour}>
            <span className={styles.most}>{one.in > 0 && figure(one.in)}</span>
            <div className={styles.pair}>
              {(['in', 'out'] as const).map((direction) => (
                <i
                  key={direction}
                  data-direction={direction}
                  data-empty={one[direction] === 0 || undefined}
                  style={{ height: `${(100 * one[direction]) / most}%` }}
                />
              ))}
            </div>
            <span>{one.hour}</span>
          </div>
        ))}
      </div>
      <PassageTable isHidden what="Personas por hora" by="Hora">
        {hours.map((one) => [`de ${one.hour} a ${one.hour + 1}`, one])}
      </PassageTable>
    </figure>
  )
}

/** Returns all hours from the first to the last one with passages, so that the distances between bars are true. */
function allHours(hours: Hours): Hours {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? 0]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index
    return hours.find((one) => one.hour === hour) ?? { hour, in: 0, out: 0 }
  })
}

/** Returns the numbers, or undefined until they have loaded. */
export function usePassageNumbers(): PassageNumbers | undefined {
  const value = useSyncExternalStore(shared.subscribe, shared.current)
  usePassages(shared.refresh)
  // The number of missing pilots changes with the pilots.
  useChanges(shared.refresh)
  const { isConnected } = useStream()
  useEffect(() => {
    if (isConnected) shared.refresh()
  }, [isConnected])
  return value
}

/** The minimum time between the starts of two loads, in milliseconds. */
const pause = 800

/** The numbers of the event, which all parts of a page share. They load again after passages and other changes. */
class SharedNumbers {
  #value: PassageNumbers | undefined
  #subscribers = new Set<() => void>()
  #throttle = new Throttle(() => void this.#load(), pause)
  #isLoading = false
  #retry: ReturnType<typeof setTimeout> | undefined

  /** The value stays when the last subscriber leaves, so that the next screen shows it at once. */
  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber)
    return () => {
      this.#subscribers.delete(subscriber)
      if (this.#subscribers.size > 0) return
      this.#throttle.cancel()
      clearTimeout(this.#retry)
    }
  }

  current = (): PassageNumbers | undefined => this.#value

  refresh = (): void => this.#throttle.request()

  async #load(): Promise<void> {
    if (this.#isLoading) return this.refresh()
    this.#isLoading = true
    clearTimeout(this.#retry)
    try {
      this.#value = await callForOne('GET /api/passages/summary')
      for (const subscriber of this.#subscribers) subscriber()
    } catch (error) {
      const isPassing = error instanceof ApiError && error.isTemporary
      if (isPassing && this.#subscribers.size > 0) this.#retry = setTimeout(this.refresh, retryAfter)
    }
    this.#isLoading = false
  }
}

/** The time from a request to a run that follows no other, in milliseconds. */
const delay = 100

/** Runs a task soon after it is requested. Requests that come close together share one run. */
class Throttle {
  #timer: ReturnType<typeof setTimeout> | undefined
  #startedAt = Number.NEGATIVE_INFINITY

  /** `pause` is the minimum time between the starts of two runs, in milliseconds. */
  constructor(
    private readonly task: () => void,
    private readonly pause: number,
  ) {}

  request(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(delay, this.#startedAt + this.pause - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#startedAt = performance.now()
      this.task()
    }, wait)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

const shared = new SharedNumbers()
