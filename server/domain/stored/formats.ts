/** The checks of stored values that keywords of JSON schemas cannot say. */
import { isReservedName } from '../pilots/classes/classes.ts'
import { isPilotId } from '../pilots/pilot-id.ts'
import { isStrokes } from '../signing/strokes.ts'
import { isCalendarDay, isMoment } from '../text/date.ts'
import { lineOf } from '../text/names.ts'

/** The checks of the formats of texts. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isMoment,
  date: isCalendarDay,
  strokes: isStrokes,
  code: isPilotId,
  line: (text) => lineOf(text) === text,
  'class-name': (text) => !isReservedName(text) && lineOf(text) === text,
}

/** The checks of objects. Those of settings are in `setting-shapes.ts`. */
export const rules = {
  endsAfterItBegins: ({ from, to }: { from: string; to?: string }) => to === undefined || to >= from,
}
