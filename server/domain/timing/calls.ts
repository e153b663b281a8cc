/** The calls that say what is odd about the file of a timing program, before it is made. */
import type { Calls } from '../web/call.ts'
import { filteredTimingQuery, timingQuery, timingWarning } from '../web/file-schemas.ts'
import { maxIdsBytes, pilotIds } from '../web/pilot-schemas.ts'
import { dataList } from '../web/schema-parts.ts'

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
