/** Lets staff count, compare, remove and restore pilots, list the removed, revoke lost cards and read histories. */
import { MalformedError } from '#domain/errors'
import { withFact } from '#domain/facts/fact-values'
import { toFilter } from '#domain/list-query'
import { readDocument, readIdentity } from '#domain/pilot/document'
import { fullName, type Pilot } from '#domain/pilot/pilot'
import { readPilotId } from '#domain/pilot/pilot-id'
import { checkSearch } from '#domain/pilot/search'
import { startOfDay } from '#domain/text/date'
import { changedTerms, planRenewal } from '#domain/validity/changes'
import {
  clubsPath,
  countPath,
  duplicatesPath,
  pilotPath,
  pilotsPath,
  removedPath,
  renewalsPath,
  termsPath,
} from '#domain/web/addresses'
import {
  clubList,
  duplicateQuery,
  duplicates,
  filterQuery,
  historyEntry,
  idsBody,
  maxIdsBytes,
  pilotCounts,
  pilotParams,
  pilotRecord,
  removedAnswer,
  removedQuery,
  renewalOrder,
  renewalReport,
  restoredAnswer,
  termsChange,
  termsQuery,
} from '#domain/web/pilot-schemas'
import { toRemovedRecord } from '#domain/web/records'
import { dataList, dataOf, isOn } from '#domain/web/schema-parts'
import { removePilot, removePilots, revokePilot } from '../actions/remove.ts'
import { eventFilter, holderOf, holdersOf, selectPilots } from '../actions/select.ts'
import { requireId } from './credentials.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const onePilot = { params: pilotParams, response: answers({ 200: dataOf(pilotRecord) }) }

const counting = {
  summary:
    'Answers with the numbers of the pilots that a filter finds, which are above the list on the screen.',
  description:
    'A pilot has one modalidad, one licencia and one status: the numbers by each of these are those of the pilots that ' +
    'meet all other conditions, so that they say what another choice finds.',
  querystring: filterQuery,
  response: answers({ 200: dataOf(pilotCounts) }),
}

const clubs = {
  summary: 'Answers with the names of the clubs, which the form suggests.',
  response: answers({ 200: dataOf(clubList) }),
}

const comparing = {
  summary: 'Answers with the pilots who already have the values of a form.',
  description:
    'Only the DNI must be unique; the form warns of the others. Numbers are equal regardless of case and of zeros ' +
    'before them, and only within the same modalidad; a text without a number, such as `S/N`, is equal to no other. ' +
    'A person who was erased for ever is recognized by the document and `fechanac` together. ' +
    '`person` is a pilot with the same name and birth date and another document, and `removed` one who was removed.',
  querystring: duplicateQuery,
  response: answers({ 200: dataOf(duplicates) }),
}

const removingMany = {
  summary: 'Removes several pilots in one change, and answers with them.',
  description: 'If one of them does not exist, the answer is 404 with `missing`, and none is removed.',
  body: idsBody,
  response: answers({ 200: dataList(pilotRecord) }),
}

const restoringMany = {
  summary: 'Restores in one change those of several removed pilots who can be restored.',
  body: idsBody,
  response: answers({ 200: dataOf(restoredAnswer) }),
}

const removedSchema = {
  summary:
    'Lists the pilots who were removed in the last 90 days, in their last state, the newest removal first.',
  description: 'The pilots that an undone import had registered are left out.',
  querystring: removedQuery,
  response: answers({ 200: removedAnswer }),
}

const revoking = {
  ...onePilot,
  summary: 'Revokes a lost credential: the pilot gets a new identifier, and the photo a new name.',
}

const historySchema = {
  summary: 'Answers with the changes of a pilot, also of a removed one, oldest first.',
  params: pilotParams,
  response: answers({ 200: dataList(historyEntry) }),
}

const removing = { ...onePilot, summary: 'Removes a pilot, and answers with it.' }

const restoring = { ...onePilot, summary: 'Restores a removed pilot.' }

const changing = {
  summary: 'Changes the terms of a pilot. An absent property leaves a term as it is, and null removes it.',
  description:
    '422 with `fields` (`issued`, `until`, `medical`, `from`, `to`, `reason`) if a day is not in the calendar, or if ' +
    'a suspension ends before it begins, has no reason, or begins after today while another one runs, which it would ' +
    'end. 409 if one of the given terms is not that of `base` any more, which are the terms that the person saw; ' +
    'without `base`, they are not compared.',
  params: pilotParams,
  querystring: termsQuery,
  body: termsChange,
  response: answers({ 200: dataOf(pilotRecord) }),
}

const renewing = {
  summary: 'Renews the credentials of several pilots in one change.',
  description:
    'They have a new day of issue, and no last day of their own any more. Only credentials that are then valid for ' +
    'longer are renewed, so that a second renewal changes nothing. A day of issue in the future makes no credential ' +
    'invalid before it. 404 if no pilot is found, or if one of `ids` does not exist, and 422 if the day of issue is ' +
    'not in the calendar.',
  body: renewalOrder,
  response: answers({ 200: dataOf(renewalReport) }),
}

export const pilots: Routes = async (app, { stores, guard, events, validity, removedRiders }) => {
  const store = stores.pilots
  const toRecord = (pilot: Pilot) => validity.record(pilot)
  const unfollow = removedRiders.follow()
  app.addHook('onClose', async () => unfollow())

  app.get(countPath, { schema: counting }, async ({ query }) => {
    const { basis } = validity
    const filter = { ...toFilter(query, basis), ...(await eventFilter(stores, events, query)) }
    return { data: [await store.count(startOfDay().toISOString(), basis, filter, events.open.id)] }
  })

  app.get(clubsPath, { schema: clubs }, async () => {
    return { data: [{ clubs: await store.clubs() }] }
  })

  app.get(duplicatesPath, { schema: comparing }, async ({ query: { except = '', ...values } }) => {
    const code = readPilotId(except)
    const found = await store.findDuplicates({ ...values, except: code && (await holderOf(stores, code)) })
    const document = found.dni || found.documento ? undefined : readDocument(values)
    const erased = document && (await stores.erasures.erasedAt(readIdentity(values) ?? document))
    const gone = document && !erased ? await removedRiders.find(document) : undefined
    const removed = gone && {
      id: gone.pilot.id,
      name: fullName(gone.pilot),
      photo: gone.pilot.photo,
      at: gone.at,
    }
    return { data: [{ ...found, ...(erased && { erased }), ...(removed && { removed }) }] }
  })

  app.delete(pilotPath(':id'), { schema: removing }, async (request) => {
    const pilot = await store.get(requireId(request.params.id))
    await removePilot(stores, pilot, guard.authorOf(request))
    return { data: [toRecord(pilot)] }
  })

  app.post(pilotPath(':id', 'undo-remove'), { schema: restoring }, async (request) => {
    const id = await holderOf(stores, requireId(request.params.id))
    return { data: [toRecord(await store.undoRemove(id, guard.authorOf(request)))] }
  })

  app.post(pilotsPath('remove'), { schema: removingMany }, async (request) => {
    const removed = await removePilots(stores, request.body.ids.map(requireId), guard.authorOf(request))
    return { data: removed.map(toRecord) }
  })

  app.post(pilotsPath('undo-remove'), { schema: restoringMany }, async (request) => {
    const wanted = await holdersOf(stores, request.body.ids.map(requireId))
    const { pilots, refused } = await store.undoRemoveMany(wanted, guard.authorOf(request))
    return { data: [{ restored: pilots.map(toRecord), refused }] }
  })

  app.get(removedPath, { schema: removedSchema }, async ({ query: { search, page, per_page: perPage } }) => {
    const problem = search === undefined ? undefined : checkSearch(search)
    if (problem) throw new MalformedError(problem)
    const { removed, total } = await store.removed({ search, page, perPage })
    return { data: removed.map(toRemovedRecord), total }
  })

  app.post(pilotPath(':id', 'revoke'), { schema: revoking }, async (request) => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await revokePilot(stores, id, guard.authorOf(request)))] }
  })

  app.get(pilotPath(':id', 'history'), { schema: historySchema }, async (request) => {
    return { data: await store.history(await holderOf(stores, requireId(request.params.id))) }
  })

  app.put(termsPath(':id'), { schema: changing }, async (request) => {
    const id = await holderOf(stores, requireId(request.params.id))
    if (isOn(request.query.dry_run)) {
      const pilot = await stores.pilots.get(id)
      return { data: [validity.record(withFact(pilot, 'terms', changedTerms(pilot.terms, request.body)))] }
    }
    const pilots = await stores.pilots.changeTerms([id], request.body, guard.authorOf(request))
    return { data: pilots.map((pilot) => validity.record(pilot)) }
  })

  app.post(renewalsPath, { schema: renewing, bodyLimit: maxIdsBytes }, async (request) => {
    const { ids, issued, dry_run: isDryRun, ...filter } = request.body
    const { basis } = validity
    const ofEvent = await eventFilter(stores, events, filter)
    const selection = { ids: ids?.map(requireId), ...toFilter(filter, basis), ...ofEvent }
    const { renewed, change, report } = planRenewal(await selectPilots(stores, selection), basis, issued)
    if (!isDryRun && renewed.length > 0)
      await stores.pilots.changeTerms(renewed, change, guard.authorOf(request))
    return { data: [report] }
  })
}
