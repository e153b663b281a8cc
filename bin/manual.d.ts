/** The types of `manual.js`, for the tests. */
import type { Block, Section } from '../client/help/manual.ts'

export function readManual(): Promise<Section[]>
export function readHelp(): Promise<Section[]>
export function sectionsOf(text: string): Section[]
export function picturesIn(sections: readonly Section[]): Extract<Block, { kind: 'picture' }>[]
export function slugOf(title: string): string
