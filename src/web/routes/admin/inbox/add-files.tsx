import { Camera, Files, FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { CsvTarget } from '#domain/admin-list/papers-csv.ts'
import type { FieldName } from '#domain/paper/form-fields.ts'
import { CsvImport, type ReadyRow } from '../csv-import.tsx'
import { present } from './inbox-contents.ts'
import { useInboxPlace } from './use-inbox.ts'

type AddFilesProps = { onFiles: (files: File[]) => void; isBusy: boolean; isFirst?: boolean }

export function AddFiles({ onFiles, isBusy, isFirst = false }: AddFilesProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (event: React.ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  return (
    <div className="inbox-add flex flex-wrap items-center gap-2 sm:gap-3">
      <button
        type="button"
        className={`button ${isFirst ? '' : 'button-line min-h-11'}`}
        disabled={isBusy}
        onClick={() => files.current?.click()}
      >
        {isBusy ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Files aria-hidden="true" className={`size-5 ${isFirst ? '' : 'max-sm:hidden'}`} />
        )}
        {isFirst ? 'Choose PDF files' : 'Add PDF files'}
      </button>
      <button
        type="button"
        className={`button button-line hidden md:inline-flex ${isFirst ? '' : 'min-h-11'}`}
        disabled={isBusy}
        onClick={() => folder.current?.click()}
      >
        <FolderOpen aria-hidden="true" className="size-5" />
        {isFirst ? 'Choose a folder' : 'Add a folder'}
      </button>
      <Link
        className={`action ml-auto md:ml-0 ${isFirst ? 'max-[22rem]:ml-0' : 'inbox-camera'}`}
        to="/admin/photos"
      >
        {!isFirst && <Camera aria-hidden="true" className="size-5 sm:hidden" />}
        <span className={isFirst ? '' : 'max-sm:sr-only'}>Photos of a paper</span>
      </Link>
      <input
        ref={files}
        type="file"
        multiple
        accept="application/pdf,.pdf,application/zip,.zip"
        className="sr-only"
        tabIndex={-1}
        aria-label="PDF files"
        onChange={take}
      />
      <input
        ref={folder}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="A folder of PDF files"
        onChange={take}
        {...{ webkitdirectory: '' }}
      />
    </div>
  )
}

/** Fields of the files in the inbox, by the names of the files; saved as if they were typed. */
export function InboxCsv() {
  const { inbox, now } = useInboxPlace()

  async function find() {
    const targets = present(inbox.read()).map(({ uploadId: id, name, fields }): [string, CsvTarget] => [
      name.toLowerCase(),
      { id, title: name, fields },
    ])
    return new Map(
      [...Map.groupBy(targets, ([name]) => name)].map(([name, found]) => [name, found.map(([, one]) => one)]),
    )
  }

  async function apply(rows: ReadyRow[]) {
    // Files that get the same value get it together: each event makes the inbox again.
    const given = Map.groupBy(
      rows.flatMap(({ target: { id }, changes }) => changes.map(({ name, to }) => ({ id, name, to }))),
      ({ name, to }) => JSON.stringify([name, to]),
    )
    for (const [said, alike] of given) {
      const [name, value] = JSON.parse(said) as [FieldName, string]
      inbox.dispatch({ kind: 'typed', ids: alike.map(({ id }) => id), name, value })
    }
    return { done: rows, failed: [] }
  }

  return (
    <CsvImport
      by="file"
      now={now}
      find={find}
      apply={apply}
      trigger="Fields from a CSV"
      explanation="One row for each file, with its name in the column “File name”. Other columns are called as the fields are: Title, Degree, Subject, Month, Year … An empty cell leaves a field as it is."
    />
  )
}
