/** The JSON schemas of the preview and the result of an import. */

import * as Type from 'typebox'
import { answered, boolean, integer, nullable, oneOf, orOwn, text, textList } from '../api/schema-parts.ts'
import { type FieldName, fieldNames } from '../pilots/fields.ts'
import { dateOrders } from '../text/date.ts'
import { damageKinds } from './cells/cells.ts'
import { type ByField, columns, lineUnits, reasonColumn } from './columns.ts'
import { encodings, targets } from './mapping.ts'

/** Texts by the names of fields, none of which is required. */
function textByField(description: string) {
  const properties = Object.fromEntries(fieldNames.map((name) => [name, text(description)]))
  const fixed = Type.Object(properties as Record<FieldName, Type.TString>, {
    additionalProperties: false,
    patternProperties: { '^propio_': text(description) },
  })
  return Type.Unsafe<ByField<string>>(Type.Partial(fixed))
}

const previewProperties = {
  form: text('The format of the file with its sheet, separator or encoding, in Spanish.'),
  unit: oneOf(lineUnits, 'The unit of its line numbers.'),
  encoding: Type.Optional(oneOf(encodings, 'The encoding of a text file, which a person can change.')),
  otherEncoding: Type.Optional(
    oneOf(encodings, 'An encoding that is about as likely. The cells that it changes wait for a choice.'),
  ),
  sheets: Type.Array(
    answered({
      name: text('The name of a sheet. `sheets` is empty if the file has only one.'),
      riders: integer('The number of rows of the sheet that are pilots.'),
    }),
  ),
  sheet: Type.Optional(text('The name of the sheet that was read.')),
  header: integer('The line of the header, or 0 if the file has none.'),
  starts: Type.Array(
    answered({
      line: integer('One of the first lines, among which a person can choose the header.'),
      text: text('Its cells, as one text.'),
    }),
  ),
  hiddenRows: Type.Optional(
    answered({
      rows: integer(
        'The number of pilots in rows that are hidden in the workbook. Absent if there are none.',
      ),
      isImported: Type.Optional(
        boolean('The choice whether they are imported. Without one, they are rejected.'),
      ),
    }),
  ),
  columns: Type.Array(
    answered({
      name: text(
        'The label of a column, which no other column of the file has: `DNI`, `DNI (2)`, or `Columna C` for a blank ' +
          'name.',
      ),
      target: nullable(
        orOwn(
          [...targets, reasonColumn],
          'The field that the column fills, `nombrecompleto` for a full name, or null if the column is not used. ' +
            '`motivo` is not used either.',
        ),
      ),
      doubt: Type.Optional(text('The reason why a person should look at the target, in Spanish.')),
      dates: Type.Optional(
        answered({
          order: nullable(
            oneOf(
              dateOrders,
              'The order of the day, the month and the year in a column in which it is a question or was one; null if a person ' +
                'must choose it.',
            ),
          ),
          orders: Type.Optional(
            Type.Array(oneOf(dateOrders, 'An order.'), {
              description:
                'The orders among which a person chooses. Absent if only the day and the month can be exchanged.',
            }),
          ),
          example: Type.Optional(text('One of the dates that mean another day in another order.')),
        }),
      ),
      suggestion: Type.Optional(
        oneOf(targets, 'The target that the name and the cells suggest for a column without one.'),
      ),
    }),
  ),
  missing: Type.Array(orOwn(fieldNames, 'A field that has no column and no value for all rows.')),
  defaults: Type.Optional(textByField('The value of this field in the rows that have none.')),
  usual: textByField(
    'A value for all rows that can be offered, since no column that is not used has others.',
  ),
  surnamesFirst: Type.Optional(
    boolean(
      'True if full names begin with the surnames. Absent if there are none, or if their order is unknown.',
    ),
  ),
  fixesCapitals: Type.Optional(
    boolean('True if names in capitals are rewritten. Absent if no name is in capitals.'),
  ),
  capitals: Type.Optional(
    answered({
      rows: integer('The number of riders with a name in capitals. Absent if there are none.'),
      examples: Type.Array(
        answered({
          text: text('A full name as it is in the file. At most ten are listed.'),
          fixed: text('The name as it is rewritten.'),
        }),
      ),
    }),
  ),
  isRemembered: boolean('True if choices for an earlier file with this header are used.'),
  first: Type.Array(
    answered({
      line: integer('The line of one of the first rows.'),
      cells: textList('The cells of that row, as texts, in the order of `columns`.'),
      name: Type.Optional(text('The given names in its full name, if the file has full names.')),
      lastname: Type.Optional(text('The surnames in its full name.')),
    }),
  ),
}

/** The reading of an imported file. */
export const importPreview = answered(previewProperties, { title: 'ImportPreview' })
export type ImportPreview = Type.Static<typeof importPreview>
export type HiddenRows = NonNullable<ImportPreview['hiddenRows']>

/** A cell, or a whole row, that cannot be imported. */
const importCell = answered({
  line: integer('The line of a bad cell. At most 100 cells of each problem are listed.'),
  place: text('Its location, in Spanish: `línea 3, Correo`.'),
  value: Type.Optional(text('Its value; absent if it is empty.')),
  message: text('Its problem, in Spanish.'),
  rider: Type.Optional(text('The full name in its row, if it has one.')),
})
export type ImportCell = Type.Static<typeof importCell>

const remarkedRow = {
  line: integer('The line.'),
  rider: text('The full name in it.'),
  document: text('The document in it.'),
}

const warned = answered({
  total: integer('The number of warnings of a kind.'),
  listed: Type.Array(
    answered({
      line: integer('The line of one. At most 100 are listed.'),
      rider: text('The full name of the pilot.'),
      text: text('The warning, in Spanish.'),
    }),
  ),
})

/** The result of an import or of a dry run, with the preview of its file. */
export const importAnswer = answered({
  ...previewProperties,
  report: answered({
    registered: integer('The number of registered pilots, complete or not.'),
    incomplete: integer('The number of those registered who lack a required value.'),
    updated: integer('The number of changed pilots.'),
    unchanged: integer('The number of rows that equal the stored pilot.'),
    rejectedRows: integer('The number of bad rows.'),
    erasedRows: integer('The number of rows of persons who were erased for ever.'),
    repeatedRows: Type.Optional(
      integer('The number of rows that say of a rider what a row before has said. Absent without any.'),
    ),
    otherPersonRows: Type.Optional(
      integer('The number of rows that `samePersons` leaves out. Absent without any.'),
    ),
  }),
  /** The bad cells by field and problem. */
  groups: Type.Array(
    answered({
      problem: text(
        'A problem, in Spanish, which follows the number of rows: `con modalidad sin reconocer`.',
      ),
      size: integer('The number of cells with the problem.'),
      field: Type.Optional(
        orOwn(columns, 'The field of the cells; absent for rows that are bad as a whole.'),
      ),
      damage: Type.Optional(
        oneOf(
          damageKinds,
          'The damage of the cells, of several columns, which `corrects` mends in all of them.',
        ),
      ),
      hasFirst: Type.Optional(
        boolean('True if each cell has more than one number, of which `firstNumbers` uses the first.'),
      ),
      isOther: Type.Optional(
        boolean(
          'True if the document or code is that of a rider with other names: `samePersons` answers it.',
        ),
      ),
      choices: Type.Optional(
        textList(
          'The categories of the open event by their titles, and the words for none, for cells of `categoria_evento`.',
        ),
      ),
      values: Type.Array(
        answered({
          value: text('One of the different values, the most frequent first. At most 20 are listed.'),
          spellings: Type.Optional(
            textList('The other spellings of the option that the value means, which is corrected with it.'),
          ),
          rows: integer('The number of cells with this value, in all its spellings.'),
          nearest: Type.Optional(
            text(
              'The option that the value nearly is, if it is near one only, or `No tiene` for a value such as `-`.',
            ),
          ),
          named: Type.Optional(textList('The options that the value names, if it names several.')),
        }),
      ),
      cells: Type.Array(importCell),
    }),
  ),
  riders: Type.Optional(
    answered(
      {
        removed: Type.Array(
          answered({ ...remarkedRow, id: text('The identifier of the removed rider, who can be restored.') }),
        ),
        foreignRows: integer('The number of rows whose DNI has another length than those of the country.'),
        foreign: Type.Array(answered(remarkedRow), { description: 'At most 100 of them.' }),
        expected: Type.Optional(
          answered({
            country: text('The name of the country of the event.'),
            size: text('The size of its documents, in Spanish: `hasta 8 cifras`.'),
          }),
        ),
      },
      {
        description:
          'The rows of removed riders, whose document nobody has now, and those with a DNI of another length. Absent ' +
          'without any.',
      },
    ),
  ),
  /** The rows at which a person should look, although they are not rejected. */
  remarks: answered({
    asideRows: integer('The number of rows that were left aside, because they are no pilots.'),
    aside: Type.Array(
      answered({
        line: integer('The line of such a row. At most 100 are listed.'),
        text: text('Its cells, as one text.'),
      }),
    ),
    unsureRows: integer('The number of full names whose division is uncertain.'),
    unsure: Type.Array(
      answered({
        line: integer('The line of such a name. At most 100 are listed.'),
        name: text('The given names in it.'),
        lastname: text('The surnames in it.'),
      }),
    ),
    meantTexts: Type.Array(
      answered({
        field: oneOf(fieldNames, 'A field that can have no value.'),
        text: text(
          'A text of it that is accepted, and probably means another value: `-`. At most 100 are listed.',
        ),
        meant: text(
          'The value: the words for none, or a club that differs by a letter or by words such as `Club`.',
        ),
        rows: integer('The number of rows with the text.'),
      }),
    ),
    blankWords: Type.Array(
      answered({
        field: orOwn(targets, 'The target of the column.'),
        text: text('A word such as `NULL` that is read as blank. At most 100 are listed.'),
        rows: integer('The number of rows with the word.'),
        lines: Type.Array(integer('The line of one of them. At most 10 are listed.')),
      }),
    ),
    sameNumberRows: integer(
      'The number of rows whose number another rider of the same modalidad and category has in the file.',
    ),
    sameNumbers: Type.Array(
      answered({
        number: text('Such a number. At most 100 are listed.'),
        modalidad: text('The modalidad.'),
        category: Type.Optional(text('The name of the category that the file asks for, if it does.')),
        lines: Type.Array(integer('The line of one of its riders. At most 10 are listed.')),
      }),
    ),
  }),
  suspensions: answered({
    rows: integer('The number of rows whose suspension differs from one that is not over.'),
    listed: Type.Array(
      answered({
        line: integer('The line of such a row. At most 100 are listed.'),
        rider: text('The full name of the pilot.'),
        stored: text('The suspension that the pilot has, in Spanish.'),
        given: text('That of the file, in Spanish.'),
      }),
    ),
  }),
  /** The texts that nobody understood, of riders who are stored without the value: see `deferred`. */
  unread: answered({
    texts: integer('The number of such texts.'),
    listed: Type.Array(
      answered({
        line: integer('The line of such a text. At most 100 are listed.'),
        rider: text('The full name of the pilot.'),
        field: oneOf(fieldNames, 'The field that the pilot lacks.'),
        text: text('The text.'),
      }),
    ),
  }),
  /** The form would give these warnings about accepted rows: persons who may be the same, values of others, unlikely ones. */
  warnings: Type.Optional(Type.Partial(answered({ person: warned, held: warned, unlikely: warned }))),
  /** The categories of the open event that the file asks for. */
  categories: Type.Optional(
    answered(
      {
        wishes: integer('The number of riders who get a pending entry with it.'),
        leftMotorcycles: Type.Optional(
          integer('The number of motorcycles that are not stored, since no pending entry has them.'),
        ),
        rows: integer(
          'The number of rows whose rider is entered in another category already, and stays there.',
        ),
        listed: Type.Array(
          answered({
            line: integer('The line of such a row. At most 100 are listed.'),
            rider: text('The full name of the pilot.'),
            stored: text('The category in which the rider is entered.'),
            given: text('That of the file.'),
          }),
        ),
      },
      { description: 'Absent if the file asks for none.' },
    ),
  ),
  bad_cells: integer('The number of all bad cells.'),
  rejects: nullable(text('The bad rows as a CSV with the reasons.')),
  change: Type.Optional(
    integer('The number of the import, by which it is undone. Absent if nothing was stored.'),
  ),
  backup: Type.Optional(
    text('The path of the backup that was made before the import, on the machine of the server.'),
  ),
})
export type ImportAnswer = Type.Static<typeof importAnswer>
export type ImportRemarks = ImportAnswer['remarks']
export type RiderRemarks = NonNullable<ImportAnswer['riders']>
export type RejectedValue = ImportAnswer['groups'][number]['values'][number]
