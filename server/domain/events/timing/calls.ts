/** The calls that say what is odd about the file of a timing program, before it is made. */
import type { Calls } from '../../api/call.ts'
import { dataList } from '../../api/schema-parts.ts'
import { filteredTimingQuery, timingQuery, timingWarning } from '../../import/file-schemas.ts'
import { maxIdsBytes, pilotIds } from '../../pilots/pilot-schemas.ts'

export const timingCalls = {
  'GET /api/timing': {
    role: 'mesa',
    summary:
      'Answers with what is odd about the riders of a filter, for a timing program: the same number twice.',
    query: filteredTimingQuery,
    answers: { 200: dataList(timingWarning) },
  },

  'POST /api/timing': {
    role: 'mesa',
    summary: 'Answers with what is odd about chosen riders, for a timing program.',
    query: timingQuery,
    body: pilotIds,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataList(timingWarning) },
  },
} satisfies Calls
