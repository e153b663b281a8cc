/** The answers to the first calls of a page, which the page embeds so that it need not make the calls. */
import { createContext, useContext, useEffect, useState } from 'react'
import { type EmbeddedAnswers, embeddedAnswersId } from '#domain/api/wire'
import { type Answer, answerOf } from './call.ts'
import type { Outcome } from './use-load.ts'

export const EmbeddedContext = createContext<EmbeddedAnswers>({})

/** Reads the answers that this page embeds. */
export function readEmbeddedAnswers(): EmbeddedAnswers {
  return JSON.parse(document.getElementById(embeddedAnswersId)?.textContent || '{}')
}

/**
 * Returns the outcome of a call whose answer the page embeds, or undefined. The first component that uses an answer
 * removes it once it is on the screen, because the answer may be outdated later.
 */
export function useEmbedded<Item, Value>(
  path: string,
  read: (answer: Answer<Item>) => Value,
): Outcome<Value> | undefined {
  const answers = useContext(EmbeddedContext)
  const [outcome] = useState(() => outcomeOf(answers[path], read))
  useEffect(() => {
    delete answers[path]
  }, [answers, path])
  return outcome
}

function outcomeOf<Item, Value>(
  response: EmbeddedAnswers[string] | undefined,
  read: (answer: Answer<Item>) => Value,
): Outcome<Value> | undefined {
  if (!response) return undefined
  try {
    return { value: read(answerOf(response as Parameters<typeof answerOf<Item>>[0])) }
  } catch (error) {
    return { error: error as Error }
  }
}
