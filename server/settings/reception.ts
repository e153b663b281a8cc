/** The setting that opens and closes the reception of applications. */
import { randomInt } from 'node:crypto'
import { closedReception, isReceiving, type Reception } from '#domain/applications/reception'
import { PilotosError } from '#domain/errors'
import { openEvent } from '#domain/events/events'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Events } from './race-events.ts'

export class ReceptionDesk {
  constructor(
    private readonly settings: Pick<OpenSettings, 'current' | 'decide'>,
    private readonly events: Pick<Events, 'open'>,
  ) {}

  get current(): Reception {
    return this.settings.current.reception ?? closedReception
  }

  get isOpen(): boolean {
    return isReceiving(this.current, this.events.open.id, new Date())
  }

  async change({ isOpen, renews, ...rest }: ReceptionChange, by?: string): Promise<void> {
    const next = newCode()
    await this.settings.decide(({ reception: before = closedReception, events }) => {
      const { event, code } = before
      const reception = {
        ...before,
        ...rest,
        event: isOpen === undefined ? event : isOpen ? openEvent(events).id : '',
        code: renews || code === '' ? next : code,
      }
      return { some: { reception }, result: undefined }
    }, by)
  }

  /** @throws PilotosError if nobody may apply now, or not with this code */
  requireOpen(code: string | undefined): void {
    if (!this.isOpen) throw new PilotosError('conflict', 'La autoinscripción está cerrada: pase por la mesa')
    if (code !== this.current.code)
      throw new PilotosError('gone', 'Este cartel ya no vale: escanee el que está en la mesa')
  }
}

interface ReceptionChange extends Partial<Pick<Reception, 'until' | 'wifi'>> {
  isOpen?: boolean
  renews?: boolean
}

function newCode(): string {
  return Array.from({ length: 6 }, () => randomInt(36).toString(36)).join('')
}
