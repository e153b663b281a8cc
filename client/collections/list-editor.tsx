/** Edits a list that an admin keeps: its rows, the dialog that adds or changes an item, and the question before one leaves. */
import { type ReactNode, useEffect, useState } from 'react'
import { count, meanwhile } from '#domain/text/text'
import { ApiError } from '../api/call.ts'
import button from '../ui/button.module.css'
import { Confirmation, FormDialog } from '../ui/dialog.tsx'
import { Button, controlOf, Done, type Problems, useAction, useFocus, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Notice } from '../ui/notice.tsx'
import { ItemPart, type Parts, partsIn, problemsOfParts } from './item-part.tsx'
import { ItemRows, type ItemWords } from './item-rows.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { TableDialog } from './table-dialog.tsx'

/** Describes a list. `Typed` is an item as a person types it, and `Answer` has all items after an order. */
export interface ListDescription<Item, Typed, Answer> extends ItemWords<Item> {
  load: (signal?: AbortSignal) => Promise<Answer>
  itemsOf: (answer: Answer) => readonly Item[]
  add: (typed: Typed) => Promise<Answer>
  /** Adds items that stand in a table, all or none. @throws ApiError with problems such as `rows.3.name` */
  addAll?: (typed: readonly Typed[]) => Promise<Answer>
  /** Changes an item that a person has seen. @throws ApiError with the status 409 if it is another one by now */
  change: (seen: Item, typed: Typed) => Promise<Answer>
  /** Absent for a list without an order. */
  move?: (item: Item, up: boolean) => Promise<Answer>
  /** Retires or removes an item. */
  leave: (item: Item) => Promise<Answer>
  /** Takes back an item that was retired. */
  comeBack?: (item: Item) => Promise<Answer>

  parts: Parts<Typed, Item>
  typedOf: (item?: Item) => Typed
  check?: (typed: Typed) => Problems
  /** The title of the dialog of a new item, and the word of its button. */
  addTitle: (typed: Typed) => string
  addWord?: string
  /** An item in a sentence, and its pronoun. */
  oneOf: (item: Item) => string
  pronoun: 'la' | 'lo'
  /** Says what an item is now, after another person has changed it. */
  versionOf: (item: Item) => string
  /** The sentences about an item that was added or changed, that left, and that came back. */
  saved: (typed: Typed, stored: Item | undefined, answer: Answer) => string
  left: (item: Item) => string
  cameBack?: (item: Item) => string
  /** Says what it means that an item leaves. */
  effectOf: (item: Item) => ReactNode
}

/** Items that stand together. */
interface ItemGroup<Item, Typed> {
  label: string
  items: readonly Item[]
  /** The title above them. */
  title?: string
  note?: ReactNode
  /** The button that adds one, with the values that a new one starts with. */
  add?: { word: string; start?: Partial<Typed>; isMain?: true }
}

interface ListEditorProps<Item, Typed, Answer> {
  list: ListDescription<Item, Typed, Answer>
  groups: readonly ItemGroup<Item, Typed>[]
  /** Takes over the items of an answer. */
  take: (answer: Answer) => void
  /** Returns the controls below the groups. */
  children?: (editor: Editor<Answer>) => ReactNode
}

interface Editor<Answer> {
  /** Opens the dialog of a new item. */
  open: () => void
  /** The button that pastes a table, if the list takes one. */
  paste: ReactNode
  /** Tells what another dialog did. */
  show: (answer: Answer, text: string) => void
}

export function ListEditor<Item, Typed extends object, Answer>(props: ListEditorProps<Item, Typed, Answer>) {
  const { list, groups, take, children } = props
  const [open, setOpen] = useState<{ stored?: Item; start?: Partial<Typed> }>()
  const [pasting, setPasting] = useState<{ title: string; start?: Partial<Typed> }>()
  const [leaving, setLeaving] = useState<Item>()
  const [done, setDone] = useState('')
  const moving = useAction(async (item: Item, up: boolean) => show(await list.move?.(item, up)))
  const returning = useAction(async (item: Item) => show(await list.comeBack?.(item), list.cameBack?.(item)))
  const error = moving.error ?? returning.error
  useKeptFocus(Boolean(open || pasting || leaving) || moving.isBusy || returning.isBusy)

  /** Shows the items after a change. It closes no dialog, since one may have opened before a move was answered. */
  function show(answer: Answer | undefined, text = '') {
    if (answer !== undefined) take(answer)
    setDone(text)
  }

  /** Shows what a dialog did, and closes it. */
  function close(...done: Parameters<typeof show>) {
    show(...done)
    setOpen(undefined)
    setPasting(undefined)
    setLeaving(undefined)
  }

  /** Returns the button that pastes a table into a group, or into the list. */
  const pasteButton = (title: string, start?: Partial<Typed>) =>
    list.addAll && (
      <Button aria-label={title} onClick={() => setPasting({ title, start })}>
        {pasteWords}
      </Button>
    )

  return (
    <>
      <Done>{done}</Done>
      {error && <Failure error={new Error(Object.values(error.fields)[0] ?? error.message)} />}
      {groups.map(({ label, title, note, items, add }) => (
        <div key={label} className={layout.stack}>
          {title && <h3>{title}</h3>}
          {note}
          <ItemRows
            {...{ words: list, label, items }}
            onMove={list.move && moving.run}
            onEdit={(stored) => setOpen({ stored })}
            onLeave={setLeaving}
            onReturn={returning.run}
          >
            {add && (
              <div className={layout.row}>
                <Button
                  className={add.isMain && button.primary}
                  onClick={() => setOpen({ start: add.start })}
                >
                  {add.word}
                </Button>
                {pasteButton(`${pasteWords}: ${label}`, add.start)}
              </div>
            )}
          </ItemRows>
        </div>
      ))}
      {children?.({ open: () => setOpen({}), paste: pasteButton(pasteWords), show })}
      {open && (
        <ItemDialog {...open} list={list} take={take} onSaved={close} onClose={() => setOpen(undefined)} />
      )}
      {pasting && (
        <TableDialog
          {...{ title: pasting.title, parts: list.parts, check: list.check }}
          start={{ ...list.typedOf(), ...pasting.start }}
          addAll={async (typed) => close(await list.addAll?.(typed), addedText(typed.length))}
          onClose={() => setPasting(undefined)}
        />
      )}
      {leaving && (
        <Confirmation
          title={`¿${list.leaveWord} ${list.oneOf(leaving)}?`}
          action={list.leaveWord}
          confirm={async () => close(await list.leave(leaving), list.left(leaving))}
          onClose={() => setLeaving(undefined)}
        >
          <p>{list.effectOf(leaving)}</p>
        </Confirmation>
      )}
    </>
  )
}

const pasteWords = 'Pegar una tabla'

const addedText = (rows: number) => `${rows === 1 ? 'Se agregó' : 'Se agregaron'} ${count(rows, 'fila')}.`

interface ItemDialogProps<Item, Typed, Answer> {
  list: ListDescription<Item, Typed, Answer>
  /** The item that is changed; absent for a new one. */
  stored?: Item
  start?: Partial<Typed>
  take: (answer: Answer) => void
  onSaved: (answer: Answer, text: string) => void
  onClose: () => void
}

function ItemDialog<Item, Typed extends object, Answer>(props: ItemDialogProps<Item, Typed, Answer>) {
  const { list, start, take, onSaved, onClose } = props
  const [isCopy, setCopy] = useState(false)
  const stored = isCopy ? undefined : props.stored
  /** The version of the item that another person has stored meanwhile. */
  const [theirs, setTheirs] = useState<Item>()
  const form = useForm<Typed>({
    stored: { ...list.typedOf(props.stored), ...start },
    check: (typed) => ({ ...problemsOfParts(list.parts, typed), ...list.check?.(typed) }),
    async send(typed) {
      // The next attempt replaces the version of the other person, since it was shown.
      const seen = theirs ?? stored
      try {
        const answer = await (seen ? list.change(seen, typed) : list.add(typed))
        onSaved(answer, list.saved(typed, stored, answer))
      } catch (error) {
        if (stored && error instanceof ApiError && error.status === 409) {
          const now = await list.load()
          take(now)
          setTheirs(list.itemsOf(now).find((one) => list.keyOf(one) === list.keyOf(stored)))
        }
        throw error
      }
    },
  })
  const [first] = list.parts.flat().filter(({ isShown }) => isShown?.(form.values, stored) ?? true)
  useFocus(form, first?.name ?? '')
  const { ref } = form.props
  const name = partsIn(list.parts).find(({ kind }) => kind === 'text')?.name
  // The name is what a copy does not share with the first.
  useEffect(() => {
    const control = isCopy && controlOf(ref, name)
    if (!(control instanceof HTMLInputElement)) return
    control.focus()
    control.select()
  }, [isCopy, ref, name])

  /** Goes on with a new item of the same values. */
  function copy() {
    form.change({})
    setTheirs(undefined)
    setCopy(true)
  }

  return (
    <FormDialog
      title={stored ? `Editar ${list.oneOf(stored)}` : list.addTitle(form.values)}
      action={stored ? 'Guardar' : (list.addWord ?? 'Agregar')}
      form={form}
      onClose={onClose}
    >
      {list.parts.map((part) => (
        <ItemPart key={'name' in part ? part.name : part[0]?.name} {...{ part, form, stored }} />
      ))}
      {stored && (
        <Button className={`${button.bare} ${layout.start}`} onClick={copy}>
          {list.pronoun === 'la' ? 'Otra como esta' : 'Otro como este'}
        </Button>
      )}
      {theirs && (
        <Notice kind="warning">
          {meanwhile(`${list.pronoun} guardó`)}. Ahora es: {list.versionOf(theirs)}. Guarde otra vez para
          dejar lo que usted escribió, o cancele para dejar lo de la otra persona.
        </Notice>
      )}
    </FormDialog>
  )
}
