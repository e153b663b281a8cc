/** The calls that change the terms of pilots and renew their credentials. */
import type { Calls } from '../api/call.ts'
import { dataOf } from '../api/schema-parts.ts'
import {
  maxIdsBytes,
  pilotParams,
  pilotRecord,
  renewalOrder,
  renewalReport,
  termsChange,
  termsQuery,
} from '../pilots/pilot-schemas.ts'

export const validityCalls = {
  'PUT /api/pilots/:id/terms': {
    role: 'mesa',
    summary: 'Changes the terms of a pilot. An absent property leaves a term as it is, and null removes it.',
    description:
      '422 with `fields` (`issued`, `until`, `medical`, `from`, `to`, `reason`) if a day is not in the calendar, or if ' +
      'a suspension ends before it begins, has no reason, or begins after today while another one runs, which it would ' +
      'end. 409 if one of the given terms is not that of `base` any more, which are the terms that the person saw; ' +
      'without `base`, they are not compared.',
    params: pilotParams,
    query: termsQuery,
    body: termsChange,
    answers: { 200: dataOf(pilotRecord) },
  },

  'POST /api/renewals': {
    role: 'mesa',
    summary: 'Renews the credentials of several pilots in one change.',
    description:
      'They have a new day of issue, and no last day of their own any more. Only credentials that are then valid for ' +
      'longer are renewed, so that a second renewal changes nothing. A day of issue in the future makes no credential ' +
      'invalid before it. 404 if no pilot is found, or if one of `ids` does not exist, and 422 if the day of issue is ' +
      'not in the calendar.',
    body: renewalOrder,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataOf(renewalReport) },
  },
} satisfies Calls
