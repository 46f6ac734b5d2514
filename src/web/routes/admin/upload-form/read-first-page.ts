import type { Hints } from '#domain/autofill/hints.ts'
import { namedUpload, type SendOptions, sendFiles, uploadOf } from '../client/send-files.ts'

export type FirstPage = { hints: Hints; waits: boolean; isLocked: boolean }

/** Sends the file, which is not sent again when it is published. Throws a `CallError`; says nothing by itself. */
export async function readFirstPage(
  file: File,
  { recognises, ...options }: { recognises: boolean } & SendOptions,
): Promise<FirstPage> {
  const upload = uploadOf(file)
  const json = { ...namedUpload(upload), recognises }
  const answer = await sendFiles(
    [upload],
    { method: 'POST', path: '/first-pages/hints', json },
    { ...options, silent: true },
  )
  return await answer.json()
}
