import type { TextLine } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'

/** `confidence` is 0 to 100; text and lines are empty where it is too low to be trusted, or where nothing is printed.
 * `sureText` are the lines of the text that are hardly ever wrong. `turn` sets a page upright that is surely on its side or head; lines are where they are before. */
export type RecognisedPage = {
  text: string
  sureText: string
  lines: TextLine[]
  confidence: number
  turn?: Turn
}

/** Why a page gave nothing: its worker died or was killed twice, took too long or needed too much memory, or PDFium cannot render it. */
export type Unreadable = 'broken' | 'took-too-long' | 'too-much-memory' | 'interrupted'

/** Reads what is printed on pages without text. Rejects only when no process can be started. */
export type Recogniser = {
  /** Whether pages are to be recognised at all, and can be: in one language at least. */
  isOn(): Promise<boolean>
  /** The languages whose data can be read, such as "eng"; names each that cannot in a line of the log. */
  check(): Promise<readonly string[]>
  recognisePage(path: string, page: number): Promise<RecognisedPage | Unreadable>
  /** At once; a page that is being recognised is answered `took-too-long`. */
  close(): Promise<void>
}
